import Processor
import TextKit

extension TaxRate: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        [
            "active": active, "country": country, "created": created, "description": description,
            "display_name": displayName, "inclusive": inclusive, "jurisdiction": jurisdiction,
            "livemode": false, "metadata": metadata,
            "percentage": JSONTree.number(TaxRules.text(percentage)), "rate_type": "percentage",
            "state": state, "tax_type": taxType,
        ]
    }
}

extension Invoice.Tax {
    /// The tax in Stripe's JSON format.
    var stripeJSON: JSONObject {
        [
            "amount": amount, "tax_behavior": isInclusive ? "inclusive" : "exclusive",
            "tax_rate_details": ["tax_rate": rate] as JSONObject, "taxability_reason": "not_available",
            "taxable_amount": taxableAmount, "type": "tax_rate_details",
        ]
    }
}
