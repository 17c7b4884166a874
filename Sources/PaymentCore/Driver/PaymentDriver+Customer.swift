import DatabaseKit
import Processor
public import TimeKit

extension PaymentDriver {
    /// Deletes the customer of a schedule that has ended, including the name and address that the processor
    /// stores.
    ///
    /// - Returns: The id of the deleted customer. Nil if the schedule does not exist or has no customer.
    /// - Throws: ``PaymentError`` with code `wrongState` if the schedule has not ended; `outcomeUnknown` if
    ///   the processor does not respond.
    public func deleteCustomer(ofSchedule id: String) async throws -> String? {
        let deletion = try await database.write { transaction -> (call: ProcessorCall, customer: String)? in
            guard var schedule = try transaction.schedule(id), let customer = schedule.customer else {
                return nil
            }
            guard schedule.state == .canceled || schedule.subscription == nil else {
                throw PaymentError(.wrongState, "the recurring payment has not ended")
            }
            // From now on, only the call contains the customer's id. If the call gets no response, a reconciliation
            // sends it again.
            schedule.customer = nil
            try transaction.save(schedule)
            return (try open(.deleteCustomer(customer), for: .customer(id), in: transaction), customer)
        }
        guard let deletion else { return nil }
        // If the processor refuses, the customer no longer exists.
        try await execute(deletion.call)
        return deletion.customer
    }
}

extension PaymentDriver {
    /// Deletes a customer that was created for one-time payments, including the name and address that the
    /// processor stores.
    ///
    /// - Throws: ``PaymentError`` with code `outcomeUnknown` if the processor does not respond. A
    ///   reconciliation sends the request again.
    public func delete(customer: String) async throws {
        let call = try await database.write { transaction in
            // No more charges have to be assigned to a deleted customer.
            for call in try transaction.calls(about: customer) where call.request.isAssignment {
                _ = try transaction.close(call: call.id)
            }
            return try open(.deleteCustomer(customer), for: .customer(customer), in: transaction)
        }
        // If the processor refuses, the customer no longer exists.
        try await execute(call)
    }
}

// MARK: Customers created with a payment

/// Metadata that links customers to payments. The metadata contains opaque ids, never a name or an address.
enum CustomerMetadata {
    /// The key in a customer's metadata. Its value is the id of the payment for which the customer was first
    /// requested.
    static let payment = "payment_id"
    /// The key in a payment's metadata for the id of an earlier payment by the same payer. It is set if that
    /// payment's customer was not known when the later payment began. Both payments then get the same
    /// customer.
    static let sharedWith = "customer_of_payment"

    static func of(payment: String, kind: String) -> Metadata { [Self.payment: payment, "kind": kind] }

    /// Returns the id of the payment for which the customer of a charge was requested, as recorded in the
    /// charge's metadata. Returns nil if the metadata contains no payment id.
    static func payment(ofCharge metadata: Metadata) -> String? {
        metadata[sharedWith] ?? metadata["payment_id"]
    }
}

extension RequestedCustomer {
    /// The customer's id, or nil if no customer was created or the processor did not respond.
    var id: String? { if case .made(let id) = self { id } else { nil } }
}

extension CallRequest {
    var isAssignment: Bool { if case .assign = self { true } else { false } }
}

/// Functions for customers that are created in parallel with a payment. The payer does not wait until the
/// charge is assigned to the customer.
extension PaymentDriver {
    /// Stores a call that assigns a paid payment's charge to its customer, if the ids of both are known.
    ///
    /// The call is only stored here, so that the payer does not wait for it.
    /// ``finishLeftCalls(olderThan:progress:)`` sends it later.
    func requestAssignment(of payment: inout Payment, in transaction: Transaction) throws {
        guard payment.awaitsCustomer == true, payment.state == .succeeded, let charge = payment.charge,
            let customer = payment.customer
        else { return }
        payment.awaitsCustomer = nil
        _ = try open(.assign(charge: charge, customer: customer), for: .customer(customer), in: transaction)
    }

    /// Stores a call that requests a customer again. The call is sent later. Does nothing if the first
    /// request got a response.
    func requestAgain(
        _ customer: RequestedCustomer, of payment: String, _ request: CallRequest, in transaction: Transaction
    ) throws {
        guard customer == .unknown, case .payBesideCustomer(let person, _, let key) = request else { return }
        _ = try open(.payerCustomer(person, key: key), for: .payment(payment), in: transaction)
    }

    /// Sets the customer of an existing payment. Does nothing if the payment already has a customer.
    func book(customer: String, of payment: String, in transaction: Transaction) throws {
        let before = try transaction.existingPayment(payment)
        guard before.customer == nil else { return }
        var payment = before
        payment.customer = customer
        try keep(payment, replacing: before, in: transaction)
    }

