import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// `/pages/express/{account}?token=…`: the dashboard of an onboarded account.
enum ExpressPages {
    static let routes: [PageRoute] = [
        .get("/pages/express/{account}") { request in
            show(
                try await request.processor.expressPage(
                    of: request.path("account"), token: request.query["token"] ?? ""))
        }
    ]

    private static func show(_ page: ExpressPage) -> PageAnswer {
        let balances = page.balances.map { balance -> HTML in "<li>\(balance)</li>" }
        let payouts = page.payouts.map { payout -> HTML in
            "<li>\(payout.amount), \(payout.status), \(payout.arrives) (\(payout.id))</li>"
        }
        let bank = page.bankLast4.map { "Bank account ending in \($0)" } ?? "No bank account was told."
        return PageLook.page(
            page.name ?? page.account,
            """
            <h2>Balance</h2>
            <ul>\(balances.isEmpty ? ["<li>nothing yet</li>"] : balances)</ul>
            <h2>Payouts</h2>
            <ul>\(payouts.isEmpty ? ["<li>none yet</li>"] : payouts)</ul>
            <p>\(bank)</p>
            """)
    }
}
