import ArgumentParser
import Documents
import Giving
import TextKit

/// `--format csv`: the same for a spreadsheet.
struct SheetOptions: ParsableArguments {
    /// As what an answer is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv
    }

    @Option(help: ArgumentHelp("text, or csv for a spreadsheet. (default: text)", valueName: "format"))
    var format: Format?

    /// Whether a spreadsheet reads it.
    var isWanted: Bool { format == .csv }

    /// One answer has one form.
    func refuse(beside output: OutputOptions) throws {
        if isWanted, output.json { throw ValidationError("Give --format csv or --json.") }
    }

    /// Writes a sheet page after page, since there may be any number: all, or as many as `--limit` says.
    ///
    /// - Parameters:
    ///   - found: The elements behind an id, at most so many, with the names that their lines need. The first page is
    ///     behind what `page` says, and asked for with nil.
    ///   - lines: The lines of one element.
    func printAll<Element: Sendable>(
        _ page: PageOptions, head: [CSVLine.Field], id: (Element) -> String,
        found: (_ cursor: String?, _ limit: Int) async throws -> ([Element], GivingNames),
        lines: (Element, GivingNames) -> [[CSVLine.Field]]
    ) async throws {
        var (cursor, left) = (String?.none, page.limit ?? .max)
        while left > 0 {
            let (elements, names) = try await found(cursor, min(left, 500))
            // Not before there is an answer: what was refused has no head.
            if cursor == nil { try print([head]) }
            guard let last = elements.last else { return }
            try print(elements.flatMap { lines($0, names) })
            (cursor, left) = (id(last), left - elements.count)
        }
    }

    /// Writes the lines of a sheet.
    func print(_ lines: [[CSVLine.Field]]) throws {
        try StandardStream.out.write(lines.map(CSVLine.text).joined())
    }
}
