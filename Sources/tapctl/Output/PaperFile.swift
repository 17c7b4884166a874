import ArgumentParser
import Documents

/// The file name of a receipt or a statement, whose extension selects the format.
enum PaperFile {
    /// Returns the path given by `--output`; nil for standard output, which is also selected by `-`.
    static func target(_ path: String?) -> String? { path == "-" ? nil : path }

    /// Returns the extension of a file name in lowercase and without a dot, or an empty string if the name
    /// has no extension.
    static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[dot...].dropFirst().lowercased()
    }

    /// Rejects a file name whose extension belongs to no format. A name without an extension is accepted.
    static func refuseUnknown(_ path: String?, known: [String]) throws {
        guard let path = target(path) else { return }
        let ending = Self.ending(of: path)
        if ending.isEmpty || known.contains(ending) { return }
        let list = known.map { "." + $0 }.joined(separator: ", ")
        throw ValidationError(
            "There is no format for '.\(printable(ending))'. Use one of these extensions: \(list).")
    }
}
