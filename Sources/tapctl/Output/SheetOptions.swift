import ArgumentParser
import Documents
import Giving
import TextKit

/// The option `--format csv`, which selects output for a spreadsheet.
struct SheetOptions: ParsableArguments {
    /// The output formats of a list.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, csv
    }

    @Option(help: "The format: text, or csv for a spreadsheet. (default: text)")
    var format: Format?

    /// Whether the output is for a spreadsheet.
    var isWanted: Bool { format == .csv }

    /// Rejects the combination of `--format csv` and `--json`.
    func refuse(beside output: OutputOptions) throws {
        if isWanted, output.json { throw ValidationError("Use either --format csv or --json.") }
    }

    /// Writes the lines of a CSV file page by page, because the number of lines is unlimited. Writes all
    /// elements, or as many as `--limit` allows.
    ///
    /// - Parameters:
    ///     - page: The options that select the elements.
    ///     - head: The header line.
    ///     - id: Returns the id of an element.
    ///     - found: Returns the elements after an id, up to a limit, and the names and time zones for writing
    ///       these elements. In the first call, the id is nil, and the elements after the cursor of `page`
    ///       are returned.
    ///     - lines: Returns the CSV lines of one element.
    func printAll<Element: Sendable>(
        _ page: PageOptions, head: [CSVLine.Field], id: (Element) -> String,
        found: (_ cursor: String?, _ limit: Int) async throws -> ([Element], GivingNames),
        lines: (Element, GivingNames) -> [[CSVLine.Field]]
    ) async throws {
        var (cursor, left) = (String?.none, page.limit ?? .max)
        while left > 0 {
            let (elements, names) = try await found(cursor, min(left, 500))
            // The header is printed only after a successful fetch, so a failed command prints none.
            if cursor == nil { try print([head]) }
            guard let last = elements.last else { return }
            try print(elements.flatMap { lines($0, names) })
            (cursor, left) = (id(last), left - elements.count)
        }
    }

    /// Writes lines of a CSV file to standard output.
    func print(_ lines: [[CSVLine.Field]]) throws {
        try StandardStream.out.write(lines.map(CSVLine.text).joined())
    }
}
