import Giving
import Synchronization
public import TimeKit

/// A background service that delivers e-mails from the outbox to a mail server.
///
/// An e-mail is removed from the outbox only after the mail server has accepted it. If the program crashes
/// between these two steps, the e-mail is sent twice, but no e-mail is lost.
public final class EmailDelivery: Sendable {
    /// A function that delivers one e-mail to the mail server.
    typealias Handover = @Sendable (SMTPEnvelope) async throws(SMTPFailure) -> Void

    /// The maximum number of e-mails of each kind that are sent at the same time.
    private static let mostAtOnce = 4
    /// The maximum age of an e-mail in the outbox, in seconds: 30 days. An older e-mail that could not be
    /// delivered is removed.
    private static let keptSeconds: Int64 = 30 * 86_400

    private struct Waiting {
        var tries: Int
        /// The time of the next attempt; nil if no attempt follows.
        var next: Timestamp?
    }

    private let outbox: any EmailOutbox
    private let clock: WallClock
    private let hand: Handover
    private let report: @Sendable (DeliveryEvent) -> Void
    private let failed: ErrorReport
    /// The e-mails whose delivery has failed, keyed by their names in the outbox. After a restart, the
    /// attempts are counted from zero again, unless the outbox stores the number of attempts.
    private let waiting = Mutex<[String: Waiting]>([:])
    /// Whether the last access to the outbox failed.
    private let isFailing = Mutex(false)

    /// Creates a delivery service that sends the e-mails of an outbox to a mail server.
    ///
    /// - Parameters:
    ///   - report: Called with the result of each attempt.
    ///   - failed: Called with the error when access to the outbox fails. Only the first of several
    ///     consecutive errors is reported.
    public convenience init(
        of outbox: any EmailOutbox, by relay: SMTPRelay, clock: WallClock,
        report: @escaping @Sendable (DeliveryEvent) -> Void,
        failed: @escaping ErrorReport = { _ in }
    ) {
        self.init(
            of: outbox, clock: clock,
            hand: { envelope throws(SMTPFailure) in try await relay.deliver(envelope) }, report: report,
            failed: failed)
    }

    init(
        of outbox: any EmailOutbox, clock: WallClock, hand: @escaping Handover,
        report: @escaping @Sendable (DeliveryEvent) -> Void,
        failed: @escaping ErrorReport = { _ in }
    ) {
        (self.outbox, self.clock, self.hand, self.report) = (outbox, clock, hand, report)
        self.failed = failed
    }

    /// Checks the outbox every second, until the task is canceled. Sign-in links are sent separately from
    /// receipts, so that receipts do not delay them.
    public func work() async {
        await withTaskGroup(of: Void.self) { group in
            for kind in EmailKind.allCases { group.addTask { await self.work(at: kind) } }
            group.addTask { await self.tidy() }
        }
    }

    /// Removes old e-mails at the start and every hour, until the task is canceled.
    private func tidy() async {
        while !Task.isCancelled {
            await removeOld()
            do { try await Task.sleep(for: .seconds(3_600)) } catch { return }
        }
    }

    /// Removes old e-mails that could not be delivered. Until an e-mail is removed, a person can find it in
    /// the outbox.
    func removeOld() async {
        let oldest = clock.now().adding(seconds: -Self.keptSeconds)
        _ = await reporting { try await outbox.removeLetters(writtenBefore: oldest) }
    }