    /// Sends, in batches, the calls that assign charges to customers. Records the responses of each batch in
    /// one transaction.
    ///
    /// The remaining batches are skipped if no call of a batch gets a response, or if the task's
    /// ``WorkBudget`` is spent.
    ///
    /// - Returns: The number of calls that are still open.
    func finish(assignments calls: [ProcessorCall]) async throws -> Int {
        var left = 0
        for start in stride(from: 0, to: calls.count, by: assignedAtOnce) {
            if WorkBudget.isSpent { return left + calls.count - start }
            let some = calls[start..<min(start + assignedAtOnce, calls.count)]
            let processor = processor
            let answered = await withTaskGroup(of: String?.self) { group in
                for call in some {
                    group.addTask {
                        do throws(ProcessorError) {
                            _ = try await processor.send(call.request, key: IdempotencyKey(call.id))
                        } catch {
                            // A refusal is final: either the customer was deleted, or the charge already has a
                            // customer. The rejection of an API key means neither of these.
                            if error.leavesOutcomeUnknown || error.isAboutKey { return nil }
                        }
                        return call.id
                    }
                }
                return await group.reduce(into: [String]()) { if let id = $1 { $0.append(id) } }
            }
            left += some.count - answered.count
            guard !answered.isEmpty else { return left + calls.count - start - some.count }
            try await database.write { transaction in
                for id in answered.sorted() { _ = try transaction.close(call: id) }
            }
        }
        return left
    }

    /// Finds the customer that a call created. This function is for calls whose responses were lost.
    ///
    /// - Returns: The customer's id, or nil if no such customer exists.
    func lostCustomer(of call: ProcessorCall) async throws -> String? {
        switch call.request {
        case .payAsCustomer(let person, _, _), .payBesideCustomer(let person, _, _),
            .payerCustomer(let person, _):
            guard let payment = person.metadata[CustomerMetadata.payment] else { return nil }
            return try await customer(email: person.email) {
                $0.metadata[CustomerMetadata.payment] == payment
            }?.id
        case .customer(let person):
            guard let schedule = person.metadata["schedule_id"] else { return nil }
            return try await customer(email: person.email) { $0.metadata["schedule_id"] == schedule }?.id
        default: return nil
        }
    }

    /// Returns the newest customer with this e-mail address that satisfies `isMeant`, or nil. If `email` is
    /// nil, all customers are searched.
    private func customer(email: String?, where isMeant: (Customer) -> Bool) async throws -> Customer? {
        try await first(in: nil) { query in
            try await processor.customers(email: email, query)
        } where: {
            isMeant($0)
        }
    }

    /// Finds the customer that a charge must be assigned to, using the charge's metadata. Returns nil if no
    /// such customer exists.
    func customer(ofCharge metadata: Metadata, at created: Timestamp) async throws -> Customer? {
        guard let payment = CustomerMetadata.payment(ofCharge: metadata) else { return nil }
        return try await first(in: created.besideCustomers) { query in
            try await processor.customers(email: nil, query)
        } where: {
            $0.metadata[CustomerMetadata.payment] == payment
        }
    }

    /// Returns the customers at the processor that this program created for a payer, including customers that
    /// are missing from the books.
    ///
    /// - Parameters:
    ///   - kind: The kind of the payments and schedules for which the customers were created.
    ///   - emails: The addresses as the payer typed them. The processor compares addresses exactly.
    ///   - gaps: The periods for which the books may be incomplete. All customers created in these periods
    ///     are checked.
    ///   - isPayer: Returns whether an e-mail address, in any spelling, belongs to the payer.
    public func customers(
        ofKind kind: String, emails: Set<String>, in gaps: [ClosedRange<Timestamp>],
        isPayer: (String) -> Bool
    ) async throws -> [FoundCustomer] {
        var found: [String: FoundCustomer] = [:]
        func take(_ page: [Customer]) {
            for customer in page where isPayer(customer.email ?? "") {
                let (payment, schedule) = (
                    customer.metadata[CustomerMetadata.payment], customer.metadata["schedule_id"]
                )
                guard payment != nil || schedule != nil else { continue }
                guard customer.metadata["kind"] == kind || customer.metadata["kind"] == nil else { continue }
                found[customer.id] = FoundCustomer(
                    id: customer.id, payment: payment, schedule: schedule,
                    hasKind: customer.metadata["kind"] != nil)
            }
        }
        for email in emails.sorted() {
            _ = try await customer(email: email) {
                take([$0])
                return false
            }
        }
        for gap in gaps {
            _ = try await first(in: gap) { query in
                try await processor.customers(email: nil, query)
            } where: {
                take([$0])
                return false
            }
        }
        return found.values.sorted { $0.id < $1.id }
    }
}

/// A customer at the processor, with the payment or schedule for which it was created.
public struct FoundCustomer: Hashable, Sendable {
    /// The customer's id, `cus_…`.
    public var id: String
    /// The one-time payment for which the customer was first requested, `pay_…`, or nil.
    public var payment: String?
    /// The schedule for which the customer was created, `sch_…`, or nil.
    public var schedule: String?
    /// Whether the customer's metadata contains the kind of payment. Earlier versions of this program did not
    /// store the kind.
    public var hasKind: Bool
}

extension Timestamp {
    /// The period in which to look for the customer of a charge made at this time: from two days before to
    /// two days after. The request that creates a customer may be retried for up to a day.
    var besideCustomers: ClosedRange<Timestamp> { adding(seconds: -2 * 86_400)...adding(seconds: 2 * 86_400) }
}

/// The maximum number of assignment calls that are sent concurrently. One transaction records all of their
/// responses.
private let assignedAtOnce = 16
