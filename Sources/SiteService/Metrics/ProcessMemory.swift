import DataFolderKit
import Glibc

/// How much memory this process has.
enum ProcessMemory {
    /// Octets that are not swapped out; nil where the system does not tell.
    ///
    /// Source: proc_pid_statm(5): the second number, in pages.
    static var residentBytes: Int? {
        guard let content = try? Input.read("/proc/self/statm", limit: 1 << 10) else { return nil }
        return resident(in: String(decoding: content, as: UTF8.self), pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    }

    /// - Parameter statm: The line of the file: numbers of pages.
    static func resident(in statm: String, pageBytes: Int) -> Int? {
        let numbers = statm.split(whereSeparator: \.isWhitespace)
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: pageBytes)
        return overflows ? nil : bytes
    }
}
