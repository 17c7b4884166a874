import DataFolderKit
import Documents

/// Statistics.
extension APIRoute {
    package static let stats: [APIRoute] = [
        get(
            "/api/stats", "getStats",
            "How many gifts, contracts and payments of an organization are in which state", for: .money,
            [.org],
            answers: ShownStats.fields.schema
        ) { visit in
            let org = try await visit.listedOrganization()
            return try await visit.data.read { transaction in
                return try ShownStats(of: transaction.knownOrganization(org), in: transaction).document
            }
        }
    ]
}
