public import Processor

extension SimulatedProcessor {
    /// Creates a payment method of the test mode: a card or a bank account.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await carryOut("payment_methods", request, key) { try $0.create($1) }
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await look { try $0.inPath(PaymentMethod.self, id) }
    }

    /// Attaches a method to a customer. A card that would be declined is refused.
    public func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        try await carryOut("payment_methods/\(method)/attach", customer, key) {
            try $0.attach(method, to: $1)
        }
    }

    /// Creates a customer.
    public func create(_ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await carryOut("customers", request, key) { try $0.create($1) }
    }

    /// Retrieves a customer. A deleted customer has only its id.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await look { try $0.inPath(Customer.self, id) }
    }

    /// Lists the customers that were not deleted, newest first.
    public func customers(email: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Customer>
    {
        try await look { try $0.customers(email: email, query) }
    }

    /// Changes a customer. Nil leaves a field as it is, and an empty metadata value removes its key.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await carryOut("customers/\(customer)", request, key) { try $0.update(customer: customer, $1) }
    }

    /// Deletes a customer, which cancels its subscriptions.
    public func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer {
        try await carryOut("customers/\(customer)/delete", NoParameters(), key) { work, _ in
            try work.delete(customer: customer)
        }
    }
}
