import Processor

/// What the processor answered to a call.
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
    /// It refused, for certain: nothing was done.
    case refused(ProcessorError)
}

extension PaymentProcessor {
    /// Sends a request under its key.
    ///
    /// - Returns: The answer, a refusal included.
    /// - Throws: Only what leaves the outcome unknown.
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
        case .payAsCustomer(let person, let wanted):
            .intent(try await pay(wanted, of: try await customer(person, key: key), key: key))
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
    /// Creates the payment's customer, with an idempotency key derived from the payment's.
    ///
    /// - Returns: The customer's id, or nil if the processor refuses. The payment does not depend on it.
    private func customer(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> String?
    {
        do {
            return try await create(request, key: IdempotencyKey(key.rawValue + ":customer")).id
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
