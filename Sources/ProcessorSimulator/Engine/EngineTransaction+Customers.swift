import Processor

extension EngineTransaction {
    /// Returns a customer. Throws an error if the customer does not exist or was deleted.
    ///
    /// - Parameter parameter: The name of the request parameter that contains the id, or nil if the id is in
    ///   the path.
    func living(_ id: String, by parameter: String?) throws -> Customer {
        let customer = try named(Customer.self, id, by: parameter)
        guard !customer.deleted else { throw ProcessorError.noSuch("customer", id, parameter: parameter) }
        return customer
    }

    /// Throws an error if the customer does not exist or was deleted.
    ///
    /// Unlike ``living(_:by:)``, this function does not decode the customer, so it is faster. Almost every
    /// payment calls it.
    func checkLiving(_ id: String, by parameter: String) throws {
        if let seen = seen[id], seen.isKept {
            _ = try living(id, by: parameter)
        } else if try !store.isLivingCustomer(id, owner: account ?? "") {
            throw ProcessorError.noSuch("customer", id, parameter: parameter)
        }
    }

    /// Lists the customers that were not deleted, newest first.
    func customers(email: String?, _ query: ListQuery) throws -> ListPage<Customer> {
        var filter: ListFilter = ["deleted": "0"]
        filter["email"] = email
        return try list(Customer.self, query, where: filter)
    }

    /// Assigns a charge to a customer. Does nothing if the charge is already assigned to this customer.
    /// Throws an error if the charge has a different customer.
    ///
    /// Source: Stripe API reference, "Update a charge", `customer`: “if there is no existing associated
    /// customer”.
    func assign(_ charge: inout Charge, to customer: String) throws {
        _ = try living(customer, by: "customer")
        try require(
            charge.customer == nil || charge.customer == customer,
            "The charge \(charge.id) already belongs to another customer, and cannot be reassigned.",
            parameter: "customer")
        charge.customer = customer
    }

    /// Saves a charge that a request has changed, and emits `charge.updated`.
    func update(_ charge: Charge) throws -> Written<Charge> {
        return try emit("charge.updated", put(charge))
    }

    /// Creates a customer. If the request contains a payment method, attaches it.
    ///
    /// - Parameter clock: The id of the customer's test clock, or nil.
    func create(_ request: Customer.Create, clock: String? = nil) throws -> Written<Customer> {
        var customer = Customer(id: try newID("cus"), created: now)
        customer.testClock = clock
        let method = try fill(&customer, from: request)
        let written = try emit("customer.created", put(customer))
        if let method { try bind(method, to: customer.id) }
        return written
    }

    func update(customer id: String, _ request: Customer.Create) throws -> Written<Customer> {
        var customer = try living(id, by: nil)
        let method = try fill(&customer, from: request)
        let written = try put(customer)
        if let method { try bind(method, to: id) }
        try emit("customer.updated", written)
        return written
    }

    /// Deletes a customer and cancels the customer's subscriptions. Afterward, only the customer's id and
    /// creation time are stored.
    func delete(customer id: String) throws -> Written<Customer> {
        let customer = try living(id, by: nil)
        for subscription in try children(Subscription.self, of: id) where !subscription.status.isFinal {
            try end(subscription)
        }
        var gone = Customer(id: customer.id, created: customer.created)
        gone.deleted = true
        return try emit("customer.deleted", put(gone))
    }

    /// Copies the fields of a request to a customer.
    ///
    /// - Returns: The payment method to attach to the customer, or nil.
    private func fill(_ customer: inout Customer, from request: Customer.Create) throws -> PaymentMethod? {
        if let email = request.email { try IntentRules.check(email: email, parameter: "email") }
        customer.name = request.name ?? customer.name
        customer.email = request.email ?? customer.email
        customer.phone = request.phone ?? customer.phone
        customer.metadata = try MetadataRules.merged(customer.metadata, with: request.metadata)
        guard let name = request.paymentMethod else { return nil }
        guard let method = try bindable(name, to: customer.id) else {
            throw ProcessorError.noSuchMethod(name, parameter: "payment_method")
        }
        customer.defaultPaymentMethod = method.id
        return method
    }
}
