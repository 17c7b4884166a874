import Synchronization
public import TimeKit

/// Takes letters out of the outbox to a mail server, beside the pages and never before their answers.
///
/// The folder is the truth: a letter is gone from it when the server has taken it, and not before. A crash in between
/// sends it twice, and loses none.
public final class LetterDelivery: Sendable {
    /// Hands one letter over.
    typealias Handover = @Sendable (SMTPEnvelope) async throws(SMTPFailure) -> Void

    /// How many letters go at a time.
    private static let mostAtOnce = 4
    /// How many go in one run, so that a link that comes meanwhile does not wait for all receipts of a Sunday.
    private static let mostInRun = 40

    private struct Waiting {
        var tries: Int
        /// nil is never.
        var next: Timestamp?
    }

    private let folder: OutboxFolder
    private let clock: WallClock
    private let hand: Handover
    private let tell: @Sendable (DeliveryEvent) -> Void
    /// The letters that were tried; after a start anew each is tried as if for the first time.
    private let waiting = Mutex<[String: Waiting]>([:])

    /// A delivery from a folder to a mail server.
    ///
    /// - Parameter tell: Hears what became of each try.
    public convenience init(
        of folder: OutboxFolder, by relay: SMTPRelay, clock: WallClock,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) {
        self.init(
            of: folder, clock: clock,
            hand: { envelope throws(SMTPFailure) in try await relay.deliver(envelope) }, tell: tell)
    }

    init(
        of folder: OutboxFolder, clock: WallClock, hand: @escaping Handover,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) {
        (self.folder, self.clock, self.hand, self.tell) = (folder, clock, hand, tell)
    }

    /// Looks into the folder every second, until the task is canceled.
    public func work() async {
        while !Task.isCancelled {
            await deliverDue()
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    /// Tries letters whose time has come, once: links first.
    func deliverDue() async {
        let names = folder.letters()
        let now = clock.now()
        let due = waiting.withLock { waiting in
            waiting = waiting.filter { names.contains($0.key) }
            return names.filter { name in
                guard let known = waiting[name] else { return true }
                return known.next.map { $0 <= now } ?? false
            }
        }
        await withTaskGroup(of: Void.self) { group in
            for (number, name) in due.sorted().prefix(Self.mostInRun).enumerated() {
                if number >= Self.mostAtOnce { await group.next() }
                if Task.isCancelled { break }
                group.addTask { await self.deliver(name) }
            }
        }
    }

    private func deliver(_ name: String) async {
        guard let letter = folder.take(name) else { return }
        defer { letter.close() }
        guard clock.now() - letter.time <= DeliveryPauses.of(name).mostAgeSeconds else {
            return later(name, SMTPFailure(.tooOld), isTry: false)
        }
        do throws(SMTPFailure) {
            try await hand(SMTPEnvelope(message: letter.message))
            guard letter.remove() else { return later(name, SMTPFailure(.notRemoved)) }
            let tries = waiting.withLock { $0.removeValue(forKey: name)?.tries ?? 0 } + 1
            tell(DeliveryEvent(letter: name, tries: tries, failure: nil, pauseSeconds: nil))
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
            let pause = failure.isLasting ? nil : DeliveryPauses.of(name).pauseSeconds(after: tries)
            waiting[name] = Waiting(tries: tries, next: pause.map { now.adding(seconds: $0) })
            return (tries, pause)
        }
        tell(DeliveryEvent(letter: name, tries: tries, failure: failure, pauseSeconds: pause))
    }
}
