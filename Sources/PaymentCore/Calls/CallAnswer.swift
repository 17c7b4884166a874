import Processor

/// The processor's response to a call.
enum CallAnswer: Sendable {
    case intent(PaymentIntent)
    case refund(Refund)
    case reversal(TransferReversal)
    case transfer(Transfer)
    case customer(Customer)
    case product(Product)
    case price(Price)
    case subscription(Subscription)
    case method(PaymentMethod)
    case invoice(Invoice)
    case payout(Payout)
    case charge(Charge)
    /// The responses to the requests for a payment and for its customer.
    indirect case beside(CallAnswer, RequestedCustomer)
    /// The response to a request for a payment's customer alone.
    case payerCustomer(RequestedCustomer)
    /// A definite refusal: nothing was done.
    case refused(ProcessorError)

    /// The refusal of the request, or nil. A refused customer does not count, because a payment does not
    /// depend on it.
    var refusal: ProcessorError? {
        switch self {
        case .refused(let error): error
        case .beside(let answer, _): answer.refusal
        default: nil
        }
    }
}

/// The result of requesting a customer for a payment.
enum RequestedCustomer: Hashable, Sendable {
    /// It exists, with this id.
    case made(String)
    /// The processor refused to create it.
    case refused
    /// No response arrived.
    case unknown
}

extension PaymentProcessor {
    /// Sends a request with its idempotency key.
    ///
    /// - Returns: The response, or the refusal.
    /// - Throws: Only errors that leave the outcome unknown.
    func answer(to request: CallRequest, key: IdempotencyKey) async throws(ProcessorError) -> CallAnswer {
        do {
            return try await send(request, key: key)
        } catch {
            if error.leavesOutcomeUnknown { throw error }
            return .refused(error)
        }
    }

    private func send(_ request: CallRequest, key: IdempotencyKey) async throws(ProcessorError) -> CallAnswer
    {
        switch request {
        case .pay(let wanted): .intent(try await pay(wanted, key: key))
        case .payAsCustomer(let person, let wanted, let name):
            .intent(
                try await pay(
                    wanted,
                    of: try await customer(person, key: IdempotencyKey(name ?? key.rawValue + ":customer")),
                    key: key))
        case .payBesideCustomer(let person, let wanted, let name):
            try await pay(wanted, beside: person, key: key, customerKey: IdempotencyKey(name))
        case .payerCustomer(let person, let name):
            .payerCustomer(
                try await customer(person, key: IdempotencyKey(name)).map(RequestedCustomer.made) ?? .refused)
        case .assign(let charge, let customer):
            .charge(try await assign(charge: charge, to: customer, key: key))
        case .confirm(let intent, let wanted): .intent(try await confirm(intent, wanted, key: key))
        case .refund(let wanted): .refund(try await create(wanted, key: key))
        case .reverse(let transfer, let amount, let metadata):
            .reversal(try await reverse(transfer: transfer, amount: amount, metadata: metadata, key: key))
        case .customer(let wanted): .customer(try await create(wanted, key: key))
        case .product(let name, let metadata):
            .product(try await createProduct(named: name, metadata: metadata, key: key))
        case .price(let wanted): .price(try await create(wanted, key: key))
        case .subscribe(let wanted): .subscription(try await create(wanted, key: key))
        case .attach(let method, let customer): .method(try await attach(method, to: customer, key: key))
        case .updateSubscription(let id, let change):
            .subscription(try await update(subscription: id, change, key: key))
        case .cancelSubscription(let id): .subscription(try await cancel(subscription: id, key: key))
        case .payInvoice(let id): .invoice(try await pay(invoice: id, key: key))
        case .deleteCustomer(let id): .customer(try await delete(customer: id, key: key))
        case .transfer(let wanted): .transfer(try await create(wanted, key: key))
        case .payout(let account, let amount, let currency):
            .payout(try await createPayout(of: account, amount: amount, currency: currency, key: key))
        }
    }
}

extension PaymentProcessor {
    /// Creates a payment and its customer at the same time, and waits for both responses.
    ///
    /// - Throws: Only if the outcome of the payment is unknown. Both are then requested again, with the same
    ///   keys.
    private func pay(
        _ request: PaymentIntent.Create, beside person: Customer.Create, key: IdempotencyKey,
        customerKey: IdempotencyKey
    ) async throws(ProcessorError) -> CallAnswer {
        async let requested = customerOutcome(person, key: customerKey)
        let paid: Result<PaymentIntent, ProcessorError>
        do { paid = .success(try await create(request, key: key)) } catch { paid = .failure(error) }
        let customer = await requested
        switch paid {
        case .success(let intent): return .beside(.intent(intent), customer)
        case .failure(let error):
            if error.leavesOutcomeUnknown { throw error }
            return .beside(.refused(error), customer)
        }
    }

    private func customerOutcome(_ request: Customer.Create, key: IdempotencyKey) async -> RequestedCustomer {
        do {
            return try await customer(request, key: key).map(RequestedCustomer.made) ?? .refused
        } catch {
            return .unknown
        }
    }

    /// Creates a payment's customer.
    ///
    /// - Returns: The customer's id, or nil if the processor refuses to create one. The payment does not
    ///   depend on it.
    private func customer(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> String?
    {
        do {
            return try await create(request, key: key).id
        } catch {
            if error.leavesOutcomeUnknown { throw error }
            return nil
        }
    }

    /// Creates the payment, without a customer if the customer was deleted at the processor.
    private func pay(_ request: PaymentIntent.Create, of customer: String? = nil, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentIntent
    {
        var request = request
        request.customer = customer ?? request.customer
        do {
            return try await create(request, key: key)
        } catch {
            guard request.customer != nil, error.code == "resource_missing", error.parameter == "customer"
            else {
                var error = error
                error.customer = customer
                throw error
            }
            request.customer = nil
            return try await create(request, key: IdempotencyKey(key.rawValue + ":alone"))
        }
    }
}
