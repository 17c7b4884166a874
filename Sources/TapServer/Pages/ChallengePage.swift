import MoneyKit

/// The page of a payer's bank, as the simulation plays it.
struct ChallengePage: Hashable, Sendable {
    let amount: Money
    let payee: String
    /// Where the answer goes.
    let action: String
    var complaint: String?

    var body: HTML {
        """
        \(PageFrame.payee("Your bank", "Simulated 3-D Secure: no bank is asked"))
        \(HTML.complaint(complaint))
        <p>Do you want to pay <strong>\(amount.shown)</strong> to \(HTML.name(payee))?</p>
        <form method="post" action="\(action)">
        <button name="answer" value="passed">Complete authentication</button>
        <button class="second" name="answer" value="failed">Fail authentication</button>
        </form>
        """
    }
}
