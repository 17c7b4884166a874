import DataFolderKit
import Documents
import Giving

/// Operations on the yearly statements of donors.
extension APIRoute {
    static let statements: [APIRoute] = [
        get(
            "/api/organizations/{org}/statements/{donor}/{year}", "getStatement",
            "Get a donor's statement from an organization for a year", for: .money,
            answers: Statement.schema
        ) { context in
            let id = try await context.organization()
            let nothing = APIObject.statement.notYours(context.part("donor"))
            guard let year = Int(context.part("year")), Statement.years.contains(year),
                let donor = try await context.data.read({ try $0.donor(context.part("donor")) })
            else { throw nothing }
            let statement = try await context.data.giving.statement(to: id, of: .id(donor.id), year: year)
            // The message does not contain the donor's name, because the donor may belong to another organization.
            guard !statement.lines.isEmpty else { throw nothing }
            return statement.document
        },
        list(
            "/api/organizations/{org}/statements/{year}", "listStatements",
            "List an organization's statements for a year, one for each donor, newest donor first",
            for: .money, of: StatementOfDonor.schema
        ) { context, page in
            let id = try await context.organization()
            guard let year = Int(context.part("year")), Statement.years.contains(year) else {
                throw GivingError(
                    .notFound, "statement for \(context.part("year").prefix(12))",
                    wanted:
                        "the year must be from \(Statement.years.lowerBound) to \(Statement.years.upperBound)"
                )
            }
            try await context.data.read { transaction in
                try page.check {
                    try !transaction.gifts(GiftQuery(organization: id, donor: $0, limit: 1)).isEmpty
                }
            }
            return try await context.data.giving.statements(
                to: id, year: year, after: page.after, limit: page.asked
            ).map { StatementOfDonor(statement: $0.statement, donor: $0.donor).document }
        },
    ]
}

/// A donor's statement, as an element of a list of statements.
private struct StatementOfDonor: Documented {
    let statement: Statement
    let donor: String

    static let fields = DocumentFields<StatementOfDonor>(named: "statement_of_donor") {
        Statement.fields(of: \.statement)
        Field("donor", "the donor's id; use it as starting_after") { $0.donor }
    }
}

/// Operations on the statistics of an organization.
extension APIRoute {
    static let stats: [APIRoute] = [
        get(
            "/api/stats", "getStats",
            "Count an organization's gifts, contracts and payments by status", for: .money,
            [.org],
            answers: CombinedStats.schema
        ) { context in
            let org = try await context.listedOrganization()
            return try await context.data.read { transaction in
                try CombinedStats(of: transaction.knownOrganization(org), in: transaction).document
            }
        }
    ]
}
