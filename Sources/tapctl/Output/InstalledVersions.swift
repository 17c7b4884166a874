import CQREncode
import DataFolderKit
import DatabaseKit
import Documents
import Glibc
import TagReaders
import TagSecurity

/// The versions of the software that tapctl uses: Swift's standard library, the operating system and the
/// shared libraries.
struct InstalledVersions {
    /// The major and minor version of Swift. The standard library does not report the patch level.
    let swift: String
    /// The name of the operating system's release, such as `Debian GNU/Linux 12 (bookworm)`.
    let system: String
    /// The processor architecture, such as `x86_64`.
    let architecture: String
    /// The names and versions of the loaded shared libraries.
    let libraries: [(name: String, version: String)]

    init() {
        swift = _SwiftStdlibVersion.current.description.split(separator: ".").prefix(2).joined(separator: ".")
        var kernel = utsname()
        uname(&kernel)
        let release = (try? Input.read("/etc/os-release", limit: 16 << 10)) ?? []
        system = Self.prettyName(in: String(decoding: release, as: UTF8.self)) ?? Self.text(kernel.sysname)
        architecture = Self.text(kernel.machine)
        libraries = [
            ("libnfc", LibNFC.version), ("libqrencode", String(cString: QRcode_APIVersionString())),
            ("OpenSSL", OpenSSL.version), ("SQLite", SQLite.version),
        ]
    }

    /// Returns the value of `PRETTY_NAME` in the content of an os-release(5) file; nil if the file does not
    /// contain it.
    static func prettyName(in release: String) -> String? {
        let key = "PRETTY_NAME="
        guard let line = release.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
            return nil
        }
        let name = line.dropFirst(key.count).filter { $0 != "\"" && $0 != "'" }
        return name.isEmpty ? nil : name
    }

    /// Returns the text of a `uname` field, which ends with a zero byte.
    private static func text<Field>(_ field: Field) -> String {
        withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension InstalledVersions: CommandResult {
    /// The JSON document that `tapctl version --json` prints.
    var document: JSONValue {
        [
            "object": "version", "version": Version.number.json, "date": Version.date.json,
            "swift": swift.json, "system": system.json, "architecture": architecture.json,
            "libraries": .array(
                libraries.map { ["name": $0.name.json, "version": $0.version.json] }),
        ]
    }

    /// Returns the table that `tapctl version` prints.
    func text(style: Style) -> String {
        columns(
            [
                ("tapctl", "\(Version.number) (\(Version.date))"), ("Swift", swift),
                ("system", "\(printable(system)), \(architecture)"),
            ] + libraries.map { ($0.name, printable($0.version)) },
            style: style)
    }
}
