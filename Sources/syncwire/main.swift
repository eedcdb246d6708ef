print("syncwire")
