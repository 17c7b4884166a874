public import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import Giving
import InvocationRouter
public import TagRegistry

/// `tapctl batch export`: exports the written tags for spreadsheets, programs, printers and web servers.
struct BatchExportCommand: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export a batch as a table, a printable sheet or a redirect map.",
        discussion: """
            EXAMPLES:
              tapctl batch export Main -o main.csv
              tapctl batch export Main --json
              tapctl batch export Main --sheet -o main.html
              tapctl batch export --static nginx -o tags.conf

            The table (CSV) has a row for each seat, with its URL, the UID of its tag, the
            result of the signature check, the SHA-256 of the message that was read back,
            and the time when the tag was verified. The sheet shows each seat with a QR
            code for phones that cannot read tags. A redirect map lets a web server
            (netlify, nginx or apache) redirect managed tags; without a batch name, it
            contains the tags of all batches.
            """)

    @Argument(help: "The batch.")
    var name: String?

    @Flag(help: "Write a printable page with each seat's QR code.")
    var sheet = false

    @Option(
        name: .customLong("static"),
        help: ArgumentHelp("Write a redirect map for netlify, nginx or apache.", valueName: "server"))
    var redirects: RedirectMap.Form?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file to write. (default: standard output)", valueName: "path"),
        completion: .file())
    var path: String?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var hosts: HostOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sheet, redirects != nil { throw ValidationError("Use either --sheet or --static.") }
        if name == nil, redirects == nil { throw ValidationError("Name a batch, or use --static.") }
    }

    func run() async throws {
        if let path { try NewFile.refuseExisting([path], force: force) }
        let exported = try await exported()
        if let path {
            let text = output.json ? exported.document.text + "\n" : exported.text
            try NewFile.write(Array(text.utf8), to: path, force: force)
            Terminal.say("\(printable(path))  \(exported.sentence)")
        } else if output.json {
            try output.print(exported.document, "")
        } else {
            try StandardStream.out.write(exported.text)
        }
    }

    private typealias Exported = (document: JSONValue, text: String, sentence: String)

    private func exported() async throws -> Exported {
        if let redirects {
            let map = try await data.read { transaction in
                let batch = try name.map { try transaction.knownBatch($0).name }
                return RedirectMap(try transaction.allDestinations(of: batch))
            }
            return (map.document, map.text(redirects), counted(map.entries.count, "managed tag"))
        }
        let (export, captions) = try await data.read { transaction in
            let export = try transaction.export(name ?? "")
            return (export, sheet ? try Self.captions(of: export, in: transaction) : [:])
        }
        let sentence = counted(export.rows.count, "row")
        guard sheet else { return (export.document, export.csv, sentence) }
        let page = try SeatSheet(export, hosts: hosts.hosts()).html(
            caption: { captions[Self.destination(of: $0)] ?? SeatSheet.Caption() },
            code: { try QRCode($0).svg })
        return (export.document, page, sentence)
    }

    /// Returns the names of the organization and the fund, and the organization's color, for each destination
    /// in a batch. If the directory does not contain the organization, its id is used as its name. The name
    /// of an unknown fund is omitted.
    private static func captions(
        of export: BatchExport, in transaction: Transaction
    ) throws -> [[String?]: SeatSheet.Caption] {
        var captions: [[String?]: SeatSheet.Caption] = [:]
        for row in export.rows.map(\.row) where captions[destination(of: row)] == nil {
            guard let org = row.org else { continue }
            let fund = try row.fund.flatMap { try transaction.fund($0, of: org) }
            let organization = try transaction.organization(org)
            captions[destination(of: row)] = SeatSheet.Caption(
                organization: organization?.displayName ?? org, fund: fund?.name, color: organization?.color)
        }
        return captions
    }

    private static func destination(of row: BatchRow) -> [String?] { [row.org, row.fund] }
}

extension RedirectMap.Form: ExpressibleByArgument {}
