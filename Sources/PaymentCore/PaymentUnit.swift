public import MoneyKit
public import Processor
public import TimeKit

/// The records of the payment core within one unit of work. All changes are committed together, or none are.
public protocol PaymentUnit: LedgerRecords, PaymentRecords, CallRecords, ScheduleRecords, TryRecords,
    PayeeRecords, EventRecords, ReleaseRecords, OutboxRecords, LinkRecords, GapRecords, DismissalRecords
{}

/// Payments, their refunds and their disputes.
public protocol PaymentRecords {
    /// Saves a new payment, or its new state.
    func save(_ payment: Payment) throws
    /// Returns the payment with this id, or nil.
    func payment(_ id: String) throws -> Payment?
    /// Returns the payment with this intent, or nil.
    func payment(intent: String) throws -> Payment?
    /// Returns the state of the payment with this intent, or nil.
    func paymentState(intent: String) throws -> PaymentState?
    /// Returns the payment with this charge, or nil.
    func payment(charge: String) throws -> Payment?
    /// Returns the payment with this invoice, or nil.
    func payment(invoice: String) throws -> Payment?
    /// Returns a page of payments, newest first, after an id: those in one state, or all.
    func payments(in state: PaymentState?, behind id: String?, limit: Int) throws -> [Payment]
    /// Returns a payee's paid payments whose transfer can still be reversed in part, newest first.
    func collectiblePayments(ofPayee payee: String, currency: Currency, limit: Int) throws -> [Payment]
    /// Returns payments that are not final or whose fee is not confirmed: of all payees, oldest first, or of
    /// one payee, newest first.
    func unfinishedPayments(ofPayee payee: String?, limit: Int) throws -> [Payment]

    /// Returns the number of payments of each product in each state, for these payees or for all.
    func paymentCounts(ofPayees payees: [String]?) throws -> [PaymentCount]

    /// Saves a new refund, or its new state.
    func save(_ refund: PaymentRefund) throws
    /// Returns the refund with this id, or nil.
    func refund(_ id: String) throws -> PaymentRefund?
    /// Returns all refunds of a payment, oldest first.
    func refunds(ofPayment payment: String) throws -> [PaymentRefund]
    /// Returns a page of the refunds of all payments, newest first, after an id.
    func refunds(behind id: String, limit: Int) throws -> [PaymentRefund]
    /// Returns refunds that may still change: pending ones, those that need review, and those that a bank may
    /// send back.
    func refundsToWatch(limit: Int) throws -> [PaymentRefund]

    /// Saves a new dispute, or its new state.
    func save(_ dispute: PaymentDispute) throws
    /// Returns the dispute with this id, or nil.
    func dispute(_ id: String) throws -> PaymentDispute?
    /// Returns all disputes of a payment, oldest first.
    func disputes(ofPayment payment: String) throws -> [PaymentDispute]
    /// Returns open disputes and open inquiries, oldest first.
    func openDisputes(limit: Int) throws -> [PaymentDispute]
}

/// Calls to the processor whose responses are not booked yet.
public protocol CallRecords {
    /// Stores a call before it is sent.
    func open(_ call: ProcessorCall) throws
    /// Removes a call whose response is booked in this unit.
    ///
    /// - Returns: False if the call was already closed by another process.
    func close(call: String) throws -> Bool
    /// Returns the open calls about a payment, refund or schedule.
    func calls(about subject: String) throws -> [ProcessorCall]
    /// Whether a transfer reversal that collects a payee's debt is pending.
    func isCollecting(from payee: String) throws -> Bool
    /// Whether a transfer repaying the payee is pending.
    func isRepaying(_ payee: String) throws -> Bool
    /// Returns the open calls, oldest first: those left by a crash, and those in progress.
    func openCalls(limit: Int) throws -> [ProcessorCall]
}

