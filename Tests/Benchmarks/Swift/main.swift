// Operations of the libraries on files, timed here or counted from outside.
//   list                                                       the names of all benchmarks
//   run NAME [--input FILE]... [--rounds N] [--KEY VALUE]...   after one round for warming up, prints a line of JSON
//   once NAME [--input FILE]... [--times N] [--KEY VALUE]...   one round after that or N, to count what they cost
//   data --kind KIND --rows N -o FILE [--seed N] [--device a|b] [--order sorted|shuffled] [--style canonical|pretty]
//   seal --input FILE --threads N -o FILE                      an archive whose bytes are decided by the file alone
import Glibc

do {
    try Invocation(CommandLine.arguments.dropFirst()).run()
} catch {
    let line = [UInt8]("Benchmarks: \(error)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(1)
}
