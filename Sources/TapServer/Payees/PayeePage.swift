import HTMLKit
import MoneyKit
import Payees
import PaymentCore
import ServerKit
import TextKit
import TimeKit

/// The page of a payee. It shows the earnings if the account is active, and otherwise the onboarding state.
/// If the `PayeeGate` rule is turned off for tests, it always shows the earnings. For each payment, it shows
/// only the payee's share.
struct PayeePage: FormPage {
    /// The earnings that the page shows.
    struct Work {
        let earnings: Earnings
        let history: EarningsPage
        let choice: EarningsChoice
        /// The total earnings in the chosen period.
        let chosen: Money
        /// The current year in the payee's time zone.
        let year: Int
    }

    let profile: PayeeProfile
    let status: OnboardingStatus
    /// The earnings; nil if the page shows the onboarding state instead.
    let work: Work?
    let token: String
    /// The reason that the previous request was refused; nil if no request was refused.
    var complaint: String?

    var title: String { work == nil ? "Set Up Payments" : "Earnings" }

    var body: HTML {
        """
        \(PageFrame.payee(profile.name, badge))
        \(.complaint(complaint))
        \(work.map(earned) ?? setUp)
        """
    }

    private var badge: HTML { "Payouts: <strong>\(status.label)</strong>" }

    private var setUp: HTML {
        let words: HTML =
            switch status {
            case .pendingVerification:
                "<p class=\"note\">The processor is reviewing your details. You do not need to do anything now.</p>"
            case .failed(let reason): "<p class=\"complaint\">The setup failed: \(reason).</p>"
            case .loading, .notSetUp, .active: .empty
            }
        return """
            <h2>Set Up Payments</h2>
            <p>Connect your bank account to receive earnings from completed jobs.</p>
            \(words)
            <form method="post" action="\(PayeePath.connect(token))">
            <button\(status == .pendingVerification ? " class=\"second\"" : HTML.empty)>\(button)</button>
            </form>
            <p class="quiet">Your completed jobs are shown here once your account is active.</p>
            """
    }

    private var button: String {
        switch status {
        case .pendingVerification: "Check your details"
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
            "<tr class=\"total\"><th scope=\"row\">Total</th><td class=\"sum\">\(sums.total.shown)</td></tr>",
        ]
        return """
            <table>
            \(rows)
            </table>
            <h2>Completed jobs</h2>
            \([filter(work.choice), inThisTime(work), list(work.history), more(work)])
            <p><a href="\(PayeePath.year(token, String(work.year)))">\(String(work.year)) by month</a></p>
            """
    }

    private func inThisTime(_ work: Work) -> HTML {
        guard work.choice.filter != .all else { return .empty }
        return "<p>In this period: <strong>\(work.chosen.shown)</strong></p>"
    }

    private func filter(_ chosen: EarningsChoice) -> HTML {
        let options = EarningsFilter.allCases.map {
            HTML.option($0.rawValue, $0.words, isChosen: $0 == chosen.filter)
        }
        return """
            <form method="get" action="\(PayeePath.payee(token))">
            <label class="field">Period<select name="period">\(options)</select></label>
            <label class="field">First day<input type="date" name="since" value="\(chosen.since)"></label>
            <label class="field">Last day<input type="date" name="until" value="\(chosen.until)"></label>
            <button class="second">Show</button>
            </form>
            """
    }

    private func list(_ history: EarningsPage) -> HTML {
        guard !history.entries.isEmpty else {
            return "<p role=\"status\">You have no earnings in the chosen period.</p>"
        }
        let rows = history.entries.map { entry -> HTML in
            """
            <tr><th scope="row">\(.name(entry.address))<br><small>\(String(entry.date.prefix(10))), \
            \(entry.payoutStatus.words)</small></th><td class="sum">\(entry.amount.shown)</td></tr>
            """
        }
        return "<table>\n\(rows)\n</table>"
    }

    private func more(_ work: Work) -> HTML {
        guard let next = work.history.next else { return .empty }
        let address = "\(PayeePath.payee(token))?\(work.choice.query)&after=\(next)"
        return "<a class=\"button second\" href=\"\(address)\">Earlier jobs</a>"
    }
}

/// The choices for the period whose earnings are listed.
enum EarningsFilter: String, CaseIterable {
    case today, week, month, custom, all

    /// The period's label.
    var words: String {
        switch self {
        case .today: "Today"
        case .week: "This week"
        case .month: "This month"
        case .custom: "Custom period"
        case .all: "All time"
        }
    }
}

/// The period whose earnings are listed, as chosen in the form.
struct EarningsChoice: Hashable {
    let filter: EarningsFilter
    /// The chosen period in the payee's time zone; all time if the typed days are invalid.
    let period: LocalPeriod
    /// The first day as typed. Empty unless the period is custom.
    private(set) var since = ""
    /// The last day as typed. Empty unless the period is custom.
    private(set) var until = ""
    /// The error message for the typed days; nil if they are valid.
    private(set) var complaint: String?

