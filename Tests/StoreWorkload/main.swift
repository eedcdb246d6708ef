// What a process does to a store, for tests that have several or kill one.
//   live PATH N       lives the life of a store, says after each step that it is done, and is killed at the request N
//   count PATH NAME N counts to N, a transaction each time, that reads what is there and writes one more
import FaultyStorage
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let mode = arguments.first, arguments.count > 2, let number = arguments.last.flatMap({ Int($0) }) else {
    exit(64)
}
let path = arguments.dropFirst().first ?? ""
if mode == "count" {
    try Counter(at: path, replica: arguments.dropFirst(2).first ?? "").count(number)
    exit(0)
}
let disk = FaultyDisk()
disk.fault = { _, request in request == number ? .kill : .none }
try FaultyVFS.with(disk) {
    let workload = Workload(at: path)
    for step in 0..<Workload.steps {
        try workload.perform(step)
        FileHandle.standardOutput.write(Data("\(step + 1)\n".utf8))
    }
}
