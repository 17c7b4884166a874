import Processor
import TimeKit

/// A card in Stripe's test mode.
///
/// A payment method does not store the whole card number. The brand, the last four digits and the country
/// determine which test card the payment method represents.
///
/// Source: Stripe documentation, "Testing".
struct TestMethod {
    /// The result of charging a test card, or of attaching it to a customer.
    enum Behavior: Hashable {
        case succeeds
        /// The charge succeeds, and its money is available immediately.
        case succeedsAvailable
        /// The bank declines the charge. The bank also declines the card when a client attaches the card to a
        /// customer.
        case declines(Decline)
        /// The card can be attached to a customer, but the bank declines all charges.
        case declinesOnceAttached(Decline = .generic)
        /// Radar blocks the charge before it reaches the bank.
        case isBlocked
        case needsAuthentication
        /// The payer must authenticate, except for off-session payments with a card that belongs to a
        /// customer.
        case needsAuthenticationUnlessSetUp
        /// The payer must authenticate, except for off-session payments.
        case needsAuthenticationOnSession
        /// The bank declines the charge. If the payer is present, the payer must authenticate first.
        case declinesAfterAuthentication(Decline)
        /// The charge succeeds. The payer's bank then disputes it and withdraws the money.
        case isDisputed
        /// The charge succeeds. The payer's bank then opens an inquiry, without withdrawing the money.
        case isInquired
        /// The charge succeeds. A refund of the charge succeeds at first, but fails later.
        case refundFails
        /// The charge succeeds. A refund of the charge is pending at first.
        case refundPends
        /// The method is a bank account. The debit has the status `processing` until the bank reports its
        /// result.
        case debits
    }

    /// A check of the security code or of a part of the payer's address.
    enum Check: Hashable {
        case cvc, line1, postalCode
    }

    /// The names of the card without the prefix `pm_card_` or `tok_`. Empty for a card that is documented
    /// only by its number.
    var names: [String]
    var brand = "visa"
    /// The documented number. Nil for a card that is documented only by its name.
    var number: String?
    var last4: String
    var behavior: Behavior
    /// The type of funding: `credit`, `debit` or `prepaid`.
    var funding = "credit"
    /// The country of the card's issuer, as an ISO 3166-1 code.
    var country = "US"
    /// The risk level that Radar assigns to a charge: `normal`, `elevated` or `highest`.
    var risk = "normal"
    /// The checks that the card fails.
    var failing: Set<Check> = []
    /// Whether the results of the address checks are unavailable.
    var hidesAddress = false
    /// The reason for the dispute, if the bank opens a dispute.
    var disputeReason = "fraudulent"

    init(
        names: [String], brand: String = "visa", number: String? = nil, last4: String? = nil,
        behavior: Behavior, country: String = "US"
    ) {
        self.names = names
        self.brand = brand
        self.number = number
        self.last4 = last4 ?? String((number ?? "").suffix(4))
        self.behavior = behavior
        self.country = country
    }

    /// The name under which tokens store the card. A card without a documented name is stored under a name
    /// that no client can send.
    var storedName: String { names.first ?? "\(brand) \(last4) \(country)" }

    static let cards: [TestMethod] = TestCards.succeeding + TestCards.special

    /// Returns the test card with a name such as `pm_card_visa` or `tok_visa`. Returns nil for any other
    /// name.
    static func card(named name: String) -> TestMethod? {
        let prefixes = ["pm_card_", "tok_"]
        guard let prefix = prefixes.first(where: name.hasPrefix) else { return nil }
        return byName[String(name.dropFirst(prefix.count))]
    }

    /// Returns the special test card that a stored card represents. Returns nil if the stored card is not
    /// special.
    static func special(_ card: PaymentMethod.Card) -> TestMethod? {
        guard card.last4 != "4242", let test = byDigits[card.brand + card.last4] else { return nil }
        // Cards of other countries can have the same digits. Cards of older files have no country.
        return card.country == nil || card.country == test.country ? test : nil
    }

    /// Returns the behavior of a payment method.
    ///
    /// - Parameter card: The card, or nil for a bank account.
    static func behavior(of card: PaymentMethod.Card?) -> Behavior {
        guard let card else { return .debits }
        return special(card)?.behavior ?? .succeeds
    }

    /// The names of the test cards, such as `pm_card_visa`, keyed by card number.
    static let namesByNumber: [String: String] = Dictionary(
        cards.compactMap { card in card.number.map { ($0, "pm_card_\(card.storedName)") } }
    ) { first, _ in first }

