import Processor
import TextKit
import TimeKit

/// A completed incremental authorization of a payment intent.
struct AuthorizationIncrement: StoredObject {
    static let objectName = "payment_intent.increment"
    /// The maximum number of times that an authorization can be increased.
    static let most = 10
    /// The id of the stored object. API responses do not contain this id.
    var id: String
    var created: Timestamp
    var intent: String
    /// The total amount after the increase, in minor units.
    var amount: Int64

    var parent: String? { intent }
}

/// A request to increase an authorized amount to `amount`, and to change other fields of the payment intent.
struct IncrementRequest {
    var amount: Int64
    var applicationFeeAmount: Int64?
    var transferAmount: Int64?
    var description: String?
    var statementDescriptor: String?
    var metadata: Metadata
}

extension EngineTransaction {
    /// Returns whether the authorization of a payment intent can be increased. An earlier request must have
    /// set `request_incremental_authorization` to `if_available`.
    func allowsIncrements(_ intent: String) throws -> Bool {
        let options = try kept(for: intent)?["payment_method_options"] ?? .null
        return options["card"]["request_incremental_authorization"].string == "if_available"
    }

    /// Increases the authorized amount of a payment intent.
    ///
    /// Source: Stripe documentation, "Increment an authorization"; API reference, "Increment an
    /// authorization".
    func increment(_ intent: PaymentIntent, _ request: IncrementRequest) throws -> Written<PaymentIntent> {
        try expect(intent, in: [.requiresCapture], to: "increment the authorization of")
        guard var charge = try find(Charge.self, intent.latestCharge), charge.card != nil,
            try allowsIncrements(intent.id)
        else {
            throw Executed(
                .invalid(
                    "payment_intent_unexpected_state",
                    "This PaymentIntent is not eligible for an incremental authorization: it must be a card payment that was confirmed with `payment_method_options[card][request_incremental_authorization]=if_available`."
                ))
        }
        try expect(
            children(AuthorizationIncrement.self, of: intent.id).count < AuthorizationIncrement.most,
            "This PaymentIntent's authorization has already been incremented \(AuthorizationIncrement.most) times."
        )
        try require(
            request.amount > intent.amount,
            "The amount must be greater than the currently authorized amount, \(intent.amount).",
            parameter: "amount")
        try AmountRules.check(charge: request.amount, in: intent.currency)
        var intent = intent
        intent.amount = request.amount
        intent.amountCapturable = request.amount
        intent.applicationFeeAmount = request.applicationFeeAmount ?? intent.applicationFeeAmount
        intent.transferAmount = request.transferAmount ?? intent.transferAmount
        intent.description = request.description ?? intent.description
        intent.metadata = request.metadata
        if let text = request.statementDescriptor {
            try IntentRules.check(statementDescriptor: text)
            intent.statementDescriptor = text
        }
        try check(request, of: intent)
        charge.amount = intent.amount
        charge.applicationFeeAmount = intent.applicationFeeAmount
        charge.transferAmount = intent.transferAmount
        charge.description = intent.description
        charge.statementDescriptor = intent.statementDescriptor
        try put(
            AuthorizationIncrement(id: newID("piinc"), created: now, intent: intent.id, amount: intent.amount)
        )
        try emit("charge.updated", put(charge))
        return try emit("payment_intent.amount_capturable_updated", put(intent))
    }

    private func check(_ request: IncrementRequest, of intent: PaymentIntent) throws {
        try IntentRules.checkParts(of: intent)
        if let fee = request.applicationFeeAmount, fee < 0 || intent.destination == nil && account == nil {
            throw ProcessorError.invalid(
                "An application fee must not be negative, and requires transfer_data[destination] or the Stripe-Account header.",
                parameter: "application_fee_amount")
        }
        if let amount = request.transferAmount, amount < 1 || intent.destination == nil {
            throw ProcessorError.invalid(
                "transfer_data[amount] must be positive, and the PaymentIntent needs a destination.",
                parameter: "transfer_data[amount]")
        }
    }
}
