import MoneyKit
import Processor
import TimeKit

extension EngineTransaction {
    func create(_ request: PaymentIntent.Create) throws -> Written<PaymentIntent> {
        try IntentRules.check(request, isDirect: account != nil)
        if let customer = request.customer { try checkLiving(customer, by: "customer") }
        try checkParties(of: request)
        let method = try request.paymentMethod.map { try self.method($0, for: request.customer) }
        if let method { try MethodTypeRules.check(method, in: request.currency) }
        var intent = try newIntent(request)
        intent.paymentMethod = method?.id
        try emit("payment_intent.created", encoded(intent))
        guard request.confirm, let method else { return try put(intent) }
        return try answer(attempt(intent, with: method, offSession: request.offSession))
    }

    /// Returns a new payment intent without saving it.
    func newIntent(_ request: PaymentIntent.Create) throws -> PaymentIntent {
        let id = try newID("pi")
        return PaymentIntent(
            id: id, clientSecret: clientSecret(of: id), created: now,
            status: request.paymentMethod == nil ? .requiresPaymentMethod : .requiresConfirmation, request)
    }

    func confirm(_ id: String, _ request: PaymentIntent.Confirm) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        try expect(
            intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "confirm")
        guard let name = request.paymentMethod ?? intent.paymentMethod else {
            throw Executed(
                .unexpectedState(
                    of: intent, "You cannot confirm this PaymentIntent because it has no payment method."))
        }
        let method = try method(name, for: intent.customer)
        try MethodTypeRules.check(method, in: intent.currency)
        intent.paymentMethod = method.id
        return try answer(attempt(intent, with: method, offSession: request.offSession))
    }

    /// Captures all or part of an authorized amount, and releases the rest.
    func capture(_ id: String, amount: Int64?) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        try expect(intent, in: [.requiresCapture], to: "capture")
        let taken = amount ?? intent.amountCapturable
        guard taken > 0 else { throw ProcessorError.notAnAmount("amount_to_capture") }
        try require(
            taken <= intent.amountCapturable, "amount_too_large",
            "The amount to capture is greater than the amount that can be captured.",
            parameter: "amount_to_capture")
        var charge = try inPath(Charge.self, intent.latestCharge ?? "")
        charge.captured = true
        charge.amountCaptured = taken
        charge.applicationFeeAmount = charge.applicationFeeAmount.map { min($0, taken) }
        let booked = try book(&charge)
        intent.status = .succeeded
        intent.amountCapturable = 0
        intent.amountReceived = taken
        try emit("charge.captured", put(charge))
        try recordRelease(of: charge)
        let written = try emit("payment_intent.succeeded", put(intent))
        try announce(booked)
        return written
    }

    func cancel(intent id: String, reason: String? = nil) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        try expect(
            intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction, .requiresCapture],
            to: "cancel")
        intent.cancellationReason = reason
        return try close(intent)
    }

    /// Cancels a payment intent, and releases any authorized amount.
    @discardableResult
    func close(_ intent: PaymentIntent, becauseItExpired expired: Bool = false) throws
        -> Written<PaymentIntent>
    {
        var intent = intent
        if intent.status == .requiresCapture, var charge = try find(Charge.self, intent.latestCharge) {
            charge.amountRefunded = charge.amount
            charge.refunded = true
            try emit(expired ? "charge.expired" : "charge.refunded", put(charge))
        }
        intent.status = .canceled
        intent.canceledAt = now
        if expired { intent.cancellationReason = "automatic" }
        intent.amountCapturable = 0
        return try emit("payment_intent.canceled", put(intent))
    }

    /// Completes the bank's challenge with the outcome that the payer chose.
    func challenge(_ id: String, _ outcome: PaymentIntent.ChallengeOutcome) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        guard intent.status == .requiresAction, let methodID = intent.paymentMethod else {
            throw ProcessorError.unexpectedState(
                of: intent, "This PaymentIntent is not waiting for authentication.")
        }
        switch outcome {
        case .passed:
            let method = try named(PaymentMethod.self, methodID, by: "payment_method")
            return try answer(attempt(intent, with: method, offSession: false, challenged: true))
        case .failed:
            intent.status = .requiresPaymentMethod
            intent.paymentMethod = nil
            intent.lastPaymentError = ProcessorError(
                .invalidRequest, status: 402, code: "payment_intent_authentication_failure",
                message: "The provided payment method has failed authentication.", paymentIntent: intent.id)
            intent.lastPaymentError?.paymentMethod = methodID
            let written = try emit("payment_intent.payment_failed", put(intent))
            try invoiceFailed(of: written.object, .authenticationRequired)
            return written
        }
    }

    /// Throws an error unless the payment intent has one of these statuses. The error is stored as the
    /// response for the request's idempotency key.
    ///
    /// - Parameter verb: The action that the error message names, such as `cancel`.
    func expect(_ intent: PaymentIntent, in states: Set<PaymentIntent.Status>, to verb: String) throws {
        guard !states.contains(intent.status) else { return }
        throw Executed(
            .unexpectedState(
                of: intent,
                "You cannot \(verb) this PaymentIntent because it has a status of \(intent.status.rawValue).")
        )
    }

    /// Returns the payment intent after an attempt, and updates its invoice. Throws an error if the attempt
    /// was declined.
    private func answer(_ attempt: Attempt) throws -> Written<PaymentIntent> {
        if let decline = attempt.decline {
            try invoiceFailed(of: attempt.intent.object, decline)
            throw Executed(
                decline.error(intent: attempt.intent.object.id, charge: attempt.intent.object.latestCharge))
        }
        if attempt.intent.object.status == .succeeded { try invoicePaid(by: attempt.intent.object) }
        return attempt.intent
    }

    /// Checks that the accounts in `transfer_data[destination]` and `on_behalf_of` exist, and that they have
    /// the required capabilities.
    func checkParties(of request: PaymentIntent.Create) throws {
        let destination = try request.destination.map {
            try self.destination($0, by: "transfer_data[destination]")
        }
        guard let id = request.onBehalfOf else { return }
        let account =
            try destination?.id == id ? destination : named(Account.self, id, by: "on_behalf_of")
        try require(
            account?.cardPayments == .active, "account_invalid",
            "The account '\(id)' cannot accept charges: it lacks the card_payments capability.",
            parameter: "on_behalf_of")
    }
}

