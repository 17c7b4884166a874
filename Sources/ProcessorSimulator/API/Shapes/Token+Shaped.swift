import Processor
import TextKit
import TimeKit

extension Token: Shaped {
    func fields(_ work: Work) throws -> JSONObject {
        var fields: JSONObject = [
            "created": .integer(created.seconds), "livemode": false,
            "type": bankAccount == nil ? "card" : "bank_account", "used": .bool(used),
        ]
        if let bankAccount { fields["bank_account"] = try work.shaped(bankAccount) }
        if let card { fields["card"] = shaped(card, work) }
        return fields
    }

    private func shaped(_ wanted: PaymentMethod.Create, _ work: Work) -> JSONTree {
        guard let test = TestMethod.card(named: wanted.testName) else { return .null }
        return work.complete(
            [
                "id": .string("card_" + id.dropFirst("tok_".count)), "object": "card",
                "brand": .string(test.brand.prefix(1).uppercased() + test.brand.dropFirst()), "country": "US",
                "cvc_check": "unchecked", "exp_month": JSONTree(wanted.expiryMonth.map(Int64.init)),
                "exp_year": JSONTree(wanted.expiryYear.map(Int64.init)), "funding": "credit",
                "last4": .string(test.last4), "metadata": [:], "networks": ["preferred": .null],
            ], as: "card")
    }
}
