import DataFolderKit
import Documents
import Giving

/// The key's organizations.
extension APIRoute {
    package static let organizations: [APIRoute] = [
        get(
            "/api/organizations", "listOrganizations", "The key's organizations, by id", for: .money,
            APIPage.fields, answers: .page(of: ShownOrganization.fields.schema)
        ) { visit in
            let page = APIPage(visit.fields)
            let ids = visit.organizations.sorted { $0.lowercased() < $1.lowercased() }
                .filter { $0.lowercased() > (page.behind ?? "").lowercased() }.prefix(page.asked)
            return try await visit.data.read { transaction in
                let found = try ids.compactMap { try transaction.organization($0) }
                return page.document(try found.map { try ShownOrganization($0, in: transaction).document })
            }
        },
        get(
            "/api/organizations/{org}", "getOrganization", "An organization, by its id or another name",
            for: .money, answers: ShownOrganization.fields.schema
        ) { visit in
            let id = try await visit.organization(visit.part("org"))
            return try await visit.data.organization(id).document
        },
    ]
}
