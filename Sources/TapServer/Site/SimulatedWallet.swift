public import Giving
import HTMLKit
public import PaymentCore

/// The simulated wallet of the payer's phone.
public struct SimulatedWallet: Sendable {
    /// The phone's report on whether its wallet can pay.
    let device: WalletDevice
    /// Creates a payment method from a test card in the wallet. Calls with the same key return the same
    /// payment method.
    let method: @Sendable (_ card: String, _ key: String) async throws -> String

    public init(
        on device: WalletDevice = WalletDevice(),
        method: @escaping @Sendable (_ card: String, _ key: String) async throws -> String
    ) {
        self.device = device
        self.method = method
    }

    /// The error message if the payer chooses the wallet but the phone cannot pay with a wallet.
    static let missing = "Apple Pay is not available on this phone. Please choose a card."
}

/// The means of payment chosen in a form: a test card, charged either directly or through the wallet.
enum CardChoice: Hashable {
    case card(TestCard)
    case wallet(TestCard)

    /// Reads a payment form.
    ///
    /// - Throws: The error message to show if the card is unknown or the wallet cannot pay.
    init(_ method: String?, by means: String?, on wallet: SimulatedWallet?) throws(CardComplaint) {
        guard let card = method.flatMap(TestCard.init) else { throw CardComplaint("Choose a card.") }
        guard means == "wallet" else {
            self = .card(card)
            return
        }
        guard let wallet, wallet.device.canMakePayments else { throw CardComplaint(SimulatedWallet.missing) }
        self = .wallet(card)
    }

    /// Returns the payment method to charge.
    ///
    /// - Parameter key: A key that identifies the form. If the form is submitted twice, both calls return the
    ///   same payment method.
    func method(from wallet: SimulatedWallet?, key: String) async throws -> String {
        switch self {
        case .card(let card): card.rawValue
        case .wallet(let card):
            try await wallet?.method(card.rawValue, "\(key):\(card.rawValue)") ?? card.rawValue
        }
    }
}

/// An error message that a payment form shows to the payer.
struct CardComplaint: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
}

extension HTML {
    /// Returns the wallet's button for a payment form. Empty if the phone's wallet cannot pay.
    static func walletButton(_ words: HTML, on wallet: SimulatedWallet?) -> HTML {
        guard wallet?.device.canMakePayments == true else { return .empty }
        return "<button class=\"wallet\" name=\"by\" value=\"wallet\">\(words)</button>"
    }
}

/// The simulated external systems: the donor's wallet and the donor's bank.
public struct SimulatedWorld: Sendable {
    /// The simulated wallet of the donor's phone.
    let wallet: SimulatedWallet
    /// Sends the donor's response to the simulated bank's challenge, and updates the gift.
    let answerBank: @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void

    public init(
        wallet: SimulatedWallet,
        answerBank: @escaping @Sendable (_ gift: Gift, _ isPassed: Bool) async throws -> Void
    ) {
        self.wallet = wallet
        self.answerBank = answerBank
    }
}
