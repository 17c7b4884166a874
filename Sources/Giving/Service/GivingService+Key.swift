public import DatabaseKit
import PaymentCore
import TimeKit

/// Gifts by idempotency key. A page knows a gift only by its key.
extension GivingService {
    /// Returns the gift that was requested with a key within the last day, or nil if there is none.
    ///
    /// If a call has been open for ten seconds, this sends the same request again with the same key.
    public func details(key: String) async throws -> GiftDetails? {
        guard let gift = try await gift(key: key) else { return nil }
        try await ask(about: gift)
        return try await database.read { try $0.details(ofGift: gift.id) }
    }

    /// Makes a gift. If the key already made the same gift and its card was declined, retries it with this
    /// request's card.
    ///
    /// - Parameter nextKey: The key of a new gift, if the declined one cannot be retried.
    /// - Returns: The key of the gift that was made or retried.
    /// - Throws: The errors of ``give(_:)`` and ``retry(_:method:client:attempt:)``; `idempotencyConflict` if
    ///   the key made a different gift.
    public func giveOrRetry(_ request: GiftRequest, nextKey: String) async throws -> String {
        guard let key = request.key else { throw GivingError(.invalidKey) }
        do {
            try await carryOut(request)
            return key
        } catch let error as GivingError where error.code == .idempotencyConflict {
            guard let details = try await details(key: key), details.isAnswer(to: request),
                details.gift.status == .failed
            else { throw error }
            return try await retry(
                key: key, method: request.method, attempt: details.attempts, client: request.client,
                nextKey: nextKey)
        }
    }

    /// Retries the declined gift of a key with another card: on the same payment intent, or as a new gift if
    /// it has none.
    ///
    /// A monthly gift whose first charge was declined leaves nothing at the processor, so it is always a new
    /// gift.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts when the donor was asked. If it has changed, the same intent is
    ///     not charged again.
    ///   - nextKey: The key of the new gift, if one is needed. Calling this again with it does not charge
    ///     again.
    /// - Returns: The key of the gift that was retried.
    /// - Throws: The errors of ``give(_:)`` and ``retry(_:method:client:attempt:)``.
    public func retry(
        key: String, method: String, attempt: Int, client: String?, nextKey: String
    ) async throws -> String {
        guard let details = try await details(key: key) else {
            throw GivingError(.notFound, "gift of this page")
        }
        guard details.gift.status == .failed else { return key }
        guard !details.takesAnotherCard else {
            _ = try await retry(details.gift.id, method: method, client: client, attempt: attempt)
            return key
        }
        guard var request = details.again(method: method, client: client, key: nextKey) else {
            throw GivingError(.notFound, "donor of this gift")
        }
        request.donorWaits = true
        return try await giveOrFind(request, nextKey)
    }

    /// Makes a gift. If a double click sent two cards, the first one counts.
    private func giveOrFind(_ request: GiftRequest, _ key: String) async throws -> String {
        do {
            try await carryOut(request)
        } catch let error as GivingError where error.code == .idempotencyConflict {}
        return key
    }

    private func gift(key: String) async throws -> Gift? {
        let since = clock.now().adding(seconds: -AnsweredRequest.memory)
        return try await database.read { transaction in
            try transaction.request(key, since: since).flatMap { try transaction.gift($0.subject) }
        }
    }

    /// Finishes the open calls about a pending gift, and refreshes it. Calls younger than ten seconds are
    /// left to the request that sent them.
    private func ask(about gift: Gift) async throws {
        guard gift.status == .processing else { return }
        let latest = clock.now().adding(seconds: -10)
        let (schedule, isYoung) = try await database.read { transaction in
            let schedule = try gift.recurring.flatMap { try transaction.recurring($0)?.schedule }
            let calls = try (gift.payment ?? schedule).map { try transaction.calls(about: $0) } ?? []
            return (schedule, calls.contains { $0.created > latest })
        }
        guard !isYoung, let subject = gift.payment ?? schedule else { return }
        do {
            try await payments.finishCalls(about: subject)
            if let payment = gift.payment {
                try await payments.refresh(payment: payment)
            } else if let schedule {
                try await payments.refresh(schedule: schedule)
            }
        } catch let error as PaymentError
            where error.code == .outcomeUnknown || error.code == .processorRefused
        {}
    }
}

extension Transaction {
    /// Returns a gift with its related records, or nil if there is no such gift.
    public func details(ofGift id: String) throws -> GiftDetails? {
        guard let gift = try self.gift(id), let organization = try self.organization(gift.organization),
            let fund = try self.fund(gift.fund, of: organization.id)
        else { return nil }
        return GiftDetails(
            gift: gift, organization: organization, fund: fund,
            recurring: try gift.recurring.flatMap { try recurring($0) },
            receipt: try gift.receiptNumber.flatMap { ReceiptNumber($0) }.flatMap { try receipt($0) },
            payment: try gift.payment.flatMap { try payment($0) },
            refunds: try gift.payment.map { try refunds(ofPayment: $0) } ?? [])
    }
}
