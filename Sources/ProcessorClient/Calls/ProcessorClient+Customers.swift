public import Processor

extension ProcessorClient {
    /// Creates a payment method of the test mode: a test card by its token, or the test bank account.
    ///
    /// A token has its own wallet and expiry month. Those of the request are for the simulator only, and are
    /// not sent.
    public func create(_ request: PaymentMethod.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        var form = Form()
        if request.testName.hasPrefix("pm_usBankAccount") {
            form.add("type", "us_bank_account")
            form.add("us_bank_account[routing_number]", "110000000")
            form.add("us_bank_account[account_number]", "000123456789")
            form.add("us_bank_account[account_holder_type]", "individual")
        } else {
            form.add("type", "card")
            form.add("card[token]", request.testName.replacing("pm_card_", with: "tok_"))
        }
        return try await method("POST", "", form, key: key)
    }

    /// Retrieves a payment method.
    public func paymentMethod(_ id: String) async throws(ProcessorError) -> PaymentMethod {
        try await method("GET", "/\(id)", Form(), key: nil)
    }

    /// Attaches a method to a customer.
    public func attach(_ method: String, to customer: String, key: IdempotencyKey)
        async throws(ProcessorError) -> PaymentMethod
    {
        var form = Form()
        form.add("customer", customer)
        return try await self.method("POST", "/\(method)/attach", form, key: key)
    }

    /// Creates a customer.
    public func create(_ request: Customer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Customer
    {
        try await customer("POST", "", form(of: request), key: key)
    }

    /// Retrieves a customer. A deleted customer has only its id.
    public func customer(_ id: String) async throws(ProcessorError) -> Customer {
        try await customer("GET", "/\(id)", Form(), key: nil)
    }

    /// Lists customers, newest first.
    public func customers(email: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Customer>
    {
        var form = Form()
        form.add("email", email)
        form.add(query)
        let answer: ListAnswer<CustomerAnswer> = try await ask("GET", "/v1/customers", form)
        return try answer.noun(of: nil)
    }

    /// Changes a customer.
    public func update(customer: String, _ request: Customer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Customer
    {
        try await self.customer("POST", "/\(customer)", form(of: request), key: key)
    }

    /// Deletes a customer, which cancels its subscriptions.
    public func delete(customer: String, key: IdempotencyKey) async throws(ProcessorError) -> Customer {
        try await self.customer("DELETE", "/\(customer)", Form(), key: key)
    }

    private func form(of request: Customer.Create) -> Form {
        var form = Form()
        form.add("name", request.name)
        form.add("email", request.email)
        form.add("phone", request.phone)
        form.add("payment_method", request.paymentMethod)
        form.add("invoice_settings[default_payment_method]", request.paymentMethod)
        form.add(request.metadata)
        return form
    }

    private func customer(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> Customer
    {
        let answer: CustomerAnswer = try await ask(method, "/v1/customers" + path, form, key: key)
        return try answer.noun(of: nil)
    }

    private func method(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> PaymentMethod
    {
        let answer: PaymentMethodAnswer = try await ask(method, "/v1/payment_methods" + path, form, key: key)
        return try answer.noun(of: nil)
    }
}
