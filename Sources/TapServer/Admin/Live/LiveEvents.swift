import ServerKit
import Synchronization

/// One open stream of a live view: the texts that are sent, one after another, until it ends.
///
/// It keeps nothing for a client that does not read: what is missed meanwhile stands in the watcher's log, and where that
/// is not enough all is shown anew.
public final class LiveEvents: Sendable {
    private let watch: LiveWatch
    private let number: Int
    private let ticks: AsyncStream<Void>
    private let reader: LiveReader
    private let isAdmitted: @Sendable () async -> Bool
    private let ended: @Sendable () -> Void
    private let hasEnded = Mutex(false)
    let settings: LiveSettings

    init(
        watch: LiveWatch, number: Int, ticks: AsyncStream<Void>, reader: LiveReader, settings: LiveSettings,
        isAdmitted: @escaping @Sendable () async -> Bool, ended: @escaping @Sendable () -> Void
    ) {
        self.watch = watch
        self.number = number
        self.ticks = ticks
        self.reader = reader
        self.settings = settings
        self.isAdmitted = isAdmitted
        self.ended = ended
    }

    deinit { end() }

    /// Ends it, whoever waits for its next text; once more changes nothing.
    public func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        ended()
        Task { [watch, number] in await watch.leave(number) }
    }
}

extension LiveEvents: AsyncSequence {
    /// A text to be sent at once.
    public typealias Element = String

    /// Reads the stream, once.
    public func makeAsyncIterator() -> Iterator {
        Iterator(events: self, reader: reader, ticks: ticks.makeAsyncIterator())
    }

    /// Waits for what comes.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let events: LiveEvents
        fileprivate var reader: LiveReader
        fileprivate var ticks: AsyncStream<Void>.Iterator

        /// The next text; nil once the stream has ended, or whoever reads it may not any more.
        public mutating func next() async -> String? {
            while !events.hasEnded.withLock({ $0 }) {
                if let text = reader.next(in: await events.watch.log, at: events.settings.clock.now()) {
                    guard await events.isAdmitted() else { break }
                    return text
                }
                guard await ticks.next() != nil else { break }
            }
            events.end()
            return nil
        }
    }
}

extension LiveEvents: Hashable {
    /// Whether they are the same stream.
    public static func == (left: LiveEvents, right: LiveEvents) -> Bool { left === right }

    /// By which stream it is.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
