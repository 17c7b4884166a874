import MoneyKit
import Payees
import PaymentCore
import TimeKit

/// What a payee sees: how far its account is, and once it is active what was earned. Its own share, and no other figure.
struct PayeePage: Sendable {
    /// What an active account shows.
    struct Work: Sendable {
        let earnings: Earnings
        let history: EarningsPage
        let period: EarningsFilter
    }

    let profile: PayeeProfile
    let status: OnboardingStatus
    /// nil before the account is active.
    let work: Work?
    let token: String
    /// What was wrong with the last thing that was asked.
    var complaint: String?

    var title: String { work == nil ? "Set Up Payments" : "Earnings" }

    var body: HTML {
        """
        \(PageFrame.payee(profile.name, badge))
        \(HTML.complaint(complaint))
        \(work.map(earned) ?? setUp)
        """
    }

    private var badge: HTML { "Payouts: <strong>\(status.label)</strong>" }

    private var setUp: HTML {
        let words: HTML =
            switch status {
            case .pendingVerification:
                "<p class=\"note\">The processor is looking at what you told it. There is nothing to do until it has.</p>"
            case .failed(let reason): "<p class=\"complaint\">This did not work: \(reason).</p>"
            case .loading, .notSetUp, .active: .empty
            }
        return """
            <h2>Set Up Payments</h2>
            <p>Connect your bank account to receive earnings from completed jobs.</p>
            \(words)
            <form method="post" action="\(PayeePath.connect(token: token).text)">
            <button\(status == .pendingVerification ? " class=\"second\"" : HTML.empty)>\(button)</button>
            </form>
            <p class="quiet">Jobs are shown here once your account is active.</p>
            """
    }

    private var button: String {
        switch status {
        case .pendingVerification: "Look at what is missing"
        case .failed: "Try again"
        case .loading, .notSetUp, .active: "Connect with the payment processor"
        }
    }

    private func earned(_ work: Work) -> HTML {
        let sums = work.earnings
        let rows = [
            HTML.row("Today", "\(sums.today.shown)"), .row("This week", "\(sums.week.shown)"),
            .row("This month", "\(sums.month.shown)"), .row("Last 7 days", "\(sums.last7Days.shown)"),
            .row("Last 30 days", "\(sums.last30Days.shown)"),
            "<tr class=\"total\"><th scope=\"row\">In all</th><td class=\"sum\">\(sums.total.shown)</td></tr>",
        ]
        return """
            <table>
            \(rows)
            </table>
            <h2>Completed jobs</h2>
            \([filter(work.period), list(work.history), more(work)])
            """
    }

    private func filter(_ chosen: EarningsFilter) -> HTML {
        let options = EarningsFilter.allCases.map { period -> HTML in
            let mark: HTML = period == chosen ? " selected" : ""
            return "<option value=\"\(period.rawValue)\"\(mark)>\(period.words)</option>"
        }
        return """
            <form method="get" action="\(PayeePath.payee(token: token).text)">
            <label class="field">Time<select name="period">\(options)</select></label>
            <button class="second">Show</button>
            </form>
            """
    }

    private func list(_ history: EarningsPage) -> HTML {
        guard !history.entries.isEmpty else {
            return "<p role=\"status\">Nothing was earned in this time.</p>"
        }
        let rows = history.entries.map { entry -> HTML in
            """
            <tr><th scope="row">\(HTML.name(entry.address))<br><small>\(String(entry.date.prefix(10))), \
            \(entry.payoutStatus.words)</small></th><td class="sum">\(entry.amount.shown)</td></tr>
            """
        }
        return "<table>\n\(rows)\n</table>"
    }

    private func more(_ work: Work) -> HTML {
        guard let next = work.history.next else { return .empty }
        let address = "\(PayeePath.payee(token: token).text)?period=\(work.period.rawValue)&after=\(next)"
        return "<a class=\"button second\" href=\"\(address)\">Earlier ones</a>"
    }
}

/// Of which time earnings are listed.
enum EarningsFilter: String, CaseIterable, Sendable {
    case today, week, month, all

    /// By the payee's clock.
    var period: LocalPeriod {
        switch self {
        case .today: .today
        case .week: .thisWeek
        case .month: .thisMonth
        case .all: .allTime
        }
    }

    /// What a person reads.
    var words: String {
        switch self {
        case .today: "Today"
        case .week: "This week"
        case .month: "This month"
        case .all: "All time"
        }
    }
}

extension PayoutStatus {
    /// What a person reads.
    fileprivate var words: String {
        switch self {
        case .pending: "pending"
        case .processing: "processing"
        case .paid: "paid"
        case .failed: "failed"
        }
    }
}

/// The processor's page, as the simulation plays it: a person tells of the account, or goes away.
struct SimulatedOnboardingPage: Sendable {
    let name: String
    let token: String

    let title = "The payment processor asks"

    var body: HTML {
        let buttons = SimulatedOnboarding.allCases.map { outcome -> HTML in
            let mark: HTML = outcome == .complete ? .empty : " class=\"second\""
            return "<button name=\"outcome\" value=\"\(outcome.rawValue)\"\(mark)>\(outcome.words)</button>"
        }
        return """
            \(PageFrame.payee("Payment processor", "Simulated: nobody is asked, and nothing is kept"))
            <p>Here \(HTML.name(name)) would give a name, a date of birth and a bank account.</p>
            <form method="post" action="\(PayeePath.processor(token: token).text)">
            \(buttons)
            </form>
            """
    }
}

/// How a person leaves the processor's page.
public enum SimulatedOnboarding: String, CaseIterable, Sendable {
    /// All is told and accepted.
    case complete
    /// All is told, and the processor takes its time.
    case pending = "pending_verification"
    /// The person goes away.
    case abandoned
    /// The processor refuses.
    case rejected

    var words: String {
        switch self {
        case .complete: "Tell all of it"
        case .pending: "Tell it, and be looked at"
        case .abandoned: "Go away"
        case .rejected: "Be refused"
        }
    }
}
