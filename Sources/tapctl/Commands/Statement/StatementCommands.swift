import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import Foundation
import Giving
import PDFDrawing
import TimeKit

/// `tapctl statement`: creates yearly statements for donors.
struct StatementCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statement", abstract: "Create yearly statements.", subcommands: [StatementMake.self])
}

/// `tapctl statement make`: creates yearly statements of donors' gifts to an organization.
struct StatementMake: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Create a donor's yearly statement.",
        discussion: """
            EXAMPLES:
              tapctl statement make --org WoodlandsChurch \\
                  --email donor@example.org --year 2026
              tapctl statement make --org WoodlandsChurch \\
                  --donor donor_01jd3x0... --year 2026 --output statement.html
              tapctl statement make --org WoodlandsChurch --year 2026 --all \\
                  --format pdf --output statements/

            Dates are in the organization's time zone. Gifts that were fully refunded, lost
            to a dispute or never paid are not included. The wording depends on the
            organization's country. --all writes one file for each donor who gave in the
            year, and names the file after the donor. The extension of the --output file
            selects the format, unless you use --format.
            """)

    /// The output formats of a statement.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, html, csv, pdf

        /// The file extension of this format, without a dot.
        var ending: String { self == .text ? "txt" : rawValue }
    }

    @Option(help: .organization)
    var org: String

    @Option(help: "The donor, by id or e-mail address.")
    var donor: String?

    @Option(help: ArgumentHelp("The donor's e-mail address, instead of --donor.", valueName: "address"))
    var email: String?

    @Flag(help: "Write one file to the --output folder for each donor who gave in the year.")
    var all = false

    @Option(help: "The year.")
    var year: Int

    @Option(help: "The format: text, html, csv or pdf. (default: from the file's extension, else text)")
    var format: Format?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The output file, or the folder for --all. (default: standard output)", valueName: "path"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if [donor != nil, email != nil, all].count(where: \.self) != 1 {
            throw ValidationError("Use one of --donor, --email and --all.")
        }
        if all, target == nil {
            throw ValidationError("--all needs a folder, for example --output statements/.")
        }
        try Statement.years.validate(year, of: "--year")
        if !all { try checkFormat() }
    }

    /// Rejects an output file whose extension contradicts `--format` or, without `--format`, is unknown. Also
    /// rejects a PDF file on a terminal.
    private func checkFormat() throws {
        let known = Format.allCases.map(\.ending)
        guard let format else { return try PaperFile.refuseUnknown(path, known: known) }
        if let target {
            let ending = PaperFile.ending(of: target)
            guard known.contains(ending), ending != format.ending else { return }
            throw ValidationError("--format \(format.rawValue) contradicts the file's extension .\(ending).")
        }
        if format == .pdf, !output.json, StandardStream.out.isTerminal {
            throw ValidationError("A terminal cannot show a PDF file. Use --output statement.pdf.")
        }
    }

    /// The path of the output file or, with `--all`, of the output folder. Nil for standard output.
    private var target: String? { PaperFile.target(path) }

    func run() async throws {
        if wanted == .pdf { try PDFLibrary.load() }
        let path = target
        if all, let path { return try await makeAll(in: path) }
        if let path { try NewFile.refuseExisting([path], force: force) }
        let name = email.map(DonorName.email) ?? DonorName(donor ?? "")
        let statement = try await data.withData(needsProcessor: false) { data in
            let donor = try await data.read { try $0.knownDonor(name) }
            return try await data.giving.statement(to: org, of: .id(donor.id), year: year)
        }
        var missing: Set<Unicode.Scalar> = []
        let paper = try paper(of: statement, &missing)
        if let path { try NewFile.write(paper, to: path, force: force) }
        if output.json {
            try output.print(statement.document, "")
        } else if let path {
            try output.print(nil, Self.line(of: statement, in: path))
        } else {
            try StandardStream.out.write(paper)
        }
        MissingFonts.warn(of: missing)
    }

    /// Writes a statement file for each donor. If one of the files already exists and `force` is false,
    /// throws an error and writes no files.
    private func makeAll(in folder: String) async throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
            throw CommandError(
                usage: "--all needs a folder, but \(folder) is a file",
                remedy: "choose a folder: --output statements/")
        }
        let found = try await data.withData(needsProcessor: false) {
            try await $0.giving.statements(to: org, year: year)
        }
        let base = folder.hasSuffix("/") ? folder : folder + "/"
        let names = StatementFileName.names(
            of: found.map { (id: $0.donor, name: $0.statement.donorName) }, year: year)
        let files = zip(names, found).sorted { $0.0 < $1.0 }.map { name, entry in
            (path: "\(base)\(name).\(wanted.ending)", statement: entry.statement)
        }
        try NewFile.refuseExisting(files.map(\.path), force: force)
        if !files.isEmpty { try NewFile.makeFolder(folder) }
        var missing: Set<Unicode.Scalar> = []
        for file in files {
            try NewFile.write(paper(of: file.statement, &missing), to: file.path, force: force)
        }
        try output.print(.list(files.map(\.statement.document))) { _ in
            guard !files.isEmpty else { return "there are no statements for \(year)" }
            return files.map { Self.line(of: $0.statement, in: $0.path) }.joined(separator: "\n")
        }
        MissingFonts.warn(of: missing)
    }

    private static func line(of statement: Statement, in path: String) -> String {
        let gifts = counted(statement.lines.count, "gift")
        return "\(printable(path))  \(gifts), \(statement.sum.total.shown)"
    }

    private var wanted: Format {
        if let format { return format }
        let ending = target.map(PaperFile.ending(of:)) ?? ""
        return Format.allCases.first { $0.ending == ending } ?? .text
    }

    /// Returns a statement in the requested format.
    ///
    /// - Parameter missing: Receives the characters that a PDF file cannot show because no font on this
    ///   machine has them.
    private func paper(of statement: Statement, _ missing: inout Set<Unicode.Scalar>) throws -> [UInt8] {
        let text = StatementText(statement)
        switch wanted {
        case .text: return Array(text.text.utf8)
        case .html: return Array(text.html.utf8)
        case .csv: return Array(text.csv.utf8)
        case .pdf:
            let drawn = try text.drawnPDF()
            missing.formUnion(drawn.charactersWithoutFont)
            return drawn.bytes
        }
    }
}
