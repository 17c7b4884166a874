import Documents
package import Giving
package import ProcessorSimulator
package import TimeKit

/// One thing that happens, and what is expected right behind it.
package struct ScenarioStep: Equatable, Sendable {
    package var line: Int
    package var action: ScenarioAction
    /// The program dies within this step, and is started again behind it.
    var crash: ProcessorFaultPlan.Death?
    var expectations: [ScenarioExpectation]
}

/// What may happen.
package enum ScenarioAction: Equatable, Sendable {
    case gift(ScenarioGift)
    /// A contract is written, under a name.
    case contract(ScenarioContract)
    /// Somebody does something with a contract.
    case command(ScenarioCommand)
    /// Somebody is enrolled whose fee is to be paid.
    case dependent(ScenarioDependent)
    /// A guardian approves a fee and pays it.
    case approve(ScenarioApproval)
    /// Somebody is enrolled who is paid for jobs.
    case payee(ScenarioPayee)
    /// Work is quoted, under a name.
    case quote(ScenarioQuote)
    /// A payer pays a quote: that makes its job.
    case book(ScenarioBooking)
    /// Somebody does something with a quote or its job.
    case job(ScenarioJobAct)
    /// Somebody buys a plan.
    case subscribe(ScenarioSubscription)
    /// Somebody changes what they have, or has it read anew.
    case plan(ScenarioPlanChange)
    /// A card of the test mode that expires at the end of a month, under a name.
    case card(name: String, testName: String, month: Int, year: Int)
    /// Somebody's phone reads a URL.
    case tap(String)
    case refund(gift: String, amount: String?, reason: String?)
    case change(gift: String, RecurringChange)
    case dispute(gift: String, evidence: String)
    case challenge(gift: String, passed: Bool)
    case advance(ScenarioTime)
    /// What goes wrong between us and the processor from now on.
    case fault(ProcessorFaultPlan)
    case reconcile
    /// To an organization, or to a payee of bookings.
    case payout(String)
    case closeFund(org: String, fund: String, successor: String?)
    case reopenFund(org: String, fund: String)
    case setStatus(org: String, Organization.Status)
    /// Nothing: only expectations.
    case look

    /// The key under which it stands in the file.
    package var key: String {
        switch self {
        case .gift: "gift"
        case .contract: "contract"
        case .command: "command"
        case .dependent: "dependent"
        case .approve: "approve"
        case .payee: "payee"
        case .quote: "quote"
        case .book: "book"
        case .job: "job"
        case .subscribe: "subscribe"
        case .plan: "plan"
        case .card: "card"
        case .tap: "tap"
        case .refund: "refund"
        case .change: "change"
        case .dispute: "dispute"
        case .challenge: "challenge"
        case .advance: "advance"
        case .fault: "fault"
        case .reconcile: "reconcile"
        case .payout: "payout"
        case .closeFund: "close_fund"
        case .reopenFund: "reopen_fund"
        case .setStatus(_, .suspended): "suspend"
        case .setStatus: "activate"
        case .look: "expect"
        }
    }
}

/// How far the clock goes.
package enum ScenarioTime: Equatable, Sendable {
    case seconds(Int64)
    case until(Timestamp)
    /// Months from now; a short one gives its last day.
    case months(Int)
}

/// A gift, or many that differ by a number: `{n}` in its texts is 1, 2, 3.
package struct ScenarioGift: Equatable, Sendable {
    /// The organization, or a giving URL.
    package var org: String?
    package var url: String?
    package var fund: String?
    package var amount: String?
    var coversFees = false
    package var isRecurring = false
    /// A method of the test mode, or the name of a card.
    package var method = "pm_card_visa"
    package var donor = "A Donor"
    package var email = "donor@example.org"
    package var key: String?
    package var client: String?
    /// How later steps call it.
    package var name: String?
    var repeats = 1
    /// Seconds between two of them.
    package var every: Int64 = 0
    /// All of them within so many seconds.
    package var over: Int64?
    /// How many are under way at once.
    package var inFlight = 1

    /// The texts of one of them.
    func numbered(_ number: Int) -> ScenarioGift {
        func filled(_ text: String) -> String { text.replacing("{n}", with: String(number)) }
        var gift = self
        gift.donor = filled(donor)
        gift.email = filled(email)
        gift.key = key.map(filled)
        gift.client = client.map(filled)
        gift.name = name.map(filled)
        return gift
    }

    /// How many seconds behind the first one a gift is made; `number` from 1 on.
    func delay(of number: Int) -> Int64 {
        if let over { return over * Int64(number - 1) / Int64(max(1, repeats)) }
        return every * Int64(number - 1)
    }
}
