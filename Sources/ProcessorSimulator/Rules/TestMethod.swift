import Processor
import TimeKit

/// A card or bank account in Stripe's test mode.
///
/// A payment method stores only the last four digits, so each number has different ones. They determine the behavior.
///
/// Source: Stripe documentation, "Testing".
struct TestMethod {
    /// The result of charging a payment method.
    enum Behavior: Hashable {
        case succeeds
        /// The charge succeeds, and its money is available immediately.
        case succeedsAvailable
        /// The charge is declined. The card also cannot be attached to a customer.
        case declines(Decline)
        /// The card can be attached to a customer, but all of its charges are declined.
        case declinesOnceAttached
        case needsAuthentication
        /// The charge succeeds. The donor's bank then disputes it and withdraws the money.
        case isDisputed
        /// The charge succeeds. The donor's bank then opens an inquiry.
        case isInquired
        /// The charge succeeds, but a refund of it fails later.
        case refundFails
        /// The charge succeeds, but a refund of it is pending at first.
        case refundPends
        /// The bank account is debited, which succeeds later.
        case debits
    }

    /// The names without the prefix `pm_card_` or `tok_`.
    var names: [String]
    var brand = "visa"
    var last4: String
    var behavior: Behavior

    /// The name of the bank account, whose format differs from that of cards.
    static let bankAccountName = "pm_usBankAccount_success"

    /// All test cards.
    static let cards: [TestMethod] = [
        TestMethod(names: ["visa"], last4: "4242", behavior: .succeeds),
        TestMethod(names: ["visa_debit"], last4: "5556", behavior: .succeeds),
        TestMethod(names: ["mastercard"], brand: "mastercard", last4: "4444", behavior: .succeeds),
        TestMethod(names: ["amex"], brand: "amex", last4: "0005", behavior: .succeeds),
        TestMethod(names: ["discover"], brand: "discover", last4: "1117", behavior: .succeeds),
        TestMethod(names: ["bypassPending"], last4: "0077", behavior: .succeedsAvailable),
        declining("chargeDeclined", "0002", .generic),
        declining(
            "chargeDeclinedInsufficientFunds", "9995",
            .card("insufficient_funds", "Your card has insufficient funds.")),
        declining("chargeDeclinedLostCard", "9987", .card("lost_card")),
        declining("chargeDeclinedStolenCard", "9979", .card("stolen_card")),
        declining("chargeDeclinedVelocityLimitExceeded", "6975", .card("card_velocity_exceeded")),
        declining("chargeDeclinedExpiredCard", "0069", .expired),
        declining(
            "chargeDeclinedIncorrectCvc", "0127",
            Decline(
                code: "incorrect_cvc", declineCode: "incorrect_cvc",
                message: "Your card's security code is incorrect.")),
        declining(
            "chargeDeclinedProcessingError", "0119",
            Decline(
                code: "processing_error", declineCode: "processing_error",
                message: "An error occurred while processing your card. Try again in a little bit.")),
        TestMethod(names: ["chargeCustomerFail"], last4: "0341", behavior: .declinesOnceAttached),
        TestMethod(names: ["authenticationRequired"], last4: "3184", behavior: .needsAuthentication),
        TestMethod(names: ["createDispute"], last4: "0259", behavior: .isDisputed),
        TestMethod(names: ["createDisputeInquiry"], last4: "1976", behavior: .isInquired),
        TestMethod(names: ["refundFail"], last4: "5126", behavior: .refundFails),
        TestMethod(names: ["pendingRefund"], last4: "7726", behavior: .refundPends),
    ]

    /// Creates a card that is declined. Stripe lists the names of these cards both with and without the brand.
    private static func declining(_ name: String, _ last4: String, _ decline: Decline) -> TestMethod {
        TestMethod(names: [name, "visa_\(name)"], last4: last4, behavior: .declines(decline))
    }

    /// Returns the card with a name such as `pm_card_visa` or `tok_visa`, or nil.
    static func card(named name: String) -> TestMethod? {
        let prefixes = ["pm_card_", "tok_"]
        guard let prefix = prefixes.first(where: name.hasPrefix) else { return nil }
        return byName[String(name.dropFirst(prefix.count))]
    }

