import MoneyKit
import PaymentCore
public import TimeKit

/// What a donor wants to be different about a monthly gift.
public enum RecurringChange: Hashable, Sendable {
    /// Another amount, as text in the organization's currency; the cover is reckoned anew where there was one.
    case amount(String)
    /// Another day of the month, 1...31, from its next occurrence on; nothing is charged in between.
    case day(Int)
    /// Another card.
    case method(String)
    /// Another fund, from the next period on.
    case fund(String)
    /// No charges until a day, or until it is resumed.
    case pause(until: Timestamp?)
    case resume
    case cancel
    /// What is past due is tried again.
    case retry
}

extension GivingService {
    /// Changes a monthly gift.
    ///
    /// - Throws: ``GivingError``; `PaymentError` with code `wrongState` where the change makes no sense, or
    ///   `outcomeUnknown`.
    public func change(_ id: String, _ change: RecurringChange) async throws -> RecurringGift {
        let call = try await units.write { unit -> ProcessorCall? in
            guard var recurring = try unit.recurring(id), let schedule = recurring.schedule else {
                throw GivingError(.notFound, "monthly gift \(id.prefix(40))")
            }
            guard recurring.status != .canceled else {
                throw GivingError(.wrongState, "a monthly gift that has ended")
            }
            if case .fund(let name) = change {
                recurring.fund = try openFund(name, for: recurring, in: unit)
                try unit.save(recurring)
                return nil
            }
            return try payments.begin(scheduleChange(change, of: recurring, in: unit), of: schedule, in: unit)
        }
        if let call {
            try await payments.carry(call)
            if let schedule = try await units.read({ try $0.recurring(id)?.schedule }) {
                try await payments.refresh(schedule: schedule)
            }
        }
        guard let recurring = try await units.read({ try $0.recurring(id) }) else {
            throw GivingError(.notFound, "monthly gift \(id.prefix(40))")
        }
        return recurring
    }

    private func openFund(_ name: String, for recurring: RecurringGift, in unit: Units.Unit) throws -> String
    {
        guard let fund = try unit.fund(name, of: recurring.organization) else {
            throw GivingError(.unknownFund, String(name.prefix(32)))
        }
        guard fund.isOpen else { throw GivingError(.fundClosed, fund.id) }
        guard fund.offersMonthly else { throw GivingError(.recurringNotOffered, fund.id) }
        return fund.id
    }

    private func scheduleChange(_ change: RecurringChange, of recurring: RecurringGift, in unit: Units.Unit)
        throws
        -> ScheduleChange
    {
        switch change {
        case .amount(let text):
            guard let organization = try unit.organization(recurring.organization) else {
                throw GivingError(.unknownOrganization, recurring.organization)
            }
            let request = GiftRequest(
                organization: recurring.organization, fund: nil, amount: .text(text), method: "", name: "",
                email: "")
            return .amount(
                try Quote(
                    of: request.amount(for: organization), coveringFee: recurring.coveredFeeMinor > 0,
                    by: rule(of: organization)))
        case .day(let day): return .day(try nextOccurrence(ofDay: day, behind: clock.now()))
        case .method(let method):
            if CardNumber.stands(in: method) { throw GivingError(.cardNumber) }
            return .method(method)
        case .pause(let until): return .pause(until: until)
        case .resume: return .resume
        case .cancel: return .cancel
        case .retry: return .retry
        case .fund: throw GivingError(.wrongState, "the fund")
        }
    }

    /// The first such day behind a moment, at the same time of day.
    ///
    /// A month that is too short gives its last day, and the processor counts all later months from that.
    private func nextOccurrence(ofDay day: Int, behind now: Timestamp) throws -> Timestamp {
        let today = now.date
        guard (1...31).contains(day), let first = CalendarDate(year: today.year, month: today.month, day: 1)
        else {
            throw GivingError(.wrongState, "day \(day)", wanted: "a day of the month is 1 to 31")
        }
        let timeOfDay = now - today.startOfDay
        let days = (0...2).map { months in
            // The last day of a month is the day before the next one's first.
            let last = first.adding(months: months + 1).adding(days: -1)
            let wanted = first.adding(months: months).adding(days: day - 1)
            return min(wanted, last).startOfDay.adding(seconds: timeOfDay)
        }
        return days.first { $0 > now } ?? now
    }
}