    private static let byName = Dictionary(
        cards.flatMap { card in (card.names.isEmpty ? [card.storedName] : card.names).map { ($0, card) } }
    ) { first, _ in first }
    private static let byDigits = Dictionary(
        TestCards.special.map { ($0.brand + $0.last4, $0) }
    ) { first, _ in first }
}

extension PaymentMethod.Card {
    /// Returns whether the card has expired. A card is valid until the end of its expiry month, in UTC.
    func hasExpired(at now: Timestamp) -> Bool {
        let today = now.date
        return (expiryYear, expiryMonth) < (today.year, today.month)
    }
}

/// The result of attempting to charge a payment method.
enum ChargeOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The payer must authenticate on the bank's page.
    case needsAction
    /// The payment is a bank debit. Its result arrives later.
    case processes

    /// Returns the result of attempting to charge a payment method at a given time.
    ///
    /// - Parameters:
    ///   - offSession: Whether the payer is not present and therefore cannot authenticate.
    ///   - challenged: Whether the payer has already authenticated on the bank's page.
    static func of(
        _ method: PaymentMethod, offSession: Bool, challenged: Bool = false, at now: Timestamp
    ) -> ChargeOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        switch TestMethod.behavior(of: method.card) {
        case .declines(let decline), .declinesOnceAttached(let decline): return .declines(decline)
        case .isBlocked: return .declines(.blocked)
        case .declinesAfterAuthentication(let decline) where challenged: return .declines(decline)
        case .needsAuthentication where challenged, .needsAuthenticationUnlessSetUp where challenged,
            .needsAuthenticationOnSession where challenged:
            return .succeeds
        case .needsAuthenticationOnSession where offSession: return .succeeds
        case .needsAuthenticationUnlessSetUp where offSession && method.customer != nil: return .succeeds
        case .declinesAfterAuthentication(let decline) where offSession: return .declines(decline)
        case .needsAuthentication, .needsAuthenticationUnlessSetUp, .needsAuthenticationOnSession,
            .declinesAfterAuthentication:
            return offSession ? .declines(.authenticationRequired) : .needsAction
        case .debits: return TestBank.isBlocked(method) ? .declines(.blocked) : .processes
        case .succeeds, .succeedsAvailable, .isDisputed, .isInquired, .refundFails, .refundPends:
            return .succeeds
        }
    }
}

/// The result of attempting to set up a payment method for later payments.
///
/// Source: Stripe documentation, "Testing", "Set up future payments".
enum SetupOutcome: Hashable {
    case succeeds
    case declines(Decline)
    /// The payer must authenticate on the bank's page.
    case needsAction

    /// Returns the result of attempting to set up a payment method at a given time.
    ///
    /// - Parameter challenged: Whether the payer has already authenticated on the bank's page.
    static func of(_ method: PaymentMethod, challenged: Bool, at now: Timestamp) -> SetupOutcome {
        if let card = method.card, card.hasExpired(at: now) { return .declines(.expired) }
        return switch TestMethod.behavior(of: method.card) {
        case .declines(let decline): .declines(decline)
        case .needsAuthentication, .needsAuthenticationUnlessSetUp, .declinesAfterAuthentication:
            challenged ? .succeeds : .needsAction
        default: .succeeds
        }
    }
}

/// The reason that a charge or a setup was declined.
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
    /// The decline of a charge that Radar blocks.
    static let blocked = card("fraudulent")
    static let expired = Decline(
        code: "expired_card", declineCode: "expired_card", message: "Your card has expired.")
    static let authenticationRequired = Decline(
        code: "authentication_required", declineCode: "authentication_required",
        message: "Your card was declined. This transaction requires authentication.")

    /// The decline of a charge whose amount exceeds the maximum.
    static let tooLarge = Decline(
        code: "amount_too_large", message: "Amount must be no more than \(AmountRules.most) minor units.")

    /// Whether Stripe never retries a payment after this decline.
    ///
    /// Source: Stripe documentation, "Automate payment retries", the codes that are never retried.
    var isHard: Bool {
        let hard: Set = [
            "lost_card", "stolen_card", "pickup_card", "incorrect_number", "revocation_of_authorization",
            "revocation_of_all_authorizations", "authentication_required", "highest_risk_level",
            "transaction_not_allowed", "amount_too_large",
        ]
        return hard.contains(declineCode ?? code)
    }

    /// Returns the error for the declined request, with status 402.
    func error(intent: String? = nil, charge: String? = nil) -> ProcessorError {
        ProcessorError(
            .card, status: 402, code: code, declineCode: declineCode, message: message, paymentIntent: intent,
            charge: charge)
    }
}
