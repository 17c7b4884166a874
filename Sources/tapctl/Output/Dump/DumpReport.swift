import DataFolderKit
import Documents
import TagDumps
import TagKit

/// The report of `tapctl dump check` on dump files.
struct DumpReport: CommandResult {
    let files: [File]

    init(_ files: [File]) { self.files = files }

    /// A dump file, with its contents or the reason that the file cannot be read.
    struct File {
        let path: String
        let contents: Result<Contents, DumpError>

        /// The tag image in a dump file, the file's format, and the findings about the image.
        struct Contents {
            let image: TagImage
            let format: DumpFormat
            let findings: [DumpFinding]
        }

        /// Reads and checks the dump file at `path`, or standard input.
        ///
        /// - Throws: An error with exit code 66 if the file is missing.
        init(_ path: String) throws {
            let bytes = try Input.read(path)
            let name = path == "-" ? nil : path
            self.path = path
            contents = Result { () throws(DumpError) in
                let image = try TagImage(reading: bytes, named: name)
                return Contents(
                    image: image, format: try DumpFormat(of: bytes, named: name), findings: image.check())
            }
        }
    }

    /// Whether every file is a readable dump.
    var isReadable: Bool {
        files.allSatisfy { file in
            if case .success = file.contents { true } else { false }
        }
    }

    /// Whether every file is a readable dump, and no finding is an error.
    var isGood: Bool {
        files.allSatisfy { file in
            guard case .success(let contents) = file.contents else { return false }
            return contents.findings.allSatisfy { $0.severity != .error }
        }
    }

    /// The JSON document that `tapctl dump check --json` prints.
    var document: JSONValue {
        ["object": "dump_check", "ok": isGood.json, "files": .array(files.map(\.document))]
    }

    /// Returns the report on all files as human-readable text.
    func text(style: Style) -> String { files.map { $0.text(style: style) }.joined(separator: "\n\n") }
}

extension DumpReport.File {
    fileprivate var document: JSONValue {
        switch contents {
        case .success(let contents):
            return [
                "path": path.json, "format": contents.format.rawValue.json,
                "product": contents.image.product.json, "uid": uidText(contents.image.uid).json,
                "findings": .array(contents.findings.map(\.document)),
            ]
        case .failure(let error):
            let finding: JSONValue = [
                "severity": "error", "code": error.code.rawValue.json,
                "message": error.description.json, "remedy": error.commandRemedy.json,
            ]
            return ["path": path.json, "format": nil, "product": nil, "uid": nil, "findings": [finding]]
        }
    }

    fileprivate func text(style: Style) -> String {
        var lines: [LabeledLine] = []
        switch contents {
        case .success(let contents):
            lines.append(("tag", "\(contents.image.headline(style: style))  (\(contents.format.rawValue))"))
            if contents.findings.isEmpty { lines.append((style.green("good"), "no problems found")) }
            for finding in contents.findings {
                let label = finding.severity == .error ? style.red("error") : style.yellow("warning")
                let reason = finding.reason.isEmpty ? "" : "\n\(printable(finding.reason))"
                let remedy = style.dim(finding.commandRemedy)
                lines.append((label, "\(printable(finding.summary))\(reason)\n\(remedy)"))
            }
        case .failure(let error):
            let remedy = style.dim(printable(error.commandRemedy))
            lines.append((style.red("error"), "\(printable(error.description))\n\(remedy)"))
        }
        return "\(style.bold(printable(path)))\n"
            + columns(lines.map { ("  " + $0.label, $0.value) }, style: style)
    }
}

extension DumpFinding {
    fileprivate var document: JSONValue {
        [
            "severity": severity.rawValue.json, "code": code.rawValue.json,
            "message": .string(reason.isEmpty ? summary : "\(summary): \(reason)"),
            "remedy": commandRemedy.json,
        ]
    }
}
