import ArgumentParser
import DataFolderKit
import Documents
import TagRegistry

/// `--format` and `-o`: the format and destination of an audit's report.
struct AuditFormOptions: ParsableArguments {
    /// The formats of an audit's report.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text, csv, html, json
    }

    @Option(
        help: ArgumentHelp(
            "The format: text, csv, html or json. (default: the extension of the -o file, or text)",
            valueName: "format"))
    var format: Form?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Write the report to this file.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    func validate() throws {
        if path != nil, fileForm == nil {
            throw ValidationError("Use a file name that ends in .csv, .html or .json, or set --format.")
        }
    }

    /// Rejects the combination of `--json` and a `--format` other than `json`, unless the report is also
    /// written to a file.
    func refuse(beside output: OutputOptions) throws {
        if path == nil, output.json, let format, format != .json {
            throw ValidationError("Use either --format \(format.rawValue) or --json.")
        }
    }

    /// Whether `--format` selects CSV, HTML or JSON for the report on standard output. If so, nothing else
    /// may be written there.
    var isOnStandardOutput: Bool { path == nil && (format ?? .text) != .text }

    /// The format from `--format`, or from the file's extension; nil if neither determines the format.
    private var fileForm: Form? {
        if let format { return format }
        guard let path = path?.lowercased() else { return nil }
        if path.hasSuffix(".htm") { return .html }
        return Form.allCases.first { $0 != .text && path.hasSuffix(".\($0.rawValue)") }
    }

    /// Throws an error if the report file already exists, unless `force` is true. Called at the start of the
    /// audit, so that the report is not lost at the end.
    func refuseExisting() throws {
        if let path { try NewFile.refuseExisting([path], force: force) }
    }

    /// Writes the audit's report to standard output, and to a file if a path is given.
    func write(_ walk: AuditWalk, _ output: OutputOptions) throws {
        if let path, let form = fileForm {
            let text = Self.text(walk, form, .plain)
            try NewFile.write(Array(text.utf8), to: path, force: force)
            Terminal.say("\(printable(path))  \(counted(walk.rows.count, "seat"))")
        }
        let stream = StandardStream.out
        let form: Form = output.json ? .json : path == nil ? format ?? .text : .text
        try stream.write(Self.text(walk, form, stream.style))
    }

    private static func text(_ walk: AuditWalk, _ form: Form, _ style: Style) -> String {
        switch form {
        case .text: walk.text(style: style) + "\n"
        case .csv: AuditExport(walk).csv
        case .html: AuditPage(walk, steps: walk.reportedSteps).html
        case .json: walk.document.text + "\n"
        }
    }
}
