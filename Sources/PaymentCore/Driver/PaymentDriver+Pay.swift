public import DatabaseKit
import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// In the given transaction, creates the payment for an order, and stores the call that requests the
    /// payment from the processor. ``executeOrThrow(_:)`` sends the call.
    ///
    /// - Throws: ``PaymentError`` with code `unknownMethod`, or with another code if the fraud guard rejects
    ///   the attempt.
    public func begin(_ order: PaymentOrder, in transaction: Transaction) throws -> (Payment, ProcessorCall) {
        try PaymentMethodName.check(order.method)
        let now = clock.now()
        var payment = Payment(
            id: ids.make("pay"), kind: order.kind, subject: order.subject, form: order.form,
            quote: order.quote, state: .requiresConfirmation, attempts: 1,
            applicationFeeMinor: order.quote.applicationFee.minorUnits,
            processorFeeMinor: try processing.fee(of: order.quote.total).minorUnits, created: now)
        try admit(
            payment.id, payee: order.form.guardName, payer: order.payer, in: transaction)
        if case .made(let new) = order.customer, new.isBeside { payment.awaitsCustomer = true }
        try transaction.save(payment)
        return (payment, try open(request(for: payment, order), for: .payment(payment.id), in: transaction))
    }

    private func request(for payment: Payment, _ order: PaymentOrder) -> CallRequest {
        var request = order.form.request(for: payment, order)
        switch order.customer {
        case .none: return .pay(request)
        case .known(let customer):
            request.customer = customer
            return .pay(request)
        case .made(let new):
            let first = new.requestedFor ?? payment.id
            let person = Customer.Create(
                name: order.payer.name, email: order.payer.email, phone: order.payer.phone,
                metadata: CustomerMetadata.of(payment: first, kind: payment.kind))
            let key = "\(first):customer"
            guard new.isBeside else { return .payAsCustomer(person, request, key: key) }
            if first != payment.id { request.metadata[CustomerMetadata.sharedWith] = first }
            return .payBesideCustomer(person, request, key: key)
        }
    }

    /// Creates and stores the call that retries a declined payment with the given payment method, on the same
    /// payment intent.
    ///
    /// - Throws: ``PaymentError`` with code `wrongState` if the payment was not declined; `unknownMethod`;
    ///   `tooManyAttempts`, or another code if the fraud guard rejects the attempt.
    public func retry(_ id: String, method: String, payer: Payer, in transaction: Transaction) throws
        -> ProcessorCall
    {
        try PaymentMethodName.check(method)
        var payment = try transaction.existingPayment(id)
        guard payment.state == .requiresPaymentMethod, let intent = payment.intent else {
            throw PaymentError(
                .wrongState, "only a declined payment can be retried; this one \(payment.state.clause)")
        }
        try admit(
            payment.id, payee: payment.form.guardName, payer: payer, attemptsBefore: payment.attempts,
            in: transaction)
        payment.attempts += 1
        payment.state = .requiresConfirmation
        payment.failure = nil
        try keep(payment, in: transaction)
        let request = PaymentIntent.Confirm(paymentMethod: method)
        return try open(.confirm(intent: intent, request), for: .payment(id), in: transaction)
    }

    /// Fetches a payment's intent from the processor, and records the changes. Also records the processor's
    /// actual fee for a paid payment.
    ///
    /// If the processor does not have the intent, marks the payment for review, unless the payment's state is
    /// final.
    public func refresh(payment id: String) async throws {
        guard let payment = try await database.read({ try $0.payment(id) }), let intent = payment.intent
        else {
            return
        }
        let found = try await finding {
            try await processor.paymentIntent(intent)
        }
        try await database.write { transaction in
            guard let payment = try transaction.payment(id) else { return }
            if let found {
                if !isOfEarlierTry(found, payment) { try apply(found, to: payment, in: transaction) }
            } else if !payment.state.isFinal {
                try leaveForReview(payment, in: transaction)
            }
        }
        guard found != nil else { return }
        try await confirmFee(ofPayment: id)
    }

    /// Returns whether a fetched intent may still show the result of the previous attempt. This is possible
    /// until the response to the current attempt has been recorded.
    private func isOfEarlierTry(_ intent: PaymentIntent, _ payment: Payment) -> Bool {
        payment.state == .requiresConfirmation && intent.status == .requiresPaymentMethod
            && (intent.latestCharge == nil || intent.latestCharge == payment.charge)
    }

    func bookPayment(_ answer: CallResponse, of id: String, request: CallRequest, in transaction: Transaction)
        throws
    {
        let payment = try transaction.existingPayment(id)
        switch answer {
        case .intent(let intent): try apply(intent, to: payment, in: transaction)
        case .refused(let error): try apply(error, to: payment, in: transaction)
        case .beside(.intent(let intent), let customer):
            try apply(intent, to: payment, of: customer, in: transaction)
            try requestAgain(customer, of: id, request, in: transaction)
        case .beside(.refused(let error), let customer):
            try apply(error, to: payment, of: customer, in: transaction)
            try requestAgain(customer, of: id, request, in: transaction)
        case .payerCustomer(.made(let customer)): try book(customer: customer, of: id, in: transaction)
        case .payerCustomer: break
        default:
            throw PaymentError(
                .wrongState, "the processor's response does not match the payment request")
        }
    }

    /// Updates a payment from its payment intent at the processor. Applying the same intent again changes
    /// nothing.
    func apply(
        _ intent: PaymentIntent, to before: Payment, of requested: RequestedCustomer? = nil,
        in transaction: Transaction
    ) throws {
        var payment = before
        payment.intent = intent.id
        payment.charge = intent.latestCharge ?? payment.charge
        payment.customer = intent.customer ?? requested?.id ?? payment.customer
        // A paid payment stays paid. A late response contains an older state.
        if before.state != .succeeded { payment.state = PaymentState(intent.status) }
        if intent.status == .requiresPaymentMethod, let error = intent.lastPaymentError {
            payment.failure = PaymentFailure(error)
        }
        guard payment != before else { return }
        if payment.state == .succeeded, before.state != .succeeded {
            payment.paidAt = clock.now()
            payment.settlement = payment.form.settlementOfCharge
            payment.failure = nil
            try post(.charge(payment), in: transaction)
        }
        try keep(payment, replacing: before, in: transaction)
    }

    private func apply(
        _ error: ProcessorError, to before: Payment, of requested: RequestedCustomer? = nil,
        in transaction: Transaction
    ) throws {
        // A paid payment stays paid. This may be a late response to an earlier attempt.
        guard before.state != .succeeded else {
            if let customer = requested?.id { try book(customer: customer, of: before.id, in: transaction) }
            return
        }
        var payment = before
        payment.intent = error.paymentIntent ?? payment.intent
        payment.charge = error.charge ?? payment.charge
        payment.customer = error.customer ?? requested?.id ?? payment.customer
        payment.failure = PaymentFailure(error)
        // A payment without an intent cannot be retried.
        payment.state = payment.intent == nil ? .canceled : .requiresPaymentMethod
        try keep(payment, replacing: before, in: transaction)
    }

    func keep(_ payment: Payment, replacing before: Payment, in transaction: Transaction) throws {
        var payment = payment
        try requestAssignment(of: &payment, in: transaction)
        try transaction.save(payment)
        guard
            payment.state != before.state || payment.failure != before.failure
                || payment.customer != before.customer
        else { return }
        if let failure = payment.failure, failure.isDecline, failure != before.failure {
            try cardGuard.countDecline(
                of: payment.id, payee: payment.form.guardName, at: clock.now(), in: transaction)
        }
        try policy.changed(payment, at: clock.now(), in: transaction)
    }

    /// Marks a payment for review by a person because its outcome cannot be determined automatically.
    func leaveForReview(_ before: Payment, in transaction: Transaction) throws {
        var payment = before
        payment.state = .needsReview
        try keep(payment, replacing: before, in: transaction)
    }

    /// Asks the fraud guard to admit a payment attempt, and counts the attempt.
    func admit(
        _ payment: String, payee: String, payer: Payer, attemptsBefore: Int = 0, in transaction: Transaction
    ) throws {
        let attempt = PaymentAttempt(
            payment: payment, payee: payee, email: payer.email.lowercased(), client: payer.client,
            time: clock.now())
        try cardGuard.admit(attempt, attemptsBefore: attemptsBefore, in: transaction)
    }
}

