import Dependents
import HTMLKit
import MoneyKit
import TimeKit

/// The page on which a guardian reviews a dependent's fee before payment. It shows the dependent, the
/// service, the due date and the amount, with a button that pays exactly this fee.
struct DependentReviewPage: PageContent {
    let review: DependentReview
    let token: String
    /// The card that the guardian chose before the form was refused. It stays selected. Nil if the form has
    /// not been submitted.
    var card: TestCard?
    var complaint: String?

    private var dependent: Dependent { review.dependent }

    var title: String { dependent.isolatedTitle }

    var body: HTML {
        """
        \(DependentParts.header(dependent))
        \(.complaint(complaint))
        <table>
        \(.row("الخدمة", HTML.name(dependent.serviceType)))
        \(.row("الجهة", HTML.name(review.agency.name)))
        \(.row("الموعد", deadline))
        \(.row("الرسوم", fee))
        </table>
        \(action)
        <a class="button second" href="\(DependentPath.list(token))">رجوع</a>
        """
    }

    private var deadline: HTML {
        """
        <span>\(review.remaining.text(in: .arabic))</span><br>\
        <small><time datetime="\(dependent.due.iso8601)" dir="ltr">\(dependent.due.iso8601)</time></small>
        """
    }

    private var fee: HTML { dependent.fee.map(DependentParts.amount) ?? "غير معروفة" }

    private var action: HTML {
        switch review.approval {
        case .payable(let fee):
            """
            <form method="post" action="\(DependentPath.approve(token, dependent.id))">
            \(.hidden("fee", String(fee.minorUnits)))
            <label class="field">البطاقة (للتجربة فقط)
            <select name="method" autocomplete="off" dir="ltr"\(.refused(complaint != nil))>\(cards)</select></label>
            <button>الموافقة ودفع \(DependentParts.amount(fee))</button>
            </form>
            """
        case .bankAsks:
            """
            <p class="note">يطلب بنكك تأكيد الدفع. لم يُسحب أي مبلغ بعد.</p>
            <a class="button" href="\(DependentPath.bank(token, dependent.id))">المتابعة إلى البنك</a>
            """
        case .paid where review.enrolled.status == .disputed:
            """
            <p class="note">اعترض بنكك على هذا الدفع. لا شيء مستحق الآن.</p>
            """
        case .paid:
            """
            <p class="note">دُفعت الرسوم\(refunded)، ولا شيء مستحق.</p>
            <a class="button" href="\(DependentPath.confirmation(token, dependent.id))">تأكيد الدفع</a>
            """
        case .refunded(let fee):
            """
            <p class="note">دُفعت الرسوم ثم رُدّت كاملة (\(DependentParts.amount(fee)))، ولا شيء مستحق.</p>
            """
        case .noFee:
            """
            <p class="note">لا يمكن الدفع: رسوم هذه الخدمة غير معروفة. اسأل الجهة عنها.</p>
            <button disabled>الموافقة والدفع</button>
            """
        }
    }

    /// The clause about a partial refund of the fee; empty if nothing was refunded.
    private var refunded: HTML {
        review.refunded.map { "، ورُدّ منها \(DependentParts.amount($0))" } ?? .empty
    }

    private var cards: [HTML] {
        TestCard.allCases.map { HTML.option($0.rawValue, $0.words, isChosen: $0 == card) }
    }
}

/// The page that confirms the payment of a dependent's fee.
struct DependentConfirmationPage: PageContent {
    let review: DependentReview
    let token: String

    let title = "تم الدفع"

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(DependentParts.header(review.dependent, level: "h2"))
        <table>
        \(.row("الخدمة", HTML.name(review.dependent.serviceType)))
        \(.row("الجهة", HTML.name(review.agency.name)))
        \(review.dependent.fee.map { HTML.row("المدفوع", DependentParts.amount($0)) } ?? .empty)
        \(review.refunded.map { HTML.row("المردود", DependentParts.amount($0)) } ?? .empty)
        </table>
        <a class="button" href="\(DependentPath.list(token))">تم</a>
        """
    }
}

/// HTML elements that several pages for guardians share.
enum DependentParts {
    /// Returns a header for the dependent: initials instead of a picture, the name, and the relationship to
    /// the guardian.
    static func header(_ dependent: Dependent, level: HTML = "h1") -> HTML {
        """
        <header class="payee">
        <span class="initials" aria-hidden="true">\(dependent.initials)</span>
        <div><\(level)>\(.name(dependent.name))</\(level)>\
        <p class="quiet">\(.name(dependent.relationship))</p></div>
        </header>
        """
    }

    /// Returns an amount in the Saudi Arabian format, with the digits 0 to 9.
    static func amount(_ money: Money) -> HTML { HTML.name(money.formatted(MoneyLocale("ar-SA"))) }
}

/// The page that lists a guardian's dependents. Each dependent has a card that links to the review of the
/// dependent's fee.
struct DependentListPage: PageContent {
    let reviews: [DependentReview]
    let token: String
    var complaint: String?

    let title = "التابعون"

    var body: HTML {
        """
        <h1>\(title)</h1>
        \(.complaint(complaint))
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
    /// The service and the name, each isolated so that they cannot affect each other's text direction.
    var title: HTML { "\(.name(serviceType)) - \(.name(name))" }
}
