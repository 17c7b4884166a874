import Giving
import Synchronization
public import TimeKit

/// Takes letters out of the outbox to a mail server, beside the pages and never before their answers.
///
/// The folder is the truth: a letter is gone from it when the server has taken it, and not before. A crash in between
/// sends it twice, and loses none.
public final class EmailDelivery: Sendable {
    /// Hands one letter over.
    typealias Handover = @Sendable (SMTPEnvelope) async throws(SMTPFailure) -> Void

    /// The maximum number of e-mails of a kind that are sent at the same time.
    private static let mostAtOnce = 4

    private struct Waiting {
        var tries: Int
        /// nil is never.
        var next: Timestamp?
    }

    private let folder: MailSpool
    private let clock: WallClock
    private let hand: Handover
    private let report: @Sendable (DeliveryEvent) -> Void
    /// The e-mails with a failed attempt. After a restart, the attempts are counted from zero.
    private let waiting = Mutex<[String: Waiting]>([:])

    /// A delivery from a folder to a mail server.
    ///
    /// - Parameter report: Called with the result of each attempt.
    public convenience init(
        of folder: MailSpool, by relay: SMTPRelay, clock: WallClock,
        report: @escaping @Sendable (DeliveryEvent) -> Void
    ) {
        self.init(
            of: folder, clock: clock,
            hand: { envelope throws(SMTPFailure) in try await relay.deliver(envelope) }, report: report)
    }

    init(
        of folder: MailSpool, clock: WallClock, hand: @escaping Handover,
        report: @escaping @Sendable (DeliveryEvent) -> Void
    ) {
        (self.folder, self.clock, self.hand, self.report) = (folder, clock, hand, report)
    }

    /// Looks into the folder every second, until the task is canceled; a link waits for no receipt.
    public func work() async {
        await withTaskGroup(of: Void.self) { group in
            for kind in EmailKind.allCases { group.addTask { await self.work(at: kind) } }
        }
    }

    private func work(at kind: EmailKind) async {
        while !Task.isCancelled {
            await deliverDue(kind)
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Tries every letter of a kind whose time has come, once.
    func deliverDue(_ kind: EmailKind) async {
        let names = folder.letters()
        let now = clock.now()
        let due = waiting.withLock { waiting in
            waiting = waiting.filter { names.contains($0.key) }
            return names.filter { name in
                guard EmailKind(file: name) == kind else { return false }
                guard let known = waiting[name] else { return true }
                return known.next.map { $0 <= now } ?? false
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, name) in due.sorted().enumerated() {
                if number >= Self.mostAtOnce { await group.next() }
                if Task.isCancelled { break }
                group.addTask { await self.deliver(name) }
            }
        }
    }

    private func deliver(_ name: String) async {
        guard let letter = folder.take(name) else { return }
        defer { letter.close() }
        guard clock.now() - letter.time <= EmailKind(file: name).pauses.mostAgeSeconds else {
            return later(name, SMTPFailure(.tooOld), isTry: false)
        }
        do throws(SMTPFailure) {
            try await hand(SMTPEnvelope(message: letter.message))
            guard letter.remove() else { return later(name, SMTPFailure(.notRemoved)) }
            let tries = waiting.withLock { $0.removeValue(forKey: name)?.tries ?? 0 } + 1
            report(DeliveryEvent(letter: name, tries: tries, failure: nil, pauseSeconds: nil))
        } catch {
            // It was not the mail server that ended it.
            if error.code == .canceled { return }
            later(name, error)
        }
    }

    private func later(_ name: String, _ failure: SMTPFailure, isTry: Bool = true) {
        let now = clock.now()
        let (tries, pause) = waiting.withLock { waiting in
            let tries = (waiting[name]?.tries ?? 0) + (isTry ? 1 : 0)
            let pause = failure.isLasting ? nil : EmailKind(file: name).pauses.pauseSeconds(after: tries)
            waiting[name] = Waiting(tries: tries, next: pause.map { now.adding(seconds: $0) })
            return (tries, pause)
        }
        report(DeliveryEvent(letter: name, tries: tries, failure: failure, pauseSeconds: pause))
    }
}

/// The kind of an e-mail in the outbox, by its file name.
enum EmailKind: CaseIterable {
    /// A link by which a donor signs in: `link_….eml`.
    case link
    /// A receipt, or any other file that a program has put there.
    case other

    /// The kind of a file.
    init(file name: String) { self = name.hasPrefix("link_") ? .link : .other }

    var pauses: DeliveryPauses {
        switch self {
        case .link: .link
        case .other: .standard
        }
    }
}

/// The number of delivery attempts and the pauses between them.
struct DeliveryPauses: Hashable, Sendable {
    /// The maximum number of attempts.
    let mostTries: Int
    /// The pause after the first attempt, in seconds. Each further pause is three times as long.
    let firstSeconds: Int64 = 10
    /// The longest pause, in seconds.
    let mostSeconds: Int64
    /// The maximum age of an e-mail in seconds; older ones are not sent, because they are no longer useful.
    let mostAgeSeconds: Int64

    /// A link opens nothing after 15 minutes: 5 tries within seven, after 10 s, 30 s, 90 s and 270 s.
    static let link = DeliveryPauses(
        mostTries: 5, mostSeconds: 270, mostAgeSeconds: SignInLink.lifeSeconds)
    /// A receipt is wanted for days: in the first hour as often as it pays, then every hour, for three days.
    ///
    /// Source: RFC 5321 §4.5.4.1.
    static let standard = DeliveryPauses(
        mostTries: 80, mostSeconds: 3_600, mostAgeSeconds: DonorNotice.lifeSeconds)

    /// Returns the pause after a number of attempts, in seconds, or nil if that was the last attempt.
    func pauseSeconds(after tries: Int) -> Int64? {
        guard tries < mostTries else { return nil }
        return (1..<max(tries, 1)).reduce(firstSeconds) { pause, _ in min(pause * 3, mostSeconds) }
    }
}

/// The result of delivering an e-mail.
public struct DeliveryEvent: Hashable, Sendable {
    /// Its file in the outbox: `link_….eml`.
    public let letter: String
    /// The number of attempts, including this one.
    public let tries: Int
    /// Why it is still in the outbox; nil when it was taken, and is gone.
    public let failure: SMTPFailure?
    /// When it is tried again, in seconds; nil when it is taken, or left in the outbox for good.
    public let pauseSeconds: Int64?
}
