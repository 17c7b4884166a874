public import DatabaseKit
public import TimeKit

/// A notification to send. It is stored in the same transaction as the event that it reports, and is sent
/// after the transaction has been committed.
///
/// A notification contains no personal data. The sender finds the recipient through the notification's
/// subject, so the outbox need not be changed when a payer's data is deleted.
public struct OutboxNotice: Hashable, Sendable, Codable {
    /// The recipient of a notification.
    public enum Recipient: String, Sendable, Codable {
        case payer, payee
    }

    /// The id, `note_…`.
    public let id: String
    /// The kind of notification, such as `receipt` or `payment_received`. Each product defines its kinds.
    public let kind: String
    /// The role of the person who receives the notification: payer or payee.
    public let recipient: Recipient
    /// The id of the object that the notification is about, such as a gift.
    public let subject: String
    /// The title, which consists of a few words.
    public let title: String
    /// The text, which is one sentence.
    public let body: String
    /// Additional values for programs.
    public let data: [String: String]
    /// The time of the event that the notification reports.
    public let time: Timestamp
    /// The time when the lease expires, or nil if no process has claimed the notification. Until the lease
    /// expires, only the process that claimed the notification may send it.
    public var takenUntil: Timestamp?
    /// The time at which the notification was sent, or nil if it has not been sent.
    public var toldAt: Timestamp?

    /// Creates a notification that is waiting to be sent.
    public init(
        id: String, kind: String, to recipient: Recipient, about subject: String, title: String, body: String,
        data: [String: String] = [:], time: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.recipient = recipient
        self.subject = subject
        self.title = title
        self.body = body
        self.data = data
        self.time = time
    }
}

extension Transaction {
    /// Claims waiting notifications of one kind, oldest first, starting after the notification `id`. Other
    /// callers cannot claim them until `end`.
    public func takeNotices(
        kind: String, after id: String, limit: Int, at now: Timestamp, until end: Timestamp
    ) throws -> [OutboxNotice] {
        var (taken, last): ([OutboxNotice], String) = ([], id)
        while taken.count < limit, case let page = try waitingNotices(kind: kind, after: last, limit: limit),
            let next = page.last
        {
            last = next.id
            let free = page.filter { $0.takenUntil.map { $0 <= now } ?? true }
            for var notice in free.prefix(limit - taken.count) {
                notice.takenUntil = end
                try put(notice)
                taken.append(notice)
            }
        }
        return taken
    }

    /// Records that a notification was sent. If a time is already recorded, that time is kept.
    ///
    /// - Returns: The notification, or nil if no notification has this id.
    public func markSent(notice id: String, at time: Timestamp) throws -> OutboxNotice? {
        guard var notice = try notice(id) else { return nil }
        guard notice.toldAt == nil else { return notice }
        notice.toldAt = time
        try put(notice)
        return notice
    }
}
