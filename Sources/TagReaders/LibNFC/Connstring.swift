import Foundation

/// The components of a libnfc connection string.
struct Connstring: Hashable {
    /// The libnfc driver, such as `pn532_uart` or `acr122_usb`.
    var driver: String
    /// The device file, if the driver uses one. It may contain colons, as links in `/dev/serial/by-path` do.
    var path: String?
    /// The text after the driver or the path: a speed, or the bus and device of a USB reader. May be empty.
    var rest: String

    /// Parses a connection string. `fileExists` is used to distinguish a path with colons from a path and a speed.
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

    /// The device file that `path` links to.
    var resolvedPath: String? { path.map { URL(filePath: $0).resolvingSymlinksInPath().path } }

    /// The connection string for libnfc, with all links resolved, because libnfc splits the string at every colon.
    var resolved: String {
        [driver, resolvedPath, rest.isEmpty ? nil : rest].compactMap(\.self).joined(separator: ":")
    }
}
