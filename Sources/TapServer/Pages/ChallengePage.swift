import HTMLKit
import MoneyKit

/// The page of the simulated bank, on which a payer confirms or refuses a payment.
struct ChallengePage: PageContent {
    let amount: Money
    let payee: String
    /// The URL to which the form is submitted.
    let action: String
    var complaint: String?
    /// Whether the page is in Arabic, as the pages for guardians are.
    var isArabic = false

    var title: String { isArabic ? "يطلب بنكك تأكيد الدفع" : "Your bank asks you to confirm the payment" }
    var body: HTML {
        """
        \(isArabic ? Self.headerInArabic : PageFrame.payee("Your bank", "Simulated 3-D Secure: no bank is contacted"))
        \(.complaint(complaint))
        \(isArabic ? questionInArabic : question)
        <form method="post" action="\(action)">
        <button name="answer" value="passed">\(isArabic ? "تأكيد الدفع" : "Complete authentication")</button>
        <button class="second" name="answer" value="failed">\(isArabic ? "رفض الدفع" : "Fail authentication")</button>
        </form>
        """
    }

    private var question: HTML {
        "<p>Do you want to pay <strong>\(amount.shown)</strong> to \(.name(payee))?</p>"
    }

    private static var headerInArabic: HTML {
        PageFrame.payee("بنكك", "محاكاة لخدمة <bdi>3-D Secure</bdi>: لا يُسأل أي بنك")
    }

    private var questionInArabic: HTML {
        "<p>هل تريد دفع <strong>\(DependentParts.amount(amount))</strong> إلى \(.name(payee))؟</p>"
    }
}
