import Processor
import TextKit
import TimeKit

extension Mandate: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "customer_acceptance": shownAcceptance, "livemode": false, "payment_method": paymentMethod,
            "payment_method_details": ["type": "us_bank_account", "us_bank_account": [:]] as JSONTree,
            "status": "active", "type": amount == nil ? "multi_use" : "single_use",
        ]
        if let amount {
            fields["single_use"] = ["amount": .integer(amount), "currency": JSONTree(currency)]
        } else {
            fields["multi_use"] = [:]
        }
        return fields
    }

    private var shownAcceptance: JSONObject {
        let type = acceptance["type"].string ?? "offline"
        var shown: JSONObject = [
            "accepted_at": acceptance["accepted_at"].integer ?? created,
            "type": type,
        ]
        if type == "online" {
            shown["online"] = [
                "ip_address": JSONTree(acceptance["online"]["ip_address"].string),
                "user_agent": JSONTree(acceptance["online"]["user_agent"].string),
            ]
        } else {
            shown["offline"] = [:]
        }
        return shown
    }
}

extension SetupAttempt: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let method = try work.find(PaymentMethod.self, paymentMethod)
        var details: JSONTree = ["type": "us_bank_account", "us_bank_account": [:]]
        if let card = method?.card {
            var shown = CardShape.fields(card)
            shown["network"] = .string(card.brand)
            shown["three_d_secure"] = .null
            details = ["type": "card", "card": shown.tree]
        }
        return [
            "application": nil, "created": created, "customer": customer, "livemode": false,
            "on_behalf_of": onBehalfOf, "payment_method": paymentMethod, "payment_method_details": details,
            "setup_error": error.map { ErrorShape.lastError($0) }, "setup_intent": setupIntent,
            "status": status, "usage": usage,
        ]
    }
}
