import ArgumentParser
import DataFolderKit
import Documents
import PublicAPI
import TagRegistry
import TextKit
import TimeKit

/// The options for the seats of a batch and the destinations of their tags.
struct BatchRowOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A CSV table of seats, or - for standard input; see docs/batch.md.", valueName: "path"),
        completion: .file(extensions: ["csv"]))
    var csv: String?

    @Option(help: ArgumentHelp("The number of seats, instead of a table.", valueName: "number"))
    var count: Int?

    @Option(help: ArgumentHelp("The place of the seats, such as \"rows A-F\" or Lobby.", valueName: "text"))
    var place: String?

    @Option(help: ArgumentHelp("The campus where the seats are.", valueName: "text"))
    var campus: String?

    @OptionGroup var destination: DestinationOptions

    func validate() throws {
        if (csv == nil) == (count == nil) { throw ValidationError("Use either --csv or --count.") }
        if csv != nil, place != nil {
            throw ValidationError("--place requires --count; with --csv, the table lists the seats.")
        }
        if let count, !(1...BatchRow.most).contains(count) {
            throw ValidationError("--count must be between 1 and \(BatchRow.most).")
        }
        if count != nil, destination.isEmpty { throw ValidationError("Use either --org or --url.") }
    }

    /// Returns the rows given by the options or by the table.
    ///
    /// - Throws: ``BatchRefusal`` if the table is invalid.
    func read() throws -> [BatchJob.Row] {
        var common = destination.row
        common.campus = campus ?? ""
        var job = BatchJob(batch: Batch(name: "", created: .earliest), rows: try typed())
        job.fill(from: common)
        return job.rows
    }

    private func typed() throws -> [BatchJob.Row] {
        guard let csv else {
            return try BatchJob.Row.counted(count ?? 1, place: place ?? "")
        }
        let bytes = try Input.read(csv)
        do {
            let table = BatchTable(try CSVTable(bytes))
            guard table.problems.isEmpty else {
                throw BatchRefusal(problems: table.problems, rows: table.rows.count)
            }
            return table.rows
        } catch let error as CSVError {
            let problem = BatchProblem(.notATable, line: error.line, "\(error.summary): \(error.remedy)")
            throw BatchRefusal(problems: [problem], rows: 0)
        }
    }
}
