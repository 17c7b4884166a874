import DatabaseKit
package import MoneyKit
import PaymentCore
public import TimeKit

/// A change to a monthly gift.
public enum RecurringChange: Hashable, Sendable {
    /// A new amount as typed, in the organization's currency. If the donor covers the fee, the covered fee is
    /// recalculated.
    case amount(String)
    /// A new day of the month, 1...31, which applies from the first unpaid month.
    case day(Int)
    /// A new payment method.
    case method(String)
    /// A new fund, which applies from the next period.
    case fund(String)
    /// A pause. If `until` is nil, the pause lasts until the gift is resumed.
    case pause(until: Timestamp?)
    /// The end of a pause.
    case resume
    /// The permanent end of the monthly gift.
    case cancel
    /// Another attempt to charge a past-due payment.
    case retry

    /// Returns the change with an amount such as `5.500` dinars replaced by text in which the point can only
    /// be the decimal separator. This is only for amounts in plain text, and not for pages.
    package func readingPlainAmount(in currency: Currency) -> RecurringChange {
        guard case .amount(let text) = self else { return self }
        return .amount(Money.typedText(ofPlain: text, in: currency))
    }

    /// The parameters of the change, for recognizing a repeated request.
    fileprivate var words: [String] {
        switch self {
        case .amount(let text): ["amount", text]
        case .day(let day): ["day", String(day)]
        case .method(let method): ["method", method]
        case .fund(let fund): ["fund", fund]
        case .pause(let until): ["pause", until?.iso8601 ?? ""]
        case .resume: ["resume"]
        case .cancel: ["cancel"]
        case .retry: ["retry"]
        }
    }
}

extension GivingService {
    /// Changes a monthly gift.
    ///
    /// An earlier request without a response is completed first, so that changes take effect in the order of
    /// the requests.
    ///
    /// - Parameters:
    ///   - id: The id of the monthly gift.
    ///   - change: The change.
    ///   - form: The form that a donor submitted. Donors can change only their own gifts, and submitting the
    ///     same form again within 24 hours has no effect. Nil if the caller may change any monthly gift.
    /// - Throws: ``GivingError``, with code `idempotencyConflict` if a different change was made with the
    ///   form's key. `PaymentError` with code `wrongState` if the status does not allow the change,
    ///   `declined` or `processorRefused` if the processor refused the change, `outcomeUnknown` if the
    ///   processor did not respond, or a code of the fraud guard.
    public func change(
        _ id: String, _ change: RecurringChange, by form: DonorForm? = nil
    ) async throws -> RecurringGift {
        let before = try await database.read { try $0.recurring(id) }
        guard let before, form == nil || before.donor == form?.donor else {
            throw GivingError.noMonthlyGift(id)
        }
        if let schedule = before.schedule {
            try await payments.finishCalls(about: schedule)
            // The months that are already paid determine the next charge on the new day.
            if case .day = change { try await payments.refresh(schedule: schedule) }
        }
        let (call, isLeft) = try await database.write { transaction -> (ProcessorCall?, isLeft: Bool) in
            guard var recurring = try transaction.recurring(id), let schedule = recurring.schedule,
                form == nil || recurring.donor == form?.donor
            else { throw GivingError.noMonthlyGift(id) }
            if let form, try isUsed(form, for: change, of: id, in: transaction) { return (nil, true) }
            guard recurring.status != .canceled else {
                throw GivingError(.wrongState, "a monthly gift that has ended")
            }
            if case .fund(let name) = change {
                recurring.fund = try openFund(name, for: recurring, in: transaction)
                try transaction.save(recurring)
                return (try describe(recurring, in: transaction), false)
            }
            if case .day(let day) = change {
                try payments.setDay(
                    monthlyDay(day, of: recurring, in: transaction), of: schedule, in: transaction)
                return (nil, true)
            }
            let call = try payments.begin(
                scheduleChange(change, of: recurring, in: transaction), of: schedule,
                payer: payer(of: recurring, client: form?.client), in: transaction)
            return (call, false)
        }
        if let schedule = before.schedule {
            if let call { try await execute(call, of: schedule) }
            if isLeft { try await finish(schedule) }
        }
        return try await database.read { try $0.existingRecurring(id) }
    }

