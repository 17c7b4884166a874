import DataFolderKit
import Documents

/// Statistics.
extension APIRoute {
    package static let stats: [APIRoute] = [
        get(
            "/api/stats", "getStats",
            "How many gifts, contracts and payments of an organization are in which state", for: .money,
            [.maybe("org", .text(), "the organization; needed where the key reaches several")],
            answers: .named(.stats)
        ) { visit in
            let org = try await visit.listedOrganization()
            return try await visit.data.read { transaction in
                let organization = try transaction.knownOrganization(org)
                let gifts = try GiftStats(of: organization, in: transaction)
                return try ProductStats(of: organization, in: transaction).add(to: gifts.document)
            }
        }
    ]
}
