import Documents
import Giving
import ProcessorSimulator
import TimeKit

/// One action, and the expectations that are checked immediately after the action.
package struct ScenarioStep: Equatable, Sendable {
    var line: Int
    /// The key of the action in the scenario file.
    var key: String
    var action: ScenarioAction
    /// The crash to simulate during this step, or nil. The program is restarted after a crash.
    var crash: ProcessorFaultPlan.Death?
    var expectations: [ScenarioExpectation]
}

/// An action that a step performs.
enum ScenarioAction: Equatable, Sendable {
    case gift(ScenarioGift)
    /// Performs an action that a product defines.
    case product(ProductAction)
    /// Creates a test card with a name. The card expires at the end of the given month.
    case card(name: String, testName: String, month: Int, year: Int)
    /// Opens a URL as a phone does.
    case tap(String)
    case refund(gift: String, amount: String?, reason: String?)
    case change(gift: String, RecurringChange)
    case dispute(gift: String, evidence: String)
    case challenge(gift: String, passed: Bool)
    case advance(ScenarioTime)
    /// Sets the faults to simulate in requests to the processor and in its events. The faults apply until a
    /// later step sets other faults.
    case fault(ProcessorFaultPlan)
    case reconcile
    /// Makes a payout to an organization, or to a payee of bookings.
    case payout(String)
    case closeFund(org: String, fund: String, successor: String?)
    case reopenFund(org: String, fund: String)
    case setStatus(org: String, Organization.Status)
    /// Performs no action, because the step has only expectations.
    case expect
}

/// The amount of time by which the clock advances, or the time to which it advances.
enum ScenarioTime: Equatable, Sendable {
    case seconds(Int64)
    case until(Timestamp)
    /// A number of calendar months from the current time. If the target month is too short, its last day is
    /// used.
    case months(Int)
}

/// A gift, or several gifts that differ only by a number. In the donor, e-mail address, key, client and name,
/// `{n}` is replaced by 1, 2, 3, ...
struct ScenarioGift: Equatable, Sendable {
    /// The id of the organization. Nil if the gift has a URL.
    var org: String?
    var url: String?
    var fund: String?
    var amount: String?
    var coversFees = false
    var isRecurring = false
    /// A test payment method, or the name of a card that an earlier step created.
    var method = "pm_card_visa"
    var donor = "A Donor"
    var email = "donor@example.org"
    var key: String?
    var client: String?
    /// The name by which later steps refer to the gift.
    var name: String?
    var repeats = 1
    /// The number of seconds between consecutive gifts.
    var every: Int64 = 0
    /// The number of seconds over which the gifts are evenly distributed, or nil to use ``every`` instead.
    var over: Int64?
    /// The maximum number of gifts that are in progress at the same time.
    var inFlight = 1

    /// Returns the gift with the given number. In the donor, e-mail address, key, client and name, `{n}` is
    /// replaced by the number.
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

    /// Returns the number of seconds between the first gift and the gift with the given number.
    ///
    /// - Parameter number: The gift's number, starting at 1.
    func delay(of number: Int) -> Int64 {
        if let over { return over * Int64(number - 1) / Int64(max(1, repeats)) }
        return every * Int64(number - 1)
    }
}
