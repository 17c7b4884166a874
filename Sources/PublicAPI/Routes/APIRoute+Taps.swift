import DataFolderKit
import Documents
import Giving

/// Taps of phones. A gift names its tap, so taps require the permission to read gifts.
extension APIRoute {
    static let taps: [APIRoute] = [
        get(
            "/api/taps", "listTaps", "Taps that led to an organization, newest first", for: .money,
            [.org]
                + APIPage.fields,
            answers: .page(of: Tap.fields.schema)
        ) { visit in
            let (page, id) = (APIPage(visit.fields), try await visit.listedOrganization())
            return try await visit.data.read { transaction in
                try page.check { try transaction.tap($0)?.organization == id }
                let found = try transaction.taps(organization: id, behind: page.behind, limit: page.asked)
                return page.document(found.map(\.document))
            }
        }
    ]
}