extension PaymentState {
    init(_ status: PaymentIntent.Status) {
        switch status {
        case .requiresPaymentMethod: self = .requiresPaymentMethod
        case .requiresConfirmation: self = .requiresConfirmation
        case .requiresAction: self = .requiresAction
        case .processing: self = .processing
        case .requiresCapture: self = .requiresCapture
        case .succeeded: self = .succeeded
        case .canceled: self = .canceled
        }
    }
}

extension PaymentFailure {
    init(_ error: ProcessorError) {
        self.init(
            code: error.code ?? error.kind.rawValue, declineCode: error.declineCode,
            isDecline: error.kind == .card)
    }
}

// MARK: Paying once, and continuing calls

extension PaymentDriver {
    /// Starts the payment for an object that must be paid only once, such as a booking quote.
    ///
    /// If the object's latest payment was declined, starts another attempt. If the latest payment was
    /// canceled or does not exist, begins a new payment. Otherwise, returns the id of the latest payment,
    /// with its open calls.
    ///
    /// - Parameters:
    ///   - earlier: The object's latest payment, or nil if none exists.
    ///   - method: The payment method for another attempt. A new payment uses the order's method.
    ///   - payer: The payer who makes another attempt.
    ///   - transaction: The transaction that stores the payment and its call.
    ///   - order: Creates the order for a new payment.
    /// - Returns: The payment's id, and the calls to send with ``executeTolerantly(_:)``.
    public func payOnce(
        after earlier: Payment?, method: String, payer: Payer, in transaction: Transaction,
        order: () throws -> PaymentOrder
    ) throws -> (payment: String, calls: [ProcessorCall]) {
        if let earlier, !earlier.state.takesAnotherTry {
            return (earlier.id, try transaction.calls(about: earlier.id))
        }
        if let earlier, earlier.state == .requiresPaymentMethod {
            return (earlier.id, [try retry(earlier.id, method: method, payer: payer, in: transaction)])
        }
        let (payment, call) = try begin(order(), in: transaction)
        return (payment.id, [call])
    }