    /// Reads the form. If a day is typed while `all` is chosen, the period is custom. For the other fixed
    /// periods, typed days are ignored. If a typed day is invalid, the period is all time, and the page shows
    /// an error message.
    init(_ fields: FormFields?) {
        let filter = fields?["period"].flatMap(EarningsFilter.init) ?? .all
        let (since, until) = (fields?["since"] ?? "", fields?["until"] ?? "")
        switch filter {
        case .today: (self.filter, period) = (filter, .today)
        case .week: (self.filter, period) = (filter, .thisWeek)
        case .month: (self.filter, period) = (filter, .thisMonth)
        case .all where since.isEmpty && until.isEmpty: (self.filter, period) = (.all, .allTime)
        case .custom, .all:
            self.filter = .custom
            (self.since, self.until) = (String(since.prefix(10)), String(until.prefix(10)))
            let (first, last) = (CalendarDate(iso8601: since), CalendarDate(iso8601: until))
            if !since.isEmpty && first == nil || !until.isEmpty && last == nil {
                (period, complaint) = (.allTime, "Enter a date like 2026-01-31.")
            } else if let days = LocalPeriod.days(from: first, through: last) {
                period = days
            } else {
                (period, complaint) = (.allTime, "The last day is before the first day.")
            }
        }
    }

    /// The fields of the form as a URL query, percent-encoded.
    var query: String {
        let days = [("since", since), ("until", until)].filter { !$0.1.isEmpty }
        return (["period=\(filter.rawValue)"] + days.map { "\($0.0)=\(FormURLEncoding.escaped($0.1))" })
            .joined(separator: "&")
    }
}

/// The printable page that shows a payee's earnings in a year, by month.
struct PayeeYearPage: PageContent {
    let report: EarningsYear
    let token: String

    var title: String { "Earnings \(String(report.year))" }

    var body: HTML {
        let rows = report.months.map { month -> HTML in
            """
            <tr><th scope="row">\(CalendarDate.englishMonths[month.number - 1])<br><small>\(counted(month.jobs))</small></th>\
            <td class="sum">\(month.earned.shown)</td></tr>
            """
        }
        return """
            \(PageFrame.payee(report.payee.name, "Earnings in \(String(report.year)), in the time zone \(report.payee.timeZone)"))
            <table>
            \(rows)
            <tr class="total"><th scope="row">Total<br><small>\(counted(report.jobs))</small></th>\
            <td class="sum">\(report.total.shown)</td></tr>
            </table>
            <p class="quiet">These amounts are your share of completed jobs after refunds to payers, as of \
            \(report.asOf.iso8601). Later refunds lower your share.</p>
            <nav aria-label="Years"><p>\([year(-1), "<a href=\"\(PayeePath.payee(token))\">All earnings</a>", year(1)])</p></nav>
            """
    }

    private func counted(_ jobs: Int) -> String { jobs == 1 ? "1 job" : "\(jobs) jobs" }

    private func year(_ step: Int) -> HTML {
        let year = String(report.year + step)
        return "<a href=\"\(PayeePath.year(token, year))\">\(year)</a>"
    }
}

extension PayoutStatus {
    /// The label of a payout's status.
    fileprivate var words: String {
        switch self {
        case .pending: "pending"
        case .processing: "processing"
        case .paid: "paid"
        case .failed: "failed"
        }
    }
}

/// The simulated processor's onboarding page, on which a person chooses the outcome of the onboarding.
struct SimulatedOnboardingPage: PageContent {
    let name: String
    let token: String

    let title = "The payment processor needs your details"

    var body: HTML {
        let buttons = SimulatedOnboarding.allCases.map { outcome -> HTML in
            """
            <button name="outcome" value="\(outcome.rawValue)"\
            \(" class=\"second\"", if: outcome != .complete)>\(outcome.words)</button>
            """
        }
        return """
            \(PageFrame.payee("Payment processor", "Simulated: no processor is contacted, and no details are stored"))
            <p>On a real processor's page, \(.name(name)) would enter a name, a date of birth and a bank \
            account.</p>
            <form method="post" action="\(PayeePath.processor(token))">
            \(buttons)
            </form>
            """
    }
}

/// The possible outcomes of the simulated onboarding page.
public enum SimulatedOnboarding: String, CaseIterable, Sendable {
    /// All details are submitted and accepted.
    case complete
    /// All details are submitted, but the processor is still reviewing them.
    case pending = "pending_verification"
    /// The person left the page without submitting anything.
    case abandoned
    /// The details are submitted, but the processor rejects the account.
    case rejected

    var words: String {
        switch self {
        case .complete: "Submit all details"
        case .pending: "Submit the details and wait for review"
        case .abandoned: "Leave without submitting"
        case .rejected: "Submit details that will be rejected"
        }
    }
}
