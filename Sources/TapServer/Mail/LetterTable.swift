public import DatabaseKit
public import Giving
public import TimeKit

/// An outbox in the database that several servers share.
///
/// A server claims an e-mail for a minute, and renews the claim while it delivers the e-mail. If the server
/// fails, the claim expires, and another server delivers the e-mail. The e-mail is then sent twice if the
/// mail server had already accepted it.
public struct LetterTable: EmailOutbox {
    private let database: any TransactionRunner
    private let clock: WallClock
    private let random: RandomSource
    private let pause: Pause

    /// The maximum number of due e-mails that one query reads.
    private static let pageSize = 500

    /// Creates an outbox.
    ///
    /// - Parameters:
    ///   - random: Returns 64 unpredictable random bits, which identify a claim.
    ///   - pause: Waits between renewals of a claim.
    public init(
        on database: any TransactionRunner, clock: WallClock, random: @escaping RandomSource,
        pause: @escaping Pause = { try await Task.sleep(for: $0) }
    ) {
        (self.database, self.clock, self.random, self.pause) = (database, clock, random, pause)
    }

    /// Adds an e-mail. If an e-mail with the same id exists, it remains unchanged.
    public func send(_ letter: EmailMessage) async throws {
        let recipient = Self.key(of: letter.to)
        let message = Array(letter.message.utf8)
        try await database.write { try $0.add(letter: letter.id, to: recipient, at: letter.date, message) }
    }

    /// Returns the normalized form of an address, as stored in the table.
    static func key(of address: String) -> String { EmailAddress(address)?.key ?? address.lowercased() }

    /// Returns the names of due e-mails that no server has claimed. If there are many, returns only the
    /// earliest ones.
    public func letters() async throws -> Set<String> {
        let now = clock.now()
        let ids = try await database.read { transaction in
            // The ids of sign-in links begin with `link_`. They never wait for a page of other e-mails.
            let ranges = [("link_", "link`"), ("", "link_"), ("link`", "~")]
            return try ranges.flatMap { first, end in
                try transaction.dueLetters(from: first, to: end, at: now, limit: Self.pageSize)
            }
        }
        return Set(ids.map { $0 + Self.suffix })
    }

    static let suffix = ".eml"

    /// Claims an e-mail for one minute. The returned value renews the claim until the e-mail is removed or
    /// released. Returns nil if another server has claimed the e-mail, or if the e-mail is not due or no
    /// longer exists.
    public func claim(_ name: String) async throws -> (any ClaimedEmail)? {
        guard name.hasSuffix(Self.suffix) else { return nil }
        let (id, now) = (String(name.dropLast(Self.suffix.count)), clock.now())
        let holder = String(random(), radix: 16)
        let letter = try await database.write {
            try $0.take(letter: id, for: holder, at: now, until: now.adding(seconds: ClaimedLetter.seconds))
        }
        return letter.map {
            ClaimedLetter($0, id: id, holder: holder, database: database, clock: clock, pause: pause)
        }
    }

    /// Removes the e-mails to the address of a deleted donor, including one that is being delivered.
    public func removeLetters(to address: EmailAddress) async throws {
        try await database.write { try $0.removeLetters(to: address.key) }
    }

    /// Removes the e-mails that were written before a given time.
    public func removeLetters(writtenBefore time: Timestamp) async throws {
        try await database.write { try $0.removeLetters(writtenBefore: time) }
    }
}

/// A claimed e-mail from the outbox table, with a task that renews the claim.
private final class ClaimedLetter: ClaimedEmail {
    /// The number of seconds after which a claim expires unless it is renewed.
    static let seconds: Int64 = 60

    private let letter: StoredLetter
    private let id: String
    private let holder: String
    private let database: any TransactionRunner
    private let clock: WallClock
    private let renewal: Task<Void, Never>

    init(
        _ letter: StoredLetter, id: String, holder: String, database: any TransactionRunner, clock: WallClock,
        pause: @escaping Pause
    ) {
        (self.letter, self.id, self.holder) = (letter, id, holder)
        (self.database, self.clock) = (database, clock)
        renewal = Task {
            while true {
                do { try await pause(.seconds(Self.seconds / 3)) } catch { return }
                let end = clock.now().adding(seconds: Self.seconds)
                // If the database does not respond, the next renewal may still be in time.
                let isHeld = try? await database.write { try $0.renew(letter: id, of: holder, until: end) }
                if isHeld == false { return }
            }
        }
    }

    deinit { renewal.cancel() }

    var message: [UInt8] { letter.message }
    var time: Timestamp { letter.time }
    var tries: Int? { letter.tries }

    func remove() async -> Bool {
        renewal.cancel()
        do {
            try await database.write { [id, holder] in try $0.remove(letter: id, of: holder) }
            return true
        } catch {
            return false
        }
    }

    func release(after failed: (tries: Int, next: Timestamp?)?) async {
        renewal.cancel()
        let (due, tries) = (failed.map(\.next) ?? clock.now(), failed?.tries)
        // If this fails, the claim expires.
        try? await database.write { [id, holder] in
            try $0.release(letter: id, of: holder, due: due, tries: tries)
        }
    }
}
