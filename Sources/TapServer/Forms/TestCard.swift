import HTMLKit

/// The cards that a page offers: the processor's test payment methods, named after their brands or outcomes.
enum TestCard: String, CaseIterable {
    case visa = "pm_card_visa"
    case mastercard = "pm_card_mastercard"
    case amex = "pm_card_amex"
    case declined = "pm_card_visa_chargeDeclined"
    case insufficientFunds = "pm_card_visa_chargeDeclinedInsufficientFunds"
    case asked = "pm_card_authenticationRequired"

    /// The card's label.
    var words: String {
        switch self {
        case .visa: "Test Visa 4242"
        case .mastercard: "Test Mastercard 4444"
        case .amex: "Test Amex 0005"
        case .declined: "Test Visa 0002, declined"
        case .insufficientFunds: "Test Visa 9995, not enough funds"
        case .asked: "Test Visa 3184, the bank asks for confirmation (3-D Secure)"
        }
    }

    /// Returns a form field for choosing a card.
    ///
    /// - Parameter isRefused: Whether the page's error message is about the card.
    static func field(_ label: String, chosen: String? = nil, isRefused: Bool = false) -> HTML {
        let options = allCases.map { HTML.option($0.rawValue, $0.words, isChosen: $0.rawValue == chosen) }
        return """
            <label class="field">\(label)
            <select name="method" autocomplete="off"\(.refused(isRefused))>\(options)</select></label>
            """
    }
}
