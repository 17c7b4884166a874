import Documents
package import Giving
package import ProcessorSimulator
package import TimeKit

/// One action, and the expectations that are checked immediately after it.
package struct ScenarioStep: Equatable, Sendable {
    package var line: Int
    package var action: ScenarioAction
    /// The crash of the program within this step. It is started again afterwards.
    var crash: ProcessorFaultPlan.Death?
    var expectations: [ScenarioExpectation]
}

/// An action of a step.
package enum ScenarioAction: Equatable, Sendable {
    case gift(ScenarioGift)
    /// Performs an action of a product.
    case product(ProductAction)
    /// Creates a named test card that expires at the end of a month.
    case card(name: String, testName: String, month: Int, year: Int)
    /// Opens a URL as a phone would.
    case tap(String)
    case refund(gift: String, amount: String?, reason: String?)
    case change(gift: String, RecurringChange)
    case dispute(gift: String, evidence: String)
    case challenge(gift: String, passed: Bool)
    case advance(ScenarioTime)
    /// Sets the faults between the services and the processor from now on.
    case fault(ProcessorFaultPlan)
    case reconcile
    /// Pays out to an organization, or to a payee of bookings.
    case payout(String)
    case closeFund(org: String, fund: String, successor: String?)
    case reopenFund(org: String, fund: String)
    case setStatus(org: String, Organization.Status)
    /// Does nothing: the step only has expectations.
    case expect

    /// The action's key in the file.
    package var key: String {
        switch self {
        case .gift: "gift"
        case .product(let action): type(of: action.verb).key
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
        case .expect: "expect"
        }
    }
}

/// An advance of the clock.
package enum ScenarioTime: Equatable, Sendable {
    case seconds(Int64)
    case until(Timestamp)
    /// Months from now. A short month counts with its last day.
    case months(Int)
}

/// A gift, or several that differ by a number: `{n}` in their texts is 1, 2, 3.
package struct ScenarioGift: Equatable, Sendable {
    /// The organization; nil if there is a URL.
    package var org: String?
    package var url: String?
    package var fund: String?
    package var amount: String?
    var coversFees = false
    package var isRecurring = false
    /// A test payment method, or the name of a card.
    package var method = "pm_card_visa"
    package var donor = "A Donor"
    package var email = "donor@example.org"
    package var key: String?
    package var client: String?
    /// The name by which later steps refer to it.
    package var name: String?
    var repeats = 1
    /// The seconds between two gifts.
    package var every: Int64 = 0
    /// The seconds within which all gifts are made.
    package var over: Int64?
    /// The number of gifts that are made at once.
    package var inFlight = 1

    /// Returns one of the gifts, with its number in the texts.
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

    /// Returns the seconds between the first gift and this one.
    ///
    /// - Parameter number: The gift's number, starting at 1.
    func delay(of number: Int) -> Int64 {
        if let over { return over * Int64(number - 1) / Int64(max(1, repeats)) }
        return every * Int64(number - 1)
    }
}
