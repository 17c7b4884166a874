import Foundation

/// A libnfc connection string in its parts: `pn532_uart:/dev/ttyUSB0:115200`.
struct Connstring: Hashable, Sendable {
    /// libnfc's driver, as `pn532_uart` or `acr122_usb`.
    var driver: String
    /// The device file, where the driver has one. It may hold colons, as links in `/dev/serial/by-path` do.
    var path: String?
    /// What stands behind the driver or the path: a speed, or bus and device of a USB reader; may be empty.
    var rest: String

    /// Takes a connection string apart; `fileExists` tells a path with colons from a path and a speed.
    init(_ text: String, fileExists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }) {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        driver = String(text[..<colon])
        let tail = String(text[colon...].dropFirst())
        guard tail.hasPrefix("/") else {
            path = nil
            rest = tail
            return
        }
        path = tail
        rest = ""
        if let last = tail.lastIndex(of: ":"), !fileExists(tail) {
            let speed = tail[tail.index(after: last)...]
            guard !speed.isEmpty, speed.allSatisfy(\.isNumber) else { return }
            path = String(tail[..<last])
            rest = String(speed)
        }
    }

    /// The device file itself, where `path` is a link to it.
    var resolvedPath: String? { path.map { URL(filePath: $0).resolvingSymlinksInPath().path } }

    /// The string for libnfc, which splits at every colon: the path with its links resolved.
    var resolved: String {
        [driver, resolvedPath, rest.isEmpty ? nil : rest].compactMap(\.self).joined(separator: ":")
    }
}
