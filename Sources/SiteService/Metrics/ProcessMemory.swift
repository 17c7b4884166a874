import DataFolderKit
import Glibc

/// The memory use of this process.
enum ProcessMemory {
    /// The resident memory in bytes; nil if the system does not report it.
    ///
    /// Source: proc_pid_statm(5): the second number, in memory pages.
    static var residentBytes: Int? {
        guard let content = try? Input.read("/proc/self/statm", limit: 1 << 10) else { return nil }
        return resident(in: String(decoding: content, as: UTF8.self), pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Returns the resident memory in bytes; nil if the text is malformed. `statm` is the content of
    /// `/proc/self/statm`, which counts memory pages.
    static func resident(in statm: String, pageBytes: Int) -> Int? {
        let numbers = statm.split(whereSeparator: \.isWhitespace)
        guard numbers.count > 1, let pages = Int(numbers[1]) else { return nil }
        let (bytes, overflows) = pages.multipliedReportingOverflow(by: pageBytes)
        return overflows ? nil : bytes
    }
}