/// The append-only double-entry ledger.
public protocol LedgerRecords {
    /// Books a posting. Does nothing and returns false if the same kind and reference is already booked.
    @discardableResult func post(_ posting: Posting, at time: Timestamp) throws -> Bool
    /// Returns true if a posting of this kind and reference exists.
    func isPosted(_ kind: Posting.Kind, _ reference: String) throws -> Bool
    /// Returns an account's balance in a currency, in minor units.
    func balance(of account: LedgerAccount, in currency: Currency) throws -> Int64
    /// Returns the balances of all accounts, or of those with a prefix, by name.
    func balances(prefix: String) throws -> [LedgerEntry]
    /// Returns postings in booking order, after a number.
    func postings(behind number: Int64, limit: Int) throws -> [BookedPosting]
    /// Returns the posting of this kind and reference, or nil.
    func posting(_ kind: Posting.Kind, _ reference: String) throws -> BookedPosting?
    /// Returns a payment's postings in booking order.
    func postings(ofPayment payment: String, limit: Int) throws -> [BookedPosting]
    /// Returns a period's postings that change what a payee has or owes, in booking order, after a number.
    func postings(ofPayee payee: String, in period: Range<Timestamp>, behind number: Int64, limit: Int) throws
        -> [BookedPosting]
    /// Returns the postings on a payee's receivable account, in booking order, after a number.
    func debts(ofPayee payee: String, behind number: Int64, limit: Int) throws -> [BookedPosting]
    /// Checks the ledger. A consistent ledger has no problems.
    func ledgerCheck() throws -> LedgerCheck
}

/// Recurring payments.
public protocol ScheduleRecords {
    /// Saves a new schedule, or its new state.
    func save(_ schedule: Schedule) throws
    /// Returns the schedule with this id, or nil.
    func schedule(_ id: String) throws -> Schedule?
    /// Returns the schedule with this subscription, or nil.
    func schedule(subscription: String) throws -> Schedule?
    /// Marks a schedule, so that it is fetched before all others and its day is recomputed.
    func markSchedule(_ id: String) throws
    /// Returns the schedules that are due by `time`, and all that are past due.
    func dueSchedules(before time: Timestamp, limit: Int) throws -> [Schedule]
    /// Returns the product for the prices of a payee, or of something the platform sells. Nil if it is not
    /// created yet.
    func product(ofPayee account: String) throws -> String?
    /// Stores the product for the prices of a payee, or of something the platform sells.
    func setProduct(_ product: String, ofPayee account: String) throws
}

/// Payment attempts, which the fraud guard counts.
public protocol TryRecords {
    /// Records an attempt.
    func record(_ attempt: PaymentTry) throws
    /// Marks the last attempt of a payment as declined.
    func declined(payment: String, at time: Timestamp) throws
    /// Counts the declines since `time` for an e-mail address, a client or a payment.
    func declines(since time: Timestamp, of origin: TryOrigin) throws -> Int
    /// Counts the newest attempts for a payee since `time`, and how many of them were declined.
    func newestTries(forPayee payee: String, since time: Timestamp, limit: Int) throws -> (
        tries: Int, declines: Int
    )
    /// Returns the time until which a payee accepts no cards, or nil if it accepts them.
    func pause(ofPayee payee: String) throws -> Timestamp?
    /// Lets a payee accept no cards until a time.
    func setPause(ofPayee payee: String, until: Timestamp) throws
    /// Removes an e-mail address, and the network address stored with it, from attempts. They still count for
    /// the payee.
    func forgetPayer(email: String) throws
    /// Deletes attempts before `time`.
    func forgetTries(before time: Timestamp) throws
}

/// Events of the processor, and how far its lists have been read.
public protocol EventRecords {
    /// Remembers the id of an event. Returns false if it was known.
    func remember(event: String, at time: Timestamp) throws -> Bool
    /// Whether an event was processed.
    func knows(event: String) throws -> Bool
    /// Stores the time until which one of the processor's lists was read.
    func setRead(_ list: ProcessorList, until time: Timestamp) throws
    /// Returns the time until which a list was read, or nil.
    func read(_ list: ProcessorList) throws -> Timestamp?
    /// Stores a delivered event for processing. Returns false if an event with this id was delivered before.
    func receive(_ event: ProcessorEvent, at time: Timestamp) throws -> Bool
    /// Returns delivered events that are not processed yet, in order of arrival.
    func receivedEvents(limit: Int) throws -> [ProcessorEvent]
    /// Marks a delivered event as processed. Its id is known from then on.
    func finish(received event: String) throws
    /// Forgets the ids of events before `time`, both listed and delivered ones.
    func forgetEvents(before time: Timestamp) throws
}

/// A list of the processor that is read from where the last reading ended.
public enum ProcessorList: String, Hashable, Sendable, CaseIterable {
    case events, disputes
    /// The events of new transfers, which only a reconciliation reads.
    case transfers
}
