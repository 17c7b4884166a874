import TimeKit
import Processor
import TextKit

/// A card as Stripe shows it in methods and charges.
enum CardShape {
    /// What both have.
    static func fields(_ card: PaymentMethod.Card) -> JSONObject {
        [
            "brand": .string(card.brand),
            "checks": [
                "address_line1_check": .null, "address_postal_code_check": .null, "cvc_check": "pass",
            ],
            "country": "US", "exp_month": .integer(Int64(card.expiryMonth)),
            "exp_year": .integer(Int64(card.expiryYear)),
            "fingerprint": .string("fp\(card.brand)\(card.last4)"),
            "funding": "credit", "last4": .string(card.last4),
            "wallet": wallet(card),
        ]
    }

    private static func wallet(_ card: PaymentMethod.Card) -> JSONTree {
        guard let wallet = card.wallet else { return .null }
        return ["type": .string(wallet), "dynamic_last4": .null]
    }
}

/// Whose card it is.
enum BillingDetails {
    /// Nobody said.
    static let none: JSONTree = [
        "address": [
            "city": .null, "country": .null, "line1": .null, "line2": .null, "postal_code": .null,
            "state": .null,
        ],
        "email": .null, "name": .null, "phone": .null, "tax_id": .null,
    ]
}

/// The bank account of the test mode, as Stripe shows it.
enum BankDetails {
    /// 110000000 / 000123456789
    static let shown: JSONTree = [
        "account_holder_type": "individual", "account_type": "checking", "bank_name": "STRIPE TEST BANK",
        "fingerprint": "fpbank6789", "last4": "6789", "routing_number": "110000000",
    ]
}
