import Dependents
import HTMLKit

/// Everybody in a guardian's care: each is a card that leads to its review.
struct DependentListPage: PageContent {
    let reviews: [DependentReview]
    let token: String
    var complaint: String?

    var title: String { "التابعون" }

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(HTML.complaint(complaint))
        \(reviews.isEmpty ? "<p class=\"quiet\">لا يوجد تابعون.</p>" : HTML.lines(reviews.map(card)))
        """
    }

    private func card(_ review: DependentReview) -> HTML {
        let dependent = review.dependent
        let state: HTML =
            switch review.enrolled.status {
            case .listed, .failed: "\(review.remaining.text(in: .arabic))"
            case .confirmed: "تم الدفع"
            case .refunded: "رُدّت الرسوم"
            case .partiallyRefunded: "تم الدفع، ورُدّ جزء منه"
            case .disputed: "اعترض البنك على الدفع"
            }
        return """
            <a class="button second" href="\(DependentPath.review(token, dependent.id))">\
            \(dependent.title)<br><small>\(state)</small></a>
            """
    }
}

extension Dependent {
    /// The service and the name, neither of which moves the other.
    var title: HTML { "\(HTML.name(serviceType)) - \(HTML.name(name))" }
}
