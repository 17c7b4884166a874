import TimeKit
import Processor
import TextKit

extension PaymentMethod: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "allow_redisplay": "unspecified", "billing_details": BillingDetails.none,
            "created": .integer(created.seconds), "customer": JSONTree(customer),
            "livemode": .bool(livemode), "metadata": [:], "type": .string(kind.rawValue),
        ]
        if let card {
            var shown = CardShape.fields(card)
            shown["display_brand"] = .string(card.brand)
            shown["generated_from"] = .null
            shown["networks"] = ["available": [.string(card.brand)], "preferred": .null]
            shown["three_d_secure_usage"] = ["supported": true]
            fields["card"] = shown.tree
        } else {
            var shown = BankDetails.shown.object ?? JSONObject()
            shown["financial_connections_account"] = .null
            shown["networks"] = ["preferred": "ach", "supported": ["ach"]]
            shown["status_details"] = .null
            fields["us_bank_account"] = shown.tree
        }
        return fields
    }
}
