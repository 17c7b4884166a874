import Foundation

/// The components of a libnfc connection string.
struct Connstring: Hashable {
    /// The libnfc driver, such as `pn532_uart` or `acr122_usb`.
    var driver: String
    /// The path of the device file; nil if the driver uses no device file. The path can contain colons, as
    /// links in `/dev/serial/by-path` do.
    var path: String?
    /// The text after the driver and the path: a baud rate, or the bus and device number of a USB reader. May
    /// be empty.
    var rest: String

    /// Parses a connection string. If the text after the driver ends in a colon and digits, `fileExists`
    /// determines whether they belong to the path or are a baud rate.
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

    /// The path of the device file after all symbolic links are resolved; nil if the driver uses no device
    /// file.
    var resolvedPath: String? { path.map { URL(filePath: $0).resolvingSymlinksInPath().path } }

    /// The connection string to pass to libnfc. Symbolic links in its path are resolved, because their names
    /// may contain colons, and libnfc splits the string at every colon.
    var resolved: String {
        [driver, resolvedPath, rest.isEmpty ? nil : rest].compactMap(\.self).joined(separator: ":")
    }
}
