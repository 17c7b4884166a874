import Processor
import TextKit

extension CardSource: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        guard let card = method.card else { return [:] }
        let checks = CardShape.fields(card)["checks"] ?? .null
        return [
            "address_line1_check": checks["address_line1_check"],
            "address_zip_check": checks["address_postal_code_check"],
            "brand": CardShape.brandName(card.brand), "country": card.country ?? "US",
            "customer": method.customer, "cvc_check": checks["cvc_check"], "exp_month": card.expiryMonth,
            "exp_year": card.expiryYear, "fingerprint": "fp\(card.brand)\(card.last4)",
            "funding": card.funding ?? "credit", "last4": card.last4, "metadata": [:] as JSONTree,
        ]
    }
}

extension Source: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        var fields: JSONObject = [
            "amount": amount, "client_secret": clientSecret, "created": created, "currency": currency,
            "flow": card == nil ? "receiver" : "none", "livemode": false, "metadata": metadata,
            "owner": [
                "address": .null, "email": .null, "name": .null, "phone": .null,
                "verified_address": .null, "verified_email": .null, "verified_name": .null,
                "verified_phone": .null,
            ] as JSONTree,
            "status": status, "type": type, "usage": usage,
        ]
        fields["customer"] = customer.map { .string($0) }
        if let card {
            var shown = CardShape.fields(card)
            shown["brand"] = .string(CardShape.brandName(card.brand))
            shown["three_d_secure"] = "optional"
            fields["card"] = shown.tree
        } else {
            fields["ach_credit_transfer"] = [
                "account_number": .string("test_" + id.suffix(12)), "bank_name": "TEST BANK",
                "fingerprint": .string("fp" + id.suffix(8)),
                "routing_number": .string(BankNumbers.routing), "swift_code": "TSTEZ122",
            ]
            fields["receiver"] = [
                "address": .string("\(BankNumbers.routing)-test_" + id.suffix(12)), "amount_charged": 0,
                "amount_received": 0, "amount_returned": 0, "refund_attributes_method": "email",
                "refund_attributes_status": "missing",
            ]
        }
        return fields
    }
}
