import DigestKit
public import Giving
public import ServerKit
import Synchronization

/// The service through which the site sends all e-mails, with a daily limit per recipient.
///
/// An e-mail above the limit is withheld without an error, so the gift or request that caused the e-mail is
/// unaffected. The counts are kept in memory, and start at 0 when the program starts.
public final class LimitedMail: Mail {
    private let store: @Sendable (EmailMessage) async throws -> Void
    private let clock: MonotonicClock
    private let report: @Sendable (WithheldEmail) -> Void
    private let state: Mutex<(limit: EmailLimit, withheld: Int)>

    /// Creates a service that adds e-mails to an outbox, with a daily limit per recipient.
    ///
    /// - Parameters:
    ///   - outbox: The outbox for the e-mails.
    ///   - clock: The clock that determines the days for the limit.
    ///   - random: Returns 64 unpredictable random bits per call.
    ///   - report: Called when an e-mail to an address exceeds a limit for the first time on a day.
    public convenience init(
        into outbox: any EmailOutbox, clock: MonotonicClock, random: () -> UInt64,
        report: @escaping @Sendable (WithheldEmail) -> Void
    ) {
        self.init(clock: clock, random: random, report: report) { try await outbox.send($0) }
    }

    /// Creates a service that passes e-mails to a closure, with a daily limit per recipient.
    package init(
        clock: MonotonicClock, random: () -> UInt64, report: @escaping @Sendable (WithheldEmail) -> Void,
        store: @escaping @Sendable (EmailMessage) async throws -> Void
    ) {
        (self.store, self.clock, self.report) = (store, clock, report)
        state = Mutex((EmailLimit(random: random), 0))
    }

    /// The number of e-mails that have been withheld since the program started.
    public var withheld: Int { state.withLock { $0.withheld } }

    /// Returns whether today's limit allows another e-mail to an address.
    ///
    /// - Parameter waiting: The number of e-mails to the address that are already waiting to be sent. They
    ///   count toward the limit.
    public func accepts(_ address: EmailAddress, waiting: Int) -> Bool {
        let day = clock.now().components.seconds / 86_400
        return state.withLock { $0.limit.room(for: address.mailbox, on: day) > waiting }
    }

    /// Stores an e-mail. Withholds the e-mail, without an error, if its recipient has reached today's limit.
    ///
    /// - Throws: The outbox's error if the e-mail cannot be stored. The e-mail then does not count toward the
    ///   limit.
    public func send(_ letter: EmailMessage) async throws {
        let kind = EmailKind(file: letter.id)
        let mailbox = EmailAddress(letter.to)?.mailbox ?? letter.to.lowercased()
        let day = clock.now().components.seconds / 86_400
        let (isWithheld, isFirst) = state.withLock { state in
            switch state.limit.take(kind, to: mailbox, on: day) {
            case .sent: return (false, false)
            case .withheld(let isFirst):
                state.withheld += 1
                return (true, isFirst)
            }
        }
        if isFirst { report(WithheldEmail(isLink: kind == .link)) }
        guard !isWithheld else { return }
        do {
            try await store(letter)
        } catch {
            state.withLock { $0.limit.giveBack(kind, to: mailbox, on: day) }
            throw error
        }
    }
}

/// A report that an e-mail above a daily limit was withheld. Later e-mails above the same limit to the same
/// address are not reported on that day. The report does not contain the address.
public struct WithheldEmail: Hashable, Sendable {
    /// Whether the e-mail contains a sign-in link or a link for a new password.
    public let isLink: Bool

    package init(isLink: Bool) { self.isLink = isLink }
}

/// The daily limits, with the number of e-mails to each mailbox on the current day. The counts use a fixed
/// amount of memory: two tables of 512 KiB.
///
/// Each count has one counter in each table. A keyed hash selects these two counters, so several counts can
/// share a counter. The lower of the two counters applies (a count-min sketch). The count is too high only if
/// other counts share both counters, which is relevant only for millions of e-mails per day. Because the key
/// is random, an attacker cannot choose addresses that share the counters of another address.
///
/// Source: G. Cormode, S. Muthukrishnan, "An improved data stream summary: the count-min sketch", 2005.
struct EmailLimit {
    /// The maximum number of e-mails of all kinds to a mailbox per day.
    static let most: UInt8 = 20
    /// The maximum number of e-mails that contain a link, per mailbox and day. They also count toward
    /// ``most``. Anyone can request links for an address, so this lower limit reserves some e-mails for
    /// receipts.
    static let mostLinks: UInt8 = 10

