import ArgumentParser
import Giving

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

    /// Writes the lines of a sheet.
    func print(_ lines: [[CSVLine.Field]]) throws {
        try StandardStream.out.write(lines.map(CSVLine.text).joined())
    }
}
