package import DataFolderKit
package import Dependents
import Documents
import Giving

extension DependentProduct: APIProduct {
    package var routes: [APIRoute] { APIRoute.dependents }
}

/// Fees for dependents in a guardian's care.
extension APIRoute {
    package static let dependents: [APIRoute] = [
        get(
            "/api/dependents/{dependent}/review", "reviewDependent",
            "What a guardian sees before a dependent's fee is paid", for: .money,
            answers: .named(.dependent)
        ) { visit in
            let review = try await visit.data.products.dependents.review(visit.part("dependent"))
            guard visit.reaches(review.agency.id) else { throw DependentError.unknown("") }
            return review.document
        }
    ]
}

extension APIObject {
    /// A dependent with the fee that is due.
    package static let dependent = APIObject(
        name: "dependent",
        fields: [
            .always("object", .text(of: ["dependent"])), .always("id", .text()),
            .always("org", .text(), "who gets the fee"), .always("guardian", .text(), "who pays it"),
            .always("name", .text()), .always("relationship", .text()),
            .always("initials", .text(), "in place of a picture"), .always("service_type", .text()),
            .always("service_title", .text(), "the service, a hyphen, the name"),
            .always("due_date", .text(), "the last day"),
            .always("days_remaining", .number(), "0 is today, below it is overdue"),
            .always("fee_minor", .orNull(.number()), "halalas; null where nobody has said it"),
            .always("currency", .text(of: ["sar"])), .always("payable", .truth, "it can be paid now"),
            .always("status", .text(of: EnrolledDependent.Status.allCases.map(\.rawValue))),
            .always("payment", .orNull(.text()), "the last try to pay"),
            .always("paid_at", .orNull(.text())),
            .always("refunded_minor", .number(), "the refunded part of fee_minor"),
        ])
}

extension DependentError: APIFailure {
    package var apiRemedy: String { remedy }
}
