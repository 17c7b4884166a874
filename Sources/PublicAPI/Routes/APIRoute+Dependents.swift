package import DataFolderKit
package import Dependents
import Documents
import Giving

extension DependentProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.dependents }
}

/// Operations on fees for dependents in a guardian's care.
extension APIRoute {
    package static let dependents: [APIRoute] = [
        get(
            "/api/dependents/{dependent}/review", "reviewDependent",
            "Get a dependent's fee as shown to the guardian before payment", for: .money,
            answers: DependentReview.fields.schema
        ) { context in
            let review = try await context.data.products.dependents.review(context.part("dependent"))
            guard context.reaches(review.agency.id) else { throw DependentError.unknown("") }
            return review.document
        }
    ]
}

extension DependentError: APIFailure {
    package var apiRemedy: String { remedy }
}
