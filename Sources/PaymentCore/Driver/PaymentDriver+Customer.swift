import Processor

extension PaymentDriver {
    /// Deletes the customer of a schedule that has ended: name and address go at the processor.
    ///
    /// - Returns: The id of the deleted customer, or nil where there was none.
    /// - Throws: ``PaymentError`` with code `wrongState` while the schedule runs, `outcomeUnknown` without an answer.
    public func deleteCustomer(ofSchedule id: String) async throws -> String? {
        let deletion = try await units.write { unit -> (call: ProcessorCall, customer: String)? in
            guard var schedule = try unit.schedule(id), let customer = schedule.customer else { return nil }
            guard schedule.state == .canceled || schedule.subscription == nil else {
                throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
            }
            // The call holds the id from now on; a reconciliation sends it again.
            schedule.customer = nil
            try unit.save(schedule)
            return (try open(.deleteCustomer(customer), for: .customer(id), in: unit), customer)
        }
        guard let deletion else { return nil }
        // A refusal means that there is none any more.
        try await deliver(deletion.call)
        return deletion.customer
    }
}

extension PaymentDriver {
    /// Deletes a customer of one-time payments, including the name and address that the processor stores.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond. Reconciliation sends
    ///   the request again.
    public func delete(customer: String) async throws {
        let call = try await units.write { unit in
            // Nothing has to be assigned to it any more.
            for call in try unit.calls(about: customer) where call.request.isAssignment {
                _ = try unit.close(call: call.id)
            }
            return try open(.deleteCustomer(customer), for: .customer(customer), in: unit)
        }
        // A refusal means that the customer no longer exists.
        try await deliver(call)
    }
}
