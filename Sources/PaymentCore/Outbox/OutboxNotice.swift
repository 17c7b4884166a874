public import DatabaseKit
public import TimeKit

/// Something to tell somebody: kept in the transaction that it is about, and told after.
///
/// It names nobody: whoever sends it looks up by its subject whom it is for, so that nobody has to be forgotten here.
public struct OutboxNotice: Hashable, Sendable, Codable, Identifiable {
    /// Who hears of it.
    public enum Recipient: String, Hashable, Sendable, Codable {
        case payer, payee
    }

    /// `note_…`
    public let id: String
    /// What is told, in the words of its product: `receipt`, `payment_received`.
    public let kind: String
    /// Who hears of it.
    public let recipient: Recipient
    /// What it is about: the id of a gift, a monthly gift, a contract.
    public let subject: String
    /// In a few words.
    public let title: String
    /// In a sentence.
    public let body: String
    /// What a program needs to show more.
    public let data: [String: String]
    /// When it was decided.
    public let time: Timestamp
    /// Until when it is left to whoever has taken it to tell it; nil when nobody has.
    public var takenUntil: Timestamp?
    /// When it was told; nil until then.
    public var toldAt: Timestamp?

    /// A notice that is still to be told.
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
    /// Takes notices of one kind that are still to be told, oldest first: nobody else is given them until a moment.
    ///
    /// - Parameter id: They stand behind it.
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

    /// Keeps that a notice was told; told twice, the first time counts.
    ///
    /// - Returns: The notice; nil where there is none of this id.
    public func markSent(notice id: String, at time: Timestamp) throws -> OutboxNotice? {
        guard var notice = try notice(id) else { return nil }
        guard notice.toldAt == nil else { return notice }
        notice.toldAt = time
        try put(notice)
        return notice
    }
}
