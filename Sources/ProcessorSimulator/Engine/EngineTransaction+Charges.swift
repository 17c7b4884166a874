import MoneyKit
import Processor
import TextKit
import TimeKit

/// Charges without a payment intent.
///
/// Source: Stripe API reference, "Create a charge", "Capture a charge".
extension EngineTransaction {
    /// Returns the payment method that a charge debits: the given source or, if `given` is null, the
    /// customer's default source.
    ///
    /// - Parameter given: The id of a token or source, the details of a card, or null.
    func payer(_ given: JSONTree, customer id: String?) throws -> PaymentMethod {
        let customer = try id.map { try living($0, by: "customer") }
        guard let customer else {
            try require(!given.isNull, "parameter_missing", "Must provide source or customer.")
            guard let source = given.string, source.hasPrefix("src_") else {
                return try put(newCard(from: given, in: "source")).object
            }
            let found = try named(Source.self, source, by: "source")
            try require(
                found.customer == nil,
                "The source \(source) is attached to a customer: specify that customer too.",
                parameter: "customer")
            return try chargeable(.source(found))
        }
        guard !given.isNull else {
            guard let source = try customer.defaultSource.flatMap({ try source($0) }),
                source.method.customer == customer.id
            else {
                throw ProcessorError.card(
                    "missing", "Cannot charge a customer that has no active card", parameter: "card")
            }
            return try chargeable(source)
        }
        guard let name = given.string, let source = try source(name), source.method.customer == customer.id
        else {
            throw ProcessorError.invalid(
                "missing",
                "Customer \(customer.id) does not have a linked source with ID \(given.string ?? "").",
                parameter: "source")
        }
        return try chargeable(source)
    }

    /// Returns the payment method of a source. Throws an error if the source cannot be charged. Sets the
    /// status of a single-use or unattached source to `consumed`.
    private func chargeable(_ source: CustomerSource) throws -> PaymentMethod {
        switch source {
        case .bank(let bank) where bank.status != "verified":
            throw ProcessorError.invalid(
                "The bank account \(bank.id) must be verified before it can be charged.", parameter: "source")
        case .source(var found):
            try require(
                found.status == "chargeable" && found.card != nil,
                "The source you provided is not in a chargeable state.", parameter: "source")
            if found.usage == "single_use" || found.customer == nil {
                found.status = "consumed"
                try put(found)
            }
        default: break
        }
        return source.method
    }

    /// Charges a payment method without a payment intent.
    ///
    /// - Parameter request: The details of the charge. If its capture method is manual, the amount is only
    ///   authorized.
    func create(charge request: PaymentIntent.Create, from payer: PaymentMethod) throws -> Written<Charge> {
        try IntentRules.check(request, isDirect: account != nil)
        try checkParties(of: request)
        try MethodTypeRules.check(payer, in: request.currency)
        let unsaved = PaymentIntent(
            id: "", clientSecret: "", created: now, status: .processing, request)
        var charge = try newCharge(.succeeded, of: unsaved, payer)
        charge.paymentIntent = nil
        charge.transferGroup = request.transferGroup ?? request.destination.map { _ in "group_\(charge.id)" }
        switch ChargeOutcome.of(payer, offSession: true, at: now) {
        case .declines(let decline): throw try fail(&charge, decline)
        case .needsAction: throw try fail(&charge, .authenticationRequired)
        case .processes:
            charge.status = .pending
            if !TestBank.neverEnds(payer) {
                try schedule(.bankDebit, of: charge.id, after: configuration.bankDebitDelay)
            }
            return try emit("charge.pending", put(charge))
        case .succeeds:
            guard request.captureMethod == .manual else { return try take(charge.amount, of: &charge) }
            try schedule(.captureExpiry, of: charge.id, after: configuration.captureLife)
            return try emit("charge.succeeded", put(charge))
        }
    }

    private func fail(_ charge: inout Charge, _ decline: Decline) throws -> Executed {
        charge.status = .failed
        charge.failureCode = decline.code
        charge.failureMessage = decline.message
        try emit("charge.failed", put(charge))
        return Executed(decline.error(intent: nil, charge: charge.id))
    }

    /// Captures and books a successful charge.
    private func take(_ amount: Int64, of charge: inout Charge, event: String = "charge.succeeded") throws
        -> Written<Charge>
    {
        charge.captured = true
        charge.amountCaptured = amount
        let booking = try book(&charge)
        let written = try emit(event, put(charge))
        try recordRelease(of: charge)
        try announce(booking)
        return written
    }

    /// Captures an authorized charge. If `amount` is less than the authorized amount, releases the rest.
    func capture(_ charge: Charge, amount: Int64?) throws -> Written<Charge> {
        var charge = charge
        if let intent = charge.paymentIntent {
            throw ProcessorError.invalid(
                "Charge \(charge.id) was created by the PaymentIntent \(intent): capture that PaymentIntent instead."
            )
        }
        try expect(
            charge.status == .succeeded && !charge.captured, "charge_already_captured",
            charge.status == .succeeded
                ? "Charge \(charge.id) has already been captured."
                : "Charge \(charge.id) cannot be captured: its status is \(charge.status.rawValue).")
        try expect(
            !charge.refunded, "charge_expired_for_capture",
            "The authorization of charge \(charge.id) was released: capture is no longer possible.")
        let taken = amount ?? charge.amount
        guard taken > 0 else { throw ProcessorError.notAnAmount("amount") }
        try require(
            taken <= charge.amount, "amount_too_large",
            "The amount to capture is greater than the amount of the charge.",
            parameter: "amount")
        charge.applicationFeeAmount = charge.applicationFeeAmount.map { min($0, taken) }
        return try take(taken, of: &charge, event: "charge.captured")
    }

    /// Releases the authorized amount of a charge that was not captured in time.
    func chargeExpires(_ id: String) throws {
        guard var charge = try find(Charge.self, id), charge.status == .succeeded, !charge.captured,
            !charge.refunded
        else { return }
        charge.amountRefunded = charge.amount
        charge.refunded = true
        try emit("charge.expired", put(charge))
    }

    /// Completes a charge that has no payment intent, after the bank has reported the result of the debit.
    func chargeDebitArrives(_ id: String) throws {
        guard var charge = try find(Charge.self, id), charge.status == .pending else { return }
        if let failure = try chargedMethod(of: charge).flatMap(TestBank.failure) {
            _ = try fail(&charge, failure)
            return
        }
        charge.status = .succeeded
        _ = try take(charge.amount, of: &charge)
    }

    /// Returns the payment method or source that a charge debited. Returns nil if the payment method or
    /// source no longer exists.
    func chargedMethod(of charge: Charge) throws -> PaymentMethod? {
        try charge.paymentMethod.flatMap { try source($0)?.method }
    }

    /// Refunds an authorized charge that was not captured. This releases the whole amount, and no money
    /// moves.
    func release(_ charge: inout Charge, _ request: Refund.Create) throws -> Written<Refund> {
        try expect(
            !charge.refunded, "charge_already_refunded", "Charge \(charge.id) has already been refunded.")
        try require(
            request.amount == nil || request.amount == charge.amount,
            "An uncaptured charge can only be refunded in full.", parameter: "amount")
        charge.amountRefunded = charge.amount
        charge.refunded = true
        var refund = Refund(
            id: try newID("re"), created: now, amount: charge.amount, currency: charge.currency,
            status: .succeeded, charge: charge.id)
        refund.reason = request.reason
        refund.metadata = request.metadata
        try emit("charge.refunded", put(charge))
        return try emit("refund.created", put(refund))
    }
}
