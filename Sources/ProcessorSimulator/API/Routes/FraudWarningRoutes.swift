import Processor
import TextKit
import TimeKit

/// A card issuer's warning that a charge may be fraudulent.
///
/// Source: Stripe API reference, "Early Fraud Warning".
struct EarlyFraudWarning: StoredObject {
    static let objectName = "radar.early_fraud_warning"
    /// The name of the test card whose charges cause warnings.
    static let card = "createIssuerFraudRecord"
    /// The id, `issfr_…`.
    var id: String
    var created: Timestamp
    var charge: String
    var paymentIntent: String?

    var parent: String? { charge }
}

/// The routes of `/v1/radar/early_fraud_warnings`.
enum FraudWarningRoutes {
    static let all: [Route] = [
        .list(
            "/v1/radar/early_fraud_warnings", EarlyFraudWarning.self,
            by: ["charge": "charge", "payment_intent": "paymentIntent"]),
        .one("/v1/radar/early_fraud_warnings/{early_fraud_warning}", EarlyFraudWarning.self),
    ]
}

extension EarlyFraudWarning: StripeRepresentable {
    func fields(_ work: EngineTransaction) throws -> JSONObject {
        let subject = try work.find(Charge.self, charge)
        var fields: JSONObject = [
            "actionable": subject.map { !$0.disputed && !$0.refunded } ?? false, "charge": charge,
            "created": created, "fraud_type": "misc", "livemode": false,
        ]
        fields["payment_intent"] = paymentIntent.map { .string($0) }
        return fields
    }
}

extension EngineTransaction {
    /// Creates an early fraud warning for a charge that was made with the test card for fraud warnings. Does
    /// nothing for other charges.
    func warn(ofFraudIn id: String) throws {
        guard let charge = try find(Charge.self, id), let card = charge.card,
            TestMethod.special(card)?.names.contains(EarlyFraudWarning.card) == true
        else { return }
        try emit(
            "radar.early_fraud_warning.created",
            put(
                EarlyFraudWarning(
                    id: newID("issfr"), created: now, charge: id, paymentIntent: charge.paymentIntent)))
    }
}
