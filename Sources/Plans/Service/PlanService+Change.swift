import PaymentCore

/// What a subscriber wants to be different.
public enum PlanChange: Hashable, Sendable {
    /// It ends with the period that is paid.
    case cancelAtPeriodEnd
    /// It ends now; nothing goes back.
    case cancelNow
    /// It goes on after all.
    case resume
    /// Another card; a charge that is past due is tried with it at once.
    case method(String)

    fileprivate var change: ScheduleChange {
        switch self {
        case .cancelAtPeriodEnd: .endsWithPeriod(true)
        case .cancelNow: .cancel
        case .resume: .endsWithPeriod(false)
        case .method(let method): .method(method)
        }
    }

    /// Whether it would change nothing: then the processor is not asked.
    fileprivate func isDone(to subscription: PlanSubscription) -> Bool {
        self == (subscription.endsWithPeriod ? .cancelAtPeriodEnd : .resume)
    }
}

extension PlanService {
    /// Changes somebody's subscription.
    ///
    /// What was asked before and has no answer is brought to its end first, so that the last word is the last.
    ///
    /// - Parameter client: The address of the network from which the payer comes, or nil.
    /// - Throws: ``PlanError`` with code `notSubscribed`, or `wrongState` where it has ended; `PaymentError` with code
    ///   `declined` or `processorRefused` where it was not done, `outcomeUnknown` where no answer came.
    public func change(_ subscriber: String, _ change: PlanChange, client: String? = nil) async throws
        -> PlanStatus
    {
        guard let found = try await units.read({ try $0.planSubscriptions(of: subscriber, limit: 1) }).first
        else { throw PlanError(.notSubscribed) }
        try await payments.finishCalls(about: found.schedule)
        // The clock may have ended it since it was last read.
        let isFresh = try await tolerating { try await read(found) }
        let call = try await units.write { unit -> ProcessorCall? in
            let now = try unit.existing(found.id)
            guard now.isOpen else { throw PlanError(.wrongState, "it has ended") }
            guard !isFresh || !change.isDone(to: now) else { return nil }
            var payer = now.payer
            payer.client = client
            return try payments.begin(change.change, of: now.schedule, payer: payer, in: unit)
        }
        guard let call else { return try await status(of: subscriber) }
        do {
            try await payments.carry(call)
        } catch let error as PaymentError where error.code == .declined || error.code == .processorRefused {
            _ = try await refresh(subscriber)
            throw error
        }
        return try await refresh(subscriber)
    }
}
