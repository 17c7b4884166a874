public import MoneyKit
public import Processor
public import TimeKit

/// What one unit of work can do for the money path. Every method is part of the unit: kept with it, or not at all.
public protocol PaymentUnit: LedgerRecords, PaymentRecords, CallRecords, ScheduleRecords, TryRecords,
    PayeeRecords, EventRecords, ReleaseRecords, OutboxRecords, LinkRecords, GapRecords, DismissalRecords
{}

/// Payments, and what goes back of them.
public protocol PaymentRecords {
    /// Keeps a payment: a new one, or the next state of one that is there.
    func save(_ payment: Payment) throws
    /// The payment of this id, or nil.
    func payment(_ id: String) throws -> Payment?
    /// The payment of this intent, or nil.
    func payment(intent: String) throws -> Payment?
    /// The state of the payment with this intent.
    func paymentState(intent: String) throws -> PaymentState?
    /// The payment of this charge, or nil.
    func payment(charge: String) throws -> Payment?
    /// The payment of this invoice, or nil.
    func payment(invoice: String) throws -> Payment?
    /// Newest first, behind an id; of one state, or of all.
    func payments(in state: PaymentState?, behind id: String?, limit: Int) throws -> [Payment]
    /// Paid payments of a payee of whose transfer something can still be taken back, newest first.
    func collectiblePayments(ofPayee payee: String, currency: Currency, limit: Int) throws -> [Payment]
    /// What is not final, or final with a fee that is not confirmed: everybody's, oldest first, or a payee's newest.
    func unfinishedPayments(ofPayee payee: String?, limit: Int) throws -> [Payment]

    /// How many payments there are of each product in each state, by product: of these payees, or of all.
    func paymentCounts(ofPayees payees: [String]?) throws -> [PaymentCount]

    /// Keeps a refund: a new one, or its next state.
    func save(_ refund: PaymentRefund) throws
    /// The refund of this id, or nil.
    func refund(_ id: String) throws -> PaymentRefund?
    /// All refunds of a payment, oldest first.
    func refunds(ofPayment payment: String) throws -> [PaymentRefund]
    /// Returns a page of the refunds of all payments, newest first, after an id.
    func refunds(behind id: String, limit: Int) throws -> [PaymentRefund]
    /// Refunds that may still change: pending ones, those that need review, and those that may be sent back.
    func refundsToWatch(limit: Int) throws -> [PaymentRefund]

    /// Keeps a dispute: a new one, or its next state.
    func save(_ dispute: PaymentDispute) throws
    /// The dispute of this id, or nil.
    func dispute(_ id: String) throws -> PaymentDispute?
    /// All disputes of a payment, oldest first.
    func disputes(ofPayment payment: String) throws -> [PaymentDispute]
    /// Disputes that nobody has won or lost; oldest first.
    func openDisputes(limit: Int) throws -> [PaymentDispute]
}

/// Calls to the processor that have no answer yet.
public protocol CallRecords {
    /// Keeps a call before it is sent.
    func open(_ call: ProcessorCall) throws
    /// The call is answered, and the answer is booked in this unit.
    ///
    /// - Returns: False where it is open no more: somebody else has booked its answer.
    func close(call: String) throws -> Bool
    /// The open calls about a payment, refund or schedule.
    func calls(about subject: String) throws -> [ProcessorCall]
    /// Whether a reversal is under way that collects what a payee owes.
    func isCollecting(from payee: String) throws -> Bool
    /// Whether a transfer is under way that gives back what is owed to a payee.
    func isRepaying(_ payee: String) throws -> Bool
    /// Oldest first: what a crash has left, and what is under way right now.
    func openCalls(limit: Int) throws -> [ProcessorCall]
}