    /// Sends calls and records the responses. A missing response is not an error: the call stays open until
    /// ``reconcile(progress:)`` finishes it.
    ///
    /// - Returns: The processor's last refusal, or nil if there was none.
    @discardableResult public func executeTolerantly(_ calls: [ProcessorCall]) async throws -> PaymentError? {
        try await executeTolerantly(calls, isCounted: false) { _ in }.refusal
    }

    /// Sends calls as ``executeTolerantly(_:)`` does, and reads a value in the transaction that records the
    /// last response.
    ///
    /// The `reading` closure must throw only database errors. It can run several times: once for each
    /// processor call, and again if a transaction is repeated. If `isCounted` is true,
    /// ``TransactionRunner/writeCounted(_:)`` records the responses to calls for payments, and the payment
    /// policy must meet its requirement.
    ///
    /// - Returns: The last refusal, and the value. The value is nil if the last call stays open or there are
    ///   no calls.
    package func executeTolerantly<Found: Sendable>(
        _ calls: [ProcessorCall], isCounted: Bool, reading: @escaping @Sendable (Transaction) throws -> Found
    ) async throws -> (refusal: PaymentError?, found: Found?) {
        var outcome: (refusal: PaymentError?, found: Found?)
        for call in calls {
            do {
                let (refusal, found) = try await execute(call, isCounted: isCounted, reading: reading)
                outcome = (refusal ?? outcome.refusal, found)
            } catch let error as PaymentError where error.code == .outcomeUnknown {
                // The call stays open. Nothing is lost, and nothing is done twice.
                outcome.found = nil
            }
        }
        return outcome
    }

    /// Finishes the open calls for a payment, and then fetches the payment's state from the processor. A
    /// missing response is not an error: the next reconciliation tries again.
    public func askAgain(about payment: String) async throws {
        do {
            try await finishCalls(about: payment)
            try await refresh(payment: payment)
        } catch let error as PaymentError where error.code == .outcomeUnknown {
            // The next reconciliation fetches the state again.
        }
    }

    /// Creates and stores the call that releases all of a payment's held money to the payee. The additional
    /// `metadata` is attached to the transfer at the processor.
    ///
    /// - Returns: The call, or nil if refunds or other releases have already claimed all of the held money.
    public func beginReleaseOfHeld(
        of payment: String, metadata: [String: String] = [:], in transaction: Transaction
    ) throws -> ProcessorCall? {
        do { return try beginRelease(of: payment, metadata: metadata, in: transaction).1 } catch let error
            as PaymentError
            where error.code == .releaseTooLarge
        {
            return nil
        }
    }
}

// MARK: The processor's actual fee

extension PaymentDriver {
    /// Fetches the processor's actual fee for a paid payment, and records the difference from the estimate.
    ///
    /// Immediately after a charge, its balance transaction may not exist yet. In that case, no fee is
    /// recorded, and a later reconciliation tries again.
    func confirmFee(ofPayment id: String) async throws {
        let payment = try await database.read { try $0.payment(id) }
        guard let payment, payment.state == .succeeded, !payment.isFeeConfirmed, let charge = payment.charge
        else { return }
        let found = try await reading { try await processor.charge(charge) }
        try await notice(found, of: payment)
        guard let booking = found.balanceTransaction else { return }
        let booked = try await reading {
            try await processor.balanceTransaction(booking)
        }
        try await database.write { transaction in
            guard var payment = try transaction.payment(id), !payment.isFeeConfirmed else { return }
            let more = booked.fee - payment.processorFeeMinor
            if more != 0 { try post(.feeCorrection(of: payment, by: more), in: transaction) }
            payment.processorFeeMinor = booked.fee
            payment.isFeeConfirmed = true
            payment.transfer = found.transfer
            try transaction.save(payment)
        }
    }

    /// Runs a request that fetches one object. Returns nil if the processor does not have the object.
    func finding<T: Sendable>(_ question: () async throws -> T) async throws -> T? {
        try await reading {
            do {
                return try await question()
            } catch let error as ProcessorError where error.code == "resource_missing" {
                return nil
            }
        }
    }

    /// Runs a request that only reads from the processor, and converts the processor's errors.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond; otherwise
    ///   `processorRefused`.
    func reading<T: Sendable>(_ question: () async throws -> T) async throws -> T {
        do {
            return try await question()
        } catch let error as ProcessorError {
            throw PaymentError(
                error.leavesOutcomeUnknown ? .outcomeUnknown : .processorRefused, error.message)
        }
    }
}
