import ArgumentParser
import Giving

/// `tapctl org edit`: what was entered, changed.
struct OrgEdit: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change an organization.",
        discussion: """
            EXAMPLES:
              tapctl org edit WoodlandsChurch --least 10 --presets 10,25,50,100
              tapctl org edit WoodlandsChurch --status suspended
              tapctl org edit WoodlandsChurch --default-fund 12

            An empty --logo or --tax-id takes it away. The currency stays for ever.
            """)

    @Argument(help: "Its id.")
    var id: String

    @OptionGroup var entered: OrgFieldOptions

    @Option(
        help: ArgumentHelp("active, suspended or closed.", valueName: "status"),
        completion: .list(Organization.Status.allCases.map(\.rawValue)), transform: OrgEdit.status)
    var status: Organization.Status?

    @Option(help: ArgumentHelp("The fund that is meant where none is named.", valueName: "id"))
    var defaultFund: String?

    @OptionGroup var data: ServiceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (id, fields, status, fund) = (id, entered.fields, status, defaultFund)
        let shown = try await data.withData(needsProcessor: false) { data in
            try await data.write { unit, _ in
                _ = try unit.editOrganization(id, fields)
                if let status { _ = try unit.setStatus(status, ofOrganization: id) }
                if let fund { _ = try unit.setDefaultFund(fund, of: id) }
            }
            return try await data.organization(id)
        }
        try output.print(shown.document) { columns(shown.lines(style: $0), style: $0) }
    }

    private static func status(_ text: String) throws -> Organization.Status {
        guard let status = Organization.Status(rawValue: text) else {
            throw ValidationError(
                "There is: \(Organization.Status.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return status
    }
}
