import Giving

/// What somebody gave in a year.
extension APIRoute {
    static let statements: [APIRoute] = [
        get(
            "/api/organizations/{org}/statements/{donor}/{year}", "getStatement",
            "What a donor gave to an organization in a year", for: .money, answers: .named(.statement)
        ) { visit in
            let id = try await visit.organization(visit.part("org"))
            let nothing = GivingError(
                .notFound, "statement of this donor and year",
                wanted: "there is one of every year in which they gave something that is left")
            guard let year = Int(visit.part("year")), (1...9998).contains(year),
                let donor = try await visit.data.read({ try $0.donor(visit.part("donor")) })
            else { throw nothing }
            let statement = try await visit.data.giving.statement(to: id, of: .id(donor.id), year: year)
            // Whoever gave nothing here is not named: they may be another organization's donor.
            guard !statement.lines.isEmpty else { throw nothing }
            return statement.document
        }
    ]
}