    /// Returns the result of `work`. If `work` throws an error, returns nil, and reports the error unless the
    /// previous access to the outbox also failed.
    private func reporting<Value>(_ work: () async throws -> Value) async -> Value? {
        do {
            let value = try await work()
            isFailing.withLock { $0 = false }
            return value
        } catch {
            let isFirst = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return !isFailing
            }
            if isFirst, !Task.isCancelled { failed(error) }
            return nil
        }
    }

    private func work(at kind: EmailKind) async {
        while !Task.isCancelled {
            await deliverDue(kind)
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Makes one attempt to deliver each due e-mail of a kind.
    func deliverDue(_ kind: EmailKind) async {
        guard let names = await reporting({ try await outbox.letters() }) else { return }
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
        guard let letter = await reporting({ try await outbox.claim(name) }) ?? nil else { return }
        let failure = await failure(of: name, letter)
        // A server that is shutting down cancels the delivery, so it does not count as a failed attempt.
        guard let failure, failure.code != .canceled else { return await letter.release(after: nil) }
        await letter.release(after: later(name, failure, after: letter.tries))
    }

    /// Delivers an e-mail and removes it from the outbox. An e-mail that is too old is not delivered.
    ///
    /// - Returns: The reason that the e-mail is still in the outbox; nil if it was delivered and removed.
    private func failure(of name: String, _ letter: any ClaimedEmail) async -> SMTPFailure? {
        guard clock.now() - letter.time <= EmailKind(file: name).pauses.mostAgeSeconds else {
            return SMTPFailure(.tooOld)
        }
        do throws(SMTPFailure) {
            try await hand(SMTPEnvelope(message: letter.message))
            guard await letter.remove() else { return SMTPFailure(.notRemoved) }
            let known = waiting.withLock { $0.removeValue(forKey: name)?.tries }
            report(
                DeliveryEvent(
                    letter: name, tries: (letter.tries ?? known ?? 0) + 1, failure: nil, pauseSeconds: nil))
            return nil
        } catch {
            return error
        }
    }

    /// Reports a failed attempt, and schedules the next one.
    ///
    /// - Parameter earlier: The number of earlier attempts according to the outbox; nil if the outbox does
    ///   not count them.
    /// - Returns: The number of attempts so far, and the time of the next attempt. The time is nil if no
    ///   attempt follows.
    private func later(
        _ name: String, _ failure: SMTPFailure, after earlier: Int?
    ) -> (tries: Int, next: Timestamp?) {
        let now = clock.now()
        let (tries, pause) = waiting.withLock { waiting in
            let known = earlier ?? waiting[name]?.tries ?? 0
            let tries = known + (failure.code == .tooOld ? 0 : 1)
            let pause = failure.isLasting ? nil : EmailKind(file: name).pauses.pauseSeconds(after: tries)
            waiting[name] = Waiting(tries: tries, next: pause.map { now.adding(seconds: $0) })
            return (tries, pause)
        }
        report(DeliveryEvent(letter: name, tries: tries, failure: failure, pauseSeconds: pause))
        return (tries, pause.map { now.adding(seconds: $0) })
    }
}

/// The kind of an e-mail in the outbox, which is determined by its file name.
enum EmailKind: CaseIterable {
    /// An e-mail with a donor's sign-in link, or a link for a new password. Its file name is `link_….eml`.
    case link
    /// Any other e-mail, such as a receipt or an invitation.
    case other

    /// Determines the kind of an e-mail from the name of its file.
    init(file name: String) { self = name.hasPrefix("link_") ? .link : .other }

    var pauses: DeliveryPauses {
        switch self {
        case .link: .link
        case .other: .standard
        }
    }
}

/// The maximum number of delivery attempts, and the pauses between them.
struct DeliveryPauses: Hashable {
    /// The maximum number of attempts.
    let mostTries: Int
    /// The pause after the first attempt, in seconds. Each later pause is three times as long as the previous
    /// one, up to ``mostSeconds``.
    let firstSeconds: Int64 = 10
    /// The maximum length of a pause, in seconds.
    let mostSeconds: Int64
    /// The maximum age of an e-mail in seconds. An older e-mail is no longer useful and is not sent.
    let mostAgeSeconds: Int64

    /// The pauses for e-mails with links. A sign-in link expires after 10 minutes, so all 5 attempts are made
    /// within 7 minutes. The pauses are 10 s, 30 s, 90 s and 270 s.
    static let link = DeliveryPauses(
        mostTries: 5, mostSeconds: 270, mostAgeSeconds: SignInLink.lifeSeconds)
    /// The pauses for all e-mails to which ``link`` does not apply. A receipt is useful for days, so delivery
    /// is attempted for three days: several times in the first hour, and then once per hour.
    ///
    /// Source: RFC 5321 §4.5.4.1.
    static let standard = DeliveryPauses(
        mostTries: 80, mostSeconds: 3_600, mostAgeSeconds: DonorNotice.lifeSeconds)

    /// Returns the pause between the attempt with number `tries`, counted from 1, and the next attempt, in
    /// seconds. Nil if this is the last attempt.
    func pauseSeconds(after tries: Int) -> Int64? {
        guard tries < mostTries else { return nil }
        return (1..<max(tries, 1)).reduce(firstSeconds) { pause, _ in min(pause * 3, mostSeconds) }
    }
}

/// The result of an attempt to deliver an e-mail.
public struct DeliveryEvent: Hashable, Sendable {
    /// The name of the e-mail's file in the outbox, such as `link_….eml`.
    public let letter: String
    /// The number of attempts so far, including this one.
    public let tries: Int
    /// The reason why the e-mail is still in the outbox; nil if it was accepted and removed.
    public let failure: SMTPFailure?
    /// The number of seconds until the next attempt; nil if no attempt follows.
    public let pauseSeconds: Int64?
}