/// The double-entry ledger: append-only.
public protocol LedgerRecords {
    /// Books, unless the same kind and reference was booked before: then nothing, and false.
    @discardableResult func post(_ posting: Posting, at time: Timestamp) throws -> Bool
    /// Returns true if a posting of this kind and reference exists.
    func isPosted(_ kind: Posting.Kind, _ reference: String) throws -> Bool
    /// What an account holds in a currency, in minor units.
    func balance(of account: LedgerAccount, in currency: Currency) throws -> Int64
    /// Of all accounts, by name; those of one prefix, or all.
    func balances(prefix: String) throws -> [LedgerEntry]
    /// In the order of booking, behind a number.
    func postings(behind number: Int64, limit: Int) throws -> [BookedPosting]
    /// Returns the posting of this kind and reference, or nil.
    func posting(_ kind: Posting.Kind, _ reference: String) throws -> BookedPosting?
    /// What was booked of a payment, in the order of booking.
    func postings(ofPayment payment: String, limit: Int) throws -> [BookedPosting]
    /// Postings of a period that move what a payee has or owes, in the order of booking, behind a number.
    func postings(ofPayee payee: String, in period: Range<Timestamp>, behind number: Int64, limit: Int) throws
        -> [BookedPosting]
    /// Postings by which a payee came to owe something or was asked for it, in the order of booking, behind a number.
    func debts(ofPayee payee: String, behind number: Int64, limit: Int) throws -> [BookedPosting]
    /// What does not add up; nothing when the ledger is sound.
    func ledgerCheck() throws -> LedgerCheck
}

/// Payments that come again.
public protocol ScheduleRecords {
    /// Keeps a schedule: a new one, or its next state.
    func save(_ schedule: Schedule) throws
    /// The schedule of this id, or nil.
    func schedule(_ id: String) throws -> Schedule?
    /// The schedule of this subscription, or nil.
    func schedule(subscription: String) throws -> Schedule?
    /// Marks a schedule, so that it is examined before all others and its day is recomputed.
    func markSchedule(_ id: String) throws
    /// Schedules that were to be looked at before `time`, and all that are past due.
    func dueSchedules(before time: Timestamp, limit: Int) throws -> [Schedule]
    /// The product that the prices of a payee, or of what the platform sells, belong to, once it is made.
    func product(ofPayee account: String) throws -> String?
    /// Keeps the product that the prices of a payee, or of what the platform sells, belong to.
    func setProduct(_ product: String, ofPayee account: String) throws
}

/// Tries to pay: what the guard against stolen cards looks at.
public protocol TryRecords {
    /// Counts a try.
    func record(_ attempt: PaymentTry) throws
    /// The last try of a payment was declined.
    func declined(payment: String, at time: Timestamp) throws
    /// Declines since `time` of an e-mail address, a client, or a payment.
    func declines(since time: Timestamp, of origin: TryOrigin) throws -> Int
    /// The newest tries for a payee since `time`: how many, and how many of them were declined.
    func newestTries(forPayee payee: String, since time: Timestamp, limit: Int) throws -> (
        tries: Int, declines: Int
    )
    /// Until when a payee takes no cards; nil when it does.
    func pause(ofPayee payee: String) throws -> Timestamp?
    /// No cards for a payee until then.
    func setPause(ofPayee payee: String, until: Timestamp) throws
    /// Takes an e-mail address, and the network address beside it, from tries; the tries stay counted for the payee.
    func forgetPayer(email: String) throws
    /// Forgets tries before `time`.
    func forgetTries(before time: Timestamp) throws
}

/// What the processor told, and has been worked on.
public protocol EventRecords {
    /// Remembers the id of an event; false when it was known.
    func remember(event: String, at time: Timestamp) throws -> Bool
    /// Whether an event was worked on.
    func knows(event: String) throws -> Bool
    /// Notes how far one of the processor's lists was read.
    func setRead(_ list: ProcessorList, until time: Timestamp) throws
    /// How far it was read.
    func read(_ list: ProcessorList) throws -> Timestamp?
    /// Keeps an event that was brought, to be worked on; false where one of this id came before.
    func receive(_ event: ProcessorEvent, at time: Timestamp) throws -> Bool
    /// Events that were brought and are not worked on yet, in the order in which they came.
    func receivedEvents(limit: Int) throws -> [ProcessorEvent]
    /// Notes that an event that was brought is worked on; its id is known from then on.
    func finish(received event: String) throws
    /// Forgets the ids of events before `time`, of those that were read and of those that were brought.
    func forgetEvents(before time: Timestamp) throws
}

/// A list of the processor's that is read on from where the last reading ended.
public enum ProcessorList: String, Hashable, Sendable, CaseIterable {
    case events, disputes
    /// The events of new transfers, which only a reconciliation reads.
    case transfers
}
