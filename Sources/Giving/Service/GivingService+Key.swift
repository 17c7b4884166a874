import PaymentCore
import TimeKit

/// Gifts by the key under which they were asked for: what a page knows of a gift is its key.
extension GivingService {
    /// The gift that was asked for under a key within the last day; nil where there is none.
    ///
    /// Where the processor has not answered for ten seconds, it is asked again: the same request under the same key.
    public func details(key: String) async throws -> GiftDetails? {
        guard let gift = try await gift(key: key) else { return nil }
        try await ask(about: gift)
        return try await units.read { try $0.details(ofGift: gift.id) }
    }

    /// Gives; where the key made this very gift before and its card was declined, tries the card of this request.
    ///
    /// - Parameter nextKey: Where a monthly gift has to begin anew, it does so under this key.
    /// - Returns: The key of the gift that was made or tried.
    /// - Throws: As ``give(_:)`` and ``retry(_:method:client:attempt:)``; `idempotencyConflict` where the key made
    ///   another gift.
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

    /// Tries the declined gift of a key with another card: on the same intent where there is one, else anew.
    ///
    /// Of a monthly gift whose first charge was declined nothing is left at the processor, so that it begins anew.
    ///
    /// - Parameters:
    ///   - attempt: How often it had been tried when the donor was asked; nothing is tried where that has changed.
    ///   - nextKey: The key of the gift where it begins anew; asked again under it, the same gift is answered.
    /// - Returns: The key of the gift that was tried.
    /// - Throws: As ``give(_:)`` and ``retry(_:method:client:attempt:)``.
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

    /// A double click with two cards: the first one counts.
    private func giveOrFind(_ request: GiftRequest, _ key: String) async throws -> String {
        do {
            try await carryOut(request)
        } catch let error as GivingError where error.code == .idempotencyConflict {}
        return key
    }

    private func gift(key: String) async throws -> Gift? {
        let since = clock.now().adding(seconds: -AnsweredRequest.memory)
        return try await units.read { unit in
            try unit.request(key, since: since).flatMap { try unit.gift($0.subject) }
        }
    }

    /// Brings to its end what has no answer; what is younger than ten seconds is left to whoever is at it.
    private func ask(about gift: Gift) async throws {
        guard gift.status == .processing else { return }
        let latest = clock.now().adding(seconds: -10)
        let (schedule, isYoung) = try await units.read { unit in
            let schedule = try gift.recurring.flatMap { try unit.recurring($0)?.schedule }
            let calls = try (gift.payment ?? schedule).map { try unit.calls(about: $0) } ?? []
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

extension GivingUnit {
    /// A gift with what belongs to it; nil where there is no such gift.
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
