import TimeKit
import Processor

extension PaymentMethod: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "allow_redisplay": "unspecified", "billing_details": BillingDetails.none,
            "created": .integer(created.seconds), "customer": JSONValue(customer),
            "livemode": .bool(livemode), "metadata": [:], "type": .text(kind.rawValue),
        ]
        if let card {
            var shown = CardShape.fields(card)
            shown["display_brand"] = .text(card.brand)
            shown["generated_from"] = .null
            shown["networks"] = ["available": [.text(card.brand)], "preferred": .null]
            shown["three_d_secure_usage"] = ["supported": true]
            fields["card"] = .object(shown)
        } else {
            var shown = BankDetails.shown.object ?? JSONObject()
            shown["financial_connections_account"] = .null
            shown["networks"] = ["preferred": "ach", "supported": ["ach"]]
            shown["status_details"] = .null
            fields["us_bank_account"] = .object(shown)
        }
        return fields
    }
}
