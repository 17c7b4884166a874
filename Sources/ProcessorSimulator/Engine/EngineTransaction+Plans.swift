import Processor

extension EngineTransaction {
    /// Returns the price with an id, which the caller may have chosen.
    ///
    /// - Parameter parameter: The parameter that contains the id, or nil if the id is in the path.
    /// - Throws: `resource_missing` if the price does not exist, or if its plan was deleted.
    func price(_ id: String, by parameter: String? = nil) throws -> Price {
        if let price = try find(Price.self, id), price.deleted != true, price.shownID == id { return price }
        guard let price = try givenPrice(id) else {
            throw ProcessorError.noSuch(Price.objectName, id, parameter: parameter)
        }
        return price
    }

    /// Returns the recurring price with this id as a plan. Returns nil if the price does not exist, was
    /// deleted or is not recurring.
    func plan(_ id: String) throws -> Plan? {
        let known = try find(Price.self, id).flatMap { $0.deleted == true || $0.shownID != id ? nil : $0 }
        let price = try known ?? givenPrice(id)
        return price.flatMap { $0.interval == nil ? nil : Plan(price: $0) }
    }

    /// Saves a changed plan, and emits the events about the plan and its price.
    func update(_ plan: Plan, from old: Plan) throws {
        try emit("price.updated", put(plan.price))
        before[plan.id] = try encoded(old).json
        try emit("plan.updated", encoded(plan))
    }

    /// Deletes a plan. Existing subscriptions to the plan are not affected.
    func delete(_ plan: Plan) throws {
        var price = plan.price
        price.active = false
        price.deleted = true
        price.lookupKey = nil
        try emit("price.deleted", put(price))
        try emit("plan.deleted", encoded(plan))
        guard var product = try product(price.product), product.defaultPrice == price.shownID else { return }
        product.defaultPrice = nil
        try put(product)
    }

    /// Returns the price for which a caller chose this id. Returns nil if the price does not exist or was
    /// deleted.
    private func givenPrice(_ id: String) throws -> Price? {
        let found = try list(Price.self, ListQuery(limit: 100), where: ["givenID": id])
        // A later `*.updated` event reports the changes since this version.
        return try found.data.first { $0.deleted != true }.flatMap { try find(Price.self, $0.id) }
    }
}

extension Price {
    /// The id that callers see: the id chosen when the price was created or, by default, the generated id.
    var shownID: String { givenID ?? id }
}
