import HTMLKit
import Processor
import ProcessorSimulator
import ServerKit

/// The forms for an account's details: `/pages/onboarding/{token}`.
enum OnboardingPages {
    static let routes: [PageRoute] = [
        .get(path) { request in
            let token = request.path("token")
            return show(try await request.processor.openOnboarding(token), token)
        },
        .post(path) { request in
            let token = request.path("token")
            return show(
                try await request.processor.finishOnboarding(
                    token, session: request.form["session"] ?? "", request.option("outcome"),
                    code: request.form["code"] ?? ""),
                token)
        },
    ]

    private static let path = "/pages/onboarding/{token}"

    private static func show(_ context: OnboardingRequestContext, _ token: String) -> ProcessorPageResponse {
        switch context {
        case .leaves(let address): .redirect(address)
        case .page(let page):
            ProcessorPageLayout.page(
                "Tell us about \(page.name ?? "your organization")", form(page, token),
                status: page.problem == nil ? 200 : 400)
        }
    }

    private static func form(_ page: OnboardingPage, _ token: String) -> HTML {
        let asked = page.currentlyDue.map { field -> HTML in
            "<li>\(RequirementText.words(for: field)) <code>\(field)</code></li>"
        }
        return """
            <p>Still required:</p>
            <ul>\(asked.isEmpty ? ["<li>nothing</li>"] : asked)</ul>
            \(ProcessorPageLayout.complaint(page.problem))
            <form method="post" action="/pages/onboarding/\(token)">
            <input type="hidden" name="session" value="\(page.session)">
            <label>The code sent to your phone <input name="code" value="000-000"></label>
            <p>
            <button name="outcome" value="complete">Complete: everything is verified</button>
            <button class="quiet" name="outcome" value="pending_verification">Submit: verification is pending</button>
            <button class="quiet" name="outcome" value="rejected">Submit: verification fails</button>
            <button class="quiet" name="outcome" value="abandoned">Leave without finishing</button>
            </p>
            </form>
            """
    }
}

/// The dashboard of an onboarded account: `/pages/express/{account}?token=…`.
enum ExpressPages {
    static let routes: [PageRoute] = [
        .get("/pages/express/{account}") { request in
            show(
                try await request.processor.expressPage(
                    of: request.path("account"), token: request.query["token"] ?? ""))
        }
    ]

    private static func show(_ page: ExpressPage) -> ProcessorPageResponse {
        let balances = page.balances.map { balance -> HTML in "<li>\(balance)</li>" }
        let payouts = page.payouts.map { payout -> HTML in
            "<li>\(payout.amount), \(payout.status.replacing("_", with: " ")), \(payout.arrives) (\(payout.id))</li>"
        }
        let bank = page.bankLast4.map { "Bank account ending in \($0)" } ?? "No bank account was provided."
        return ProcessorPageLayout.page(
            page.name ?? "Your account",
            """
            <h2>Balance</h2>
            <ul>\(balances.isEmpty ? ["<li>nothing yet</li>"] : balances)</ul>
            <h2>Payouts</h2>
            <ul>\(payouts.isEmpty ? ["<li>none yet</li>"] : payouts)</ul>
            <p>\(bank)</p>
            """)
    }
}
