import ServerKit
import Synchronization
import TokenKit

/// Bank statements that members have just submitted, kept in memory for ten minutes.
///
/// The URL of a result page contains a random token that identifies the statement. Browsers can therefore
/// open the result page again without sending the file again. Only the session that submitted the statement
/// can open the page.
final class KeptStatements: Sendable {
    /// The token in the URL of a result page.
    typealias Token = SecretToken<LetterToken128>

    /// The name of the query field that contains the token.
    static let name = "result"
    /// The time for which a statement is kept, in seconds.
    static let lifeSeconds: Int64 = 600
    /// The maximum number of statements. If there are more, the oldest statement is deleted. The size of a
    /// statement is at most 1 MiB.
    static let most = 20
    /// The maximum number of statements per session. If there are more, the session's oldest statement is
    /// deleted.
    static let mostPerSession = 3

    private struct Kept {
        let token: Token
        let owner: StreamOwner
        let entry: BankEntry
        let end: Duration
    }

    private let clock: MonotonicClock
    private let kept = Mutex<[Kept]>([])

    init(clock: MonotonicClock = .system) { self.clock = clock }

    /// Keeps a statement, and returns its token.
    func keep(_ entry: BankEntry, of owner: StreamOwner, random: () -> UInt64) -> Token {
        let (token, now) = (Token(random: random), clock.now())
        kept.withLock { kept in
            kept.removeAll { $0.end <= now }
            let own = kept.indices.filter { kept[$0].owner == owner }
            if own.count >= Self.mostPerSession { kept.remove(at: own[0]) }
            kept.removeFirst(max(0, kept.count - Self.most + 1))
            kept.append(
                Kept(token: token, owner: owner, entry: entry, end: now + .seconds(Self.lifeSeconds)))
        }
        return token
    }

    /// Returns a kept statement; nil if it is no longer kept or belongs to another session.
    func read(_ text: String, of owner: StreamOwner) -> BankEntry? {
        let now = clock.now()
        return kept.withLock { kept in
            kept.first { $0.token.text == text && $0.owner == owner && now < $0.end }?.entry
        }
    }
}
