import Processor

extension PaymentDriver {
    /// Deletes the customer of a schedule that has ended: name and address go at the processor.
    ///
    /// - Returns: False where there was none.
    /// - Throws: ``PaymentError`` with code `wrongState` while the schedule runs, `outcomeUnknown` without an answer.
    public func deleteCustomer(ofSchedule id: String) async throws -> Bool {
        let call = try await units.write { unit -> ProcessorCall? in
            guard var schedule = try unit.schedule(id), let customer = schedule.customer else { return nil }
            guard schedule.state == .canceled || schedule.subscription == nil else {
                throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
            }
            // The call holds the id from now on; a reconciliation sends it again.
            schedule.customer = nil
            try unit.save(schedule)
            return try open(.deleteCustomer(customer), for: .customer(id), in: unit)
        }
        guard let call else { return false }
        // A refusal means that there is none any more.
        try await deliver(call)
        return true
    }
}

extension PaymentDriver {
    /// Deletes a customer of one-time payments, including the name and address that the processor stores.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond. Reconciliation sends
    ///   the request again.
    public func delete(customer: String) async throws {
        let call = try await units.write { unit in
            try open(.deleteCustomer(customer), for: .customer(customer), in: unit)
        }
        // A refusal means that the customer no longer exists.
        try await deliver(call)
    }
}
