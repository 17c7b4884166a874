import DatabaseKit
import Processor

extension PaymentDriver {
    /// Deletes the customer of a schedule that has ended, including the name and address that the processor
    /// stores.
    ///
    /// - Returns: The id of the deleted customer, or nil if there was none.
    /// - Throws: ``PaymentError`` with code `wrongState` if the schedule has not ended; `outcomeUnknown` if
    ///   the processor does not respond.
    public func deleteCustomer(ofSchedule id: String) async throws -> String? {
        let deletion = try await database.write { transaction -> (call: ProcessorCall, customer: String)? in
            guard var schedule = try transaction.schedule(id), let customer = schedule.customer else {
                return nil
            }
            guard schedule.state == .canceled || schedule.subscription == nil else {
                throw PaymentError(.wrongState, "the schedule is \(schedule.state.rawValue)")
            }
            // From now on only the call holds the customer's id. If it gets no response, reconciliation sends
            // it again.
            schedule.customer = nil
            try transaction.save(schedule)
            return (try open(.deleteCustomer(customer), for: .customer(id), in: transaction), customer)
        }
        guard let deletion else { return nil }
        // A refusal means that the customer no longer exists.
        try await deliver(deletion.call)
        return deletion.customer
    }
}

extension PaymentDriver {
    /// Deletes a customer of one-time payments, including the name and address that the processor stores.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond.
    ///   Reconciliation sends the request again.
    public func delete(customer: String) async throws {
        let call = try await database.write { transaction in
            // A deleted customer needs no more charges assigned to it.
            for call in try transaction.calls(about: customer) where call.request.isAssignment {
                _ = try transaction.close(call: call.id)
            }
            return try open(.deleteCustomer(customer), for: .customer(customer), in: transaction)
        }
        // A refusal means that the customer no longer exists.
        try await deliver(call)
    }
}