extension ProcessorError {
    /// Creates the error for a request that the payment intent's status does not allow.
    static func unexpectedState(of intent: PaymentIntent, _ message: String) -> ProcessorError {
        ProcessorError(
            .invalidRequest, status: 400, code: "payment_intent_unexpected_state", message: message,
            paymentIntent: intent.id)
    }
}

/// The requested changes to a payment intent. A field that is nil is not changed.
struct IntentChange {
    var amount: Int64?
    var currency: Currency?
    var customer: String?
    var paymentMethod: String?
    /// The platform's application fee. Nil leaves the fee unchanged, and `.some(nil)` removes it.
    var applicationFeeAmount: Int64??
    var description: String??
    var receiptEmail: String??
    var statementDescriptor: String?
    var statementDescriptorSuffix: String?
    var transferGroup: String??
    var metadata: Metadata?
}

extension EngineTransaction {
    /// Changes a payment intent.
    ///
    /// Source: Stripe API reference, "Update a PaymentIntent".
    func update(intent id: String, _ change: IntentChange) throws -> Written<PaymentIntent> {
        var intent = try inPath(PaymentIntent.self, id)
        let onlyWords =
            change.amount == nil && change.currency == nil && change.customer == nil
            && change.paymentMethod == nil && change.applicationFeeAmount == nil
        if !onlyWords {
            try expect(
                intent, in: [.requiresPaymentMethod, .requiresConfirmation, .requiresAction], to: "update")
        }
        intent.amount = change.amount ?? intent.amount
        intent.currency = change.currency ?? intent.currency
        try AmountRules.check(charge: intent.amount, in: intent.currency)
        if let customer = change.customer { intent.customer = try living(customer, by: "customer").id }
        if let name = change.paymentMethod {
            intent.paymentMethod = try method(name, for: intent.customer).id
            if intent.status == .requiresPaymentMethod { intent.status = .requiresConfirmation }
        }
        if let fee = change.applicationFeeAmount {
            try require(
                (fee ?? 0) <= intent.amount && (fee ?? 0) >= 0
                    && (fee == nil || intent.destination != nil || account != nil),
                "An application fee must be between 0 and the amount, and requires transfer_data[destination] or the Stripe-Account header.",
                parameter: "application_fee_amount")
            intent.applicationFeeAmount = fee
        }
        if change.amount != nil { try IntentRules.checkParts(of: intent) }
        if let email = change.receiptEmail {
            if let email { try IntentRules.check(email: email, parameter: "receipt_email") }
            intent.receiptEmail = email
        }
        if let text = change.statementDescriptor {
            try IntentRules.check(statementDescriptor: text)
            intent.statementDescriptor = text
        }
        if let text = change.statementDescriptorSuffix {
            try IntentRules.check(statementDescriptorSuffix: text)
            intent.statementDescriptorSuffix = text
        }
        intent.description = change.description ?? intent.description
        intent.transferGroup = change.transferGroup ?? intent.transferGroup
        intent.metadata = change.metadata ?? intent.metadata
        return try put(intent)
    }
}
