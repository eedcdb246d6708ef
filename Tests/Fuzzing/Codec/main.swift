import FuzzDriver
import FuzzTargets

try FuzzDriver.run(FuzzTarget.codec)