    /// The result of counting an e-mail.
    enum Verdict: Equatable {
        case sent
        /// The e-mail is not sent. `isFirst` is true for the mailbox's first e-mail that exceeds a limit on
        /// this day.
        case withheld(isFirst: Bool)
    }

    /// The number of counters in a table, a power of two.
    private static let width = 1 << 19
    /// The bit that is set in a counter after an e-mail has been withheld.
    private static let mark: UInt8 = 0x80
    private static let greatest: UInt8 = 0x7F

    private let key: [UInt8]
    private var day: Int64 = .min
    private var counters = [UInt8](repeating: 0, count: 2 * width)

    /// Creates a limit with all counters at 0.
    ///
    /// - Parameter random: Returns 64 unpredictable random bits per call, for the key of the hash.
    init(random: () -> UInt64) {
        key = (0..<4).flatMap { _ in withUnsafeBytes(of: random().bigEndian, Array.init) }
    }

    /// Counts an e-mail, unless it exceeds a limit.
    ///
    /// - Parameter mailbox: The recipient's mailbox (see ``EmailAddress/mailbox``).
    /// - Returns: The verdict: send the e-mail, or withhold it.
    mutating func take(_ kind: EmailKind, to mailbox: String, on day: Int64) -> Verdict {
        if day != self.day {
            self.day = day
            counters = [UInt8](repeating: 0, count: 2 * Self.width)
        }
        let accounts = accounts(of: kind, mailbox)
        for (slots, most) in accounts where count(slots) >= most {
            let isFirst = slots.contains { counters[$0] & Self.mark == 0 }
            for slot in slots { counters[slot] |= Self.mark }
            return .withheld(isFirst: isFirst)
        }
        for (slots, _) in accounts {
            for slot in slots where counters[slot] & Self.greatest < Self.greatest { counters[slot] += 1 }
        }
        return .sent
    }

    /// Returns the number of e-mails that a mailbox may still receive on a day.
    func room(for mailbox: String, on day: Int64) -> Int {
        let sent = day == self.day ? count(slots("all \(mailbox)")) : 0
        return Int(Self.most) - Int(min(sent, Self.most))
    }

    /// Corrects the counters for an e-mail that was counted but then not stored.
    mutating func giveBack(_ kind: EmailKind, to mailbox: String, on day: Int64) {
        guard day == self.day else { return }
        for (slots, _) in accounts(of: kind, mailbox) {
            // A counter at its maximum may have counted more, so it stays there.
            for slot in slots where (1..<Self.greatest).contains(counters[slot] & Self.greatest) {
                counters[slot] -= 1
            }
        }
    }

    private func count(_ slots: [Int]) -> UInt8 {
        slots.map { counters[$0] & Self.greatest }.min() ?? 0
    }

    /// Returns the counters that an e-mail increments, each with its limit. An e-mail with a link is counted
    /// twice: as a link, and as an e-mail.
    private func accounts(of kind: EmailKind, _ mailbox: String) -> [(slots: [Int], most: UInt8)] {
        let all = (slots("all \(mailbox)"), Self.most)
        return kind == .link ? [(slots("links \(mailbox)"), Self.mostLinks), all] : [all]
    }

    /// Returns the indexes of an account's two counters, one in each table.
    ///
    /// - Parameter account: The kind of limit, followed by the mailbox.
    private func slots(_ account: String) -> [Int] {
        let hash = HMACSHA256.code(for: account.utf8, key: key)
        return (0..<2).map { table in
            let number = hash[(8 * table)..<(8 * table + 8)].reduce(0) { $0 << 8 | UInt64($1) }
            return table * Self.width + Int(number % UInt64(Self.width))
        }
    }
}