    /// Creates the call that updates the fund in the processor's metadata. A gift that is missing from the
    /// books can later be restored from this metadata. Returns nil if the monthly gift has no subscription or
    /// is canceled, or if the donor's data was deleted.
    private func describe(_ recurring: RecurringGift, in transaction: Transaction) throws -> ProcessorCall? {
        guard let id = recurring.schedule, let schedule = try transaction.schedule(id),
            schedule.subscription != nil,
            schedule.state != .canceled, let giver = recurring.giver
        else { return nil }
        return try payments.begin(
            .describe([GiftMetadata.fund: recurring.fund]), of: id, payer: giver.payer(from: nil),
            in: transaction)
    }

    /// Returns whether this change was already made with this form. If the form is new, stores the change
    /// under the form's key.
    ///
    /// - Throws: ``GivingError`` with code `idempotencyConflict` if a different change was made with this
    ///   form.
    private func isUsed(
        _ form: DonorForm, for change: RecurringChange, of id: String, in transaction: Transaction
    )
        throws -> Bool
    {
        let asked = AnsweredRequest(
            key: form.key, fingerprint: Fingerprint.of([id] + change.words), subject: id, time: clock.now())
        if try transaction.earlier(asked) != nil { return true }
        try transaction.save(asked)
        return false
    }

    /// Sends a change to the processor, and then refreshes the schedule. If the processor declines or refuses
    /// the change, refreshes the schedule and rethrows the error.
    private func execute(_ call: ProcessorCall, of schedule: String) async throws {
        do {
            try await payments.executeOrThrow(call)
        } catch let error as PaymentError where error.code == .declined || error.code == .processorRefused {
            try await payments.refresh(schedule: schedule)
            throw error
        }
        try await finish(schedule)
    }

    /// Finishes all pending calls for a schedule, including calls that other processes created, and then
    /// refreshes the schedule.
    private func finish(_ schedule: String) async throws {
        try await payments.finishCalls(about: schedule)
        try await payments.refresh(schedule: schedule)
    }

    private func payer(of recurring: RecurringGift, client: String?) throws -> Payer {
        guard let giver = recurring.giver else { throw GivingError(.notFound, "donor for this monthly gift") }
        return giver.payer(from: client)
    }

    private func openFund(_ name: String, for recurring: RecurringGift, in transaction: Transaction) throws
        -> String
    {
        guard let fund = try transaction.fund(name, of: recurring.organization) else {
            throw GivingError(.unknownFund, String(name.prefix(32)))
        }
        guard fund.isOpen else { throw GivingError(.fundClosed, fund.id) }
        guard fund.offersMonthly else { throw GivingError(.recurringNotOffered, fund.id) }
        return fund.id
    }

    private func scheduleChange(
        _ change: RecurringChange, of recurring: RecurringGift, in transaction: Transaction
    )
        throws
        -> ScheduleChange
    {
        switch change {
        case .amount(let text):
            let organization = try transaction.knownOrganization(recurring.organization)
            let request = GiftRequest(
                organization: recurring.organization, fund: nil, amount: .text(text), method: "", name: "",
                email: "")
            return .amount(
                try Quote(
                    of: request.amount(for: organization), coveringFee: recurring.coveredFeeMinor > 0,
                    by: rule(of: organization)))
        case .method(let method):
            try GiftRequest.check(method: method)
            return .method(method)
        case .pause(let until):
            if let until { try checkPauseEnd(until, of: recurring, in: transaction) }
            return .pause(until: until)
        case .resume: return .resume
        case .cancel: return .cancel
        case .retry: return .retry
        case .fund, .day: throw GivingError(.wrongState, "this change")
        }
    }

    /// Checks whether a pause ends in the future, as the processor requires.
    private func checkPauseEnd(_ end: Timestamp, of recurring: RecurringGift, in transaction: Transaction)
        throws
    {
        guard end <= clock.now() else { return }
        let calendar = try transaction.organization(recurring.organization)?.currentCalendar ?? .utc
        let day = calendar.date(of: end).iso8601
        throw GivingError(
            .wrongState, "a pause until \(day)",
            wanted: "\(day) is not after today; choose a later day")
    }

    private func monthlyDay(_ day: Int, of recurring: RecurringGift, in transaction: Transaction) throws
        -> MonthlyDay
    {
        guard (1...31).contains(day) else {
            throw GivingError(.wrongState, "day \(day)", wanted: "the day of the month must be from 1 to 31")
        }
        let timeZone = try transaction.organization(recurring.organization)?.timeZone ?? "UTC"
        return MonthlyDay(day, in: timeZone, from: clock.now())
    }
}

extension GivingError {
    /// Creates the error for a monthly gift that does not exist.
    static func noMonthlyGift(_ id: String) -> GivingError {
        GivingError(.notFound, "monthly gift \(id.prefix(40))")
    }
}