    /// Returns the behavior of a payment method. If the card is nil, it is the bank account.
    static func behavior(of card: PaymentMethod.Card?) -> Behavior {
        guard let card else { return .debits }
        return byLast4[card.last4]?.behavior ?? .succeeds
    }

    private static let byName = Dictionary(
        uniqueKeysWithValues: cards.flatMap { card in card.names.map { ($0, card) } })
    private static let byLast4 = Dictionary(uniqueKeysWithValues: cards.map { ($0.last4, $0) })
}

extension PaymentMethod.Card {
    /// Returns whether the card has expired. It is valid until the end of its expiry month, in UTC.
    func hasExpired(at now: Timestamp) -> Bool {
        let today = now.date
        return (expiryYear, expiryMonth) < (today.year, today.month)
    }
}

/// The response of the donor's bank to an attempted charge.
enum ChargeOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The donor must confirm the payment on the bank's page.
    case needsAction
    /// The result of the bank debit arrives several days later.
    case processes

    /// Returns the bank's response to a charge at a given time.
    ///
    /// - Parameters:
    ///   - offSession: Whether the donor is not present and therefore cannot confirm the payment.
    ///   - challenged: Whether the donor has already confirmed the payment.
    static func of(
        _ method: PaymentMethod, offSession: Bool, challenged: Bool = false, at now: Timestamp
    ) -> ChargeOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        switch TestMethod.behavior(of: method.card) {
        case .declines(let decline): return .declines(decline)
        case .declinesOnceAttached: return .declines(.generic)
        case .needsAuthentication where challenged: return .succeeds
        case .needsAuthentication:
            return offSession ? .declines(.authenticationRequired) : .needsAction
        case .debits: return .processes
        case .succeeds, .succeedsAvailable, .isDisputed, .isInquired, .refundFails, .refundPends:
            return .succeeds
        }
    }
}

/// The response of the donor's bank to the setup of a payment method.
///
/// Source: Stripe documentation, "Testing", "Set up future payments".
enum SetupOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The donor must confirm on the bank's page.
    case needsAction

    /// Returns the bank's response to the setup at a given time.
    ///
    /// - Parameter challenged: Whether the donor has already confirmed.
    static func of(_ method: PaymentMethod, challenged: Bool, at now: Timestamp) -> SetupOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        return switch TestMethod.behavior(of: method.card) {
        case .declines(let decline): .declines(decline)
        case .needsAuthentication: challenged ? .succeeds : .needsAction
        default: .succeeds
        }
    }
}

/// A decline of a charge by a bank, with its reason.
///
/// Source: Stripe documentation, "Declines", "Decline codes".
struct Decline: Hashable {
    var code: String
    var declineCode: String?
    var message: String

    /// Creates a decline with the code `card_declined`.
    static func card(_ declineCode: String, _ message: String = "Your card was declined.") -> Decline {
        Decline(code: "card_declined", declineCode: declineCode, message: message)
    }

    static let generic = card("generic_decline")
    static let expired = Decline(
        code: "expired_card", declineCode: "expired_card", message: "Your card has expired.")
    static let authenticationRequired = Decline(
        code: "authentication_required", declineCode: "authentication_required",
        message: "Your card was declined. This transaction requires authentication.")

    /// Whether an automatic retry would be pointless.
    ///
    /// Source: Stripe documentation, "Automate payment retries", the codes that are never retried.
    var isHard: Bool {
        let hard: Set = [
            "lost_card", "stolen_card", "pickup_card", "incorrect_number", "revocation_of_authorization",
            "revocation_of_all_authorizations", "authentication_required", "highest_risk_level",
            "transaction_not_allowed",
        ]
        return hard.contains(declineCode ?? code)
    }

    /// Returns the error of the declined request, with status 402.
    func error(intent: String?, charge: String?) -> ProcessorError {
        ProcessorError(
            .card, status: 402, code: code, declineCode: declineCode, message: message, paymentIntent: intent,
            charge: charge)
    }
}
