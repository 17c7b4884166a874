import Foundation

/// A line for each request: method, path, status and time; never a key, a query or a body.
enum RequestLog {
    static func write(method: String, path: String, status: Int?, taken: Duration) {
        FileHandle.standardError.write(
            Data(line(method: method, path: path, status: status, taken: taken).utf8))
    }

    /// A path may hold anything: what could mislead a terminal is left out, and most of a client secret or number too.
    static func line(method: String, path: String, status: Int?, taken: Duration) -> String {
        let shown = path.unicodeScalars.prefix(120).filter { $0.value > 0x20 && $0.value < 0x7F }
        let milliseconds =
            taken.components.seconds * 1_000 + taken.components.attoseconds / 1_000_000_000_000_000
        let method = String(method.unicodeScalars.prefix(10).filter { $0.value > 0x20 && $0.value < 0x7F })
        return
            "\(method) \(String(String.UnicodeScalarView(shown))) \(status.map(String.init) ?? "cut") \(milliseconds) ms\n"
    }
}
