import ArgumentParser
import Giving
import TimeKit

/// `tapctl statement make`: what a donor gave to an organization in a year.
struct StatementMake: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "State what a donor gave in a year.",
        discussion: """
            EXAMPLES:
              tapctl statement make --org WoodlandsChurch --email donor@example.org --year 2026
              tapctl statement make --org WoodlandsChurch --donor donor_01jd3x0… --year 2026 \\
                  --format html --output statement.html

            The year is that of the organization's clock. Gifts that went back whole, were
            lost to a dispute or never paid are not on it. The words are those of the
            organization's country.
            """)

    /// As what it is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, html, csv
    }

    @Option(help: ArgumentHelp("The organization.", valueName: "id"))
    var org: String

    @Option(help: ArgumentHelp("The donor.", valueName: "id"))
    var donor: String?

    @Option(help: ArgumentHelp("The donor's e-mail address, in place of --donor.", valueName: "address"))
    var email: String?

    @Option(help: ArgumentHelp("The year.", valueName: "year"))
    var year: Int

    @Option(help: ArgumentHelp("text, html or csv.", valueName: "format"))
    var format = Format.text

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The file; else standard output.", valueName: "path"), completion: .file())
    var path: String?

    @Flag(help: "Replace a file that is there already.")
    var force = false

    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if (donor == nil) == (email == nil) { throw ValidationError("Give one of --donor and --email.") }
        if !(1...9998).contains(year) { throw ValidationError("--year takes 1 to 9998.") }
    }

    func run() async throws {
        if let path { try NewFile.refuseExisting([path], force: force) }
        let (org, year) = (org, year)
        let name = email.map(DonorName.email) ?? .id(donor ?? "")
        let statement = try await data.withData {
            try await $0.giving.statement(to: org, of: name, year: year)
        }
        let paper = paper(of: StatementText(statement))
        if let path { try NewFile.write(Array(paper.utf8), to: path, force: force) }
        if output.json {
            try output.print(statement.document) { _ in "" }
        } else if let path {
            let gifts = counted(statement.lines.count, "gift")
            try output.print(nil) { _ in "\(printable(path))  \(gifts), \(statement.sum.total.shown)" }
        } else {
            try StandardStream.out.write(paper)
        }
    }

    private func paper(of text: StatementText) -> String {
        switch format {
        case .text: text.text
        case .html: text.html
        case .csv: text.csv
        }
    }
}
