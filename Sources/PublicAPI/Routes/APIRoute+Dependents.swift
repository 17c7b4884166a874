package import DataFolderKit
package import Dependents
import Documents
import Giving

extension DependentProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.dependents }
}

/// Operations on fees for dependents in a guardian's care.
extension APIRoute {
    static let dependents: [APIRoute] = [
        get(
            "/api/dependents/{dependent}/review", "reviewDependent",
            "Get a dependent's fee as shown to the guardian before payment", for: .money,
            answers: DependentReview.schema
        ) { context in
            let id = context.part("dependent")
            let enrolled = try await context.owned(.dependent, id) { transaction in
                try transaction.dependent(id).map { ($0, $0.agency) }
            }
            return try await context.data.products.dependents.review(enrolled.id).document
        }
    ]
}

extension DependentError: APIFailure {
    package var apiRemedy: String { remedy }
}
