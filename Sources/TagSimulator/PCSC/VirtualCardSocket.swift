import Dispatch
import Foundation
import SimulationKit
import Synchronization
import TagDumps
public import TagKit

/// A virtual PC/SC reader for the real pcscd. It connects to vsmartcard's driver, and pcscd detects a card
/// while a tag is in the field.
///
/// The reader runs on a separate thread until ``stop()`` is called or this object is deinitialized.
public final class VirtualCardSocket: Sendable {
    private let service: CardService

    /// Starts the thread of the virtual reader.
    ///
    /// - Parameters:
    ///   - field: The field with its tags.
    ///   - profile: The commands that the reader supports in addition to storage-card commands.
    ///   - port: The local port on which pcscd's driver listens (35963 by default).
    /// - Throws: `readerNotFound` if the system cannot create a pipe.
    public init(_ field: VirtualField, profile: PCSCProfile, port: UInt16) throws(TagError) {
        let service = try CardService(VirtualPCSCReader(field, profile: profile), port: port)
        self.service = service
        let thread = Thread { service.run() }
        thread.name = "virtual card"
        thread.start()
    }

    deinit { service.stop() }

    /// The current state of the reader.
    public var reader: VirtualPCSCReader { service.state.withLock { $0.reader } }

    /// The current state of the field.
    public var field: VirtualField { reader.chip.field }

    /// Changes the field, for example to insert a tag or to plan a fault. Returns the closure's result.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        service.change { body(&$0) }
    }

    /// Removes the card and ends the thread. Calling this method again has no effect.
    public func stop() { service.stop() }
}

/// The service that runs on the thread of a ``VirtualCardSocket``.
final class CardService: Sendable {
    struct State: Sendable {
        var reader: VirtualPCSCReader
        var mustStop = false
        /// Whether a tag has left the field since the last connection. If so, pcscd must detect a removal,
        /// even if another tag has already arrived.
        var mustReconnect = false
    }

    let state: Mutex<State>
    private let port: UInt16
    /// The ends of a pipe. A byte in the pipe wakes the thread after a change to the field or a call to
    /// `stop`.
    private let bell: Bell
    private let work = DispatchGroup()

    init(_ reader: VirtualPCSCReader, port: UInt16) throws(TagError) {
        state = Mutex(State(reader: reader))
        self.port = port
        bell = try Bell("the virtual card")
        work.enter()
    }

    func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        let outcome = state.withLock { state in
            let before = state.reader.chip.field.presentUIDs
            let outcome = body(&state.reader.chip.field)
            let after = state.reader.chip.field.presentUIDs
            if let first = before.first, !after.contains(first) { state.mustReconnect = true }
            return outcome
        }
        bell.ring()
        return outcome
    }

    func stop() {
        state.withLock { $0.mustStop = true }
        bell.ring()
        work.wait()
    }

    /// The minimum time between the removal of a card and its return. pcscd polls every 0.4 s and might not
    /// notice a shorter removal. A card that returns after an unnoticed removal does not respond.
    private static let absence = Duration.seconds(1)

    /// Serves pcscd's driver until `stop` is called.
    func run() {
        var connection: LoopbackConnection? {
            didSet { if oldValue != nil, connection == nil { left = .now } }
        }
        var left = ContinuousClock.now - Self.absence
        while let wantsCard = state.withLock({ $0.mustStop ? nil : $0.reader.isVisible }) {
            if !wantsCard || takeReconnect() { connection = nil }
            if wantsCard, connection == nil, left.duration(to: .now) >= Self.absence {
                connection = LoopbackConnection(port: port)
            }
            // If no program listens yet, pcscd is still starting.
            guard listen(to: connection, milliseconds: wantsCard && connection == nil ? 20 : -1) else {
                continue
            }
            guard let open = connection, let body = open.read() else {
                connection = nil
                continue
            }
            let answer = state.withLock { $0.reader.receive(VPCDMessage(body)) }
            if let answer, !open.write(VPCDMessage.framed(answer)) { connection = nil }
        }
        connection = nil
        state.withLock { $0.reader.chip.field.clear() }
        work.leave()
    }

    private func takeReconnect() -> Bool {
        state.withLock { state in
            defer { state.mustReconnect = false }
            return state.mustReconnect
        }
    }

    /// Waits until the driver sends a message, a byte arrives in the pipe, or the time limit expires. A limit
    /// of −1 means no limit.
    ///
    /// - Returns: `true` if a message arrived.
    private func listen(to connection: LoopbackConnection?, milliseconds: Int32) -> Bool {
        var events = [
            pollfd(fd: bell.reading, events: Int16(POLLIN), revents: 0),
            pollfd(fd: connection?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&events, 2, milliseconds)
        if events[0].revents != 0 {
            var rings = [UInt8](repeating: 0, count: 64)
            _ = read(bell.reading, &rings, rings.count)
            return false
        }
        return events[1].revents != 0
    }
}

/// A pipe that wakes a thread from `poll`.
final class Bell: Sendable {
    let reading: Int32
    private let writing: Int32

    init(_ owner: String) throws(TagError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let reason = String(cString: strerror(errno))
            throw TagError(
                .readerNotFound, "the system cannot create a pipe for \(owner)", reason: reason,
                remedy: "allow more open files with `ulimit -n`")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reading, writing) = (ends[0], ends[1])
    }

    deinit {
        close(reading)
        close(writing)
    }

    func ring() {
        var ring: UInt8 = 0
        _ = write(writing, &ring, 1)
    }
}

extension VirtualPCSCReader {
    /// Whether pcscd must see a card: a tag is in the field, and no fault has disconnected the reader.
    fileprivate var isVisible: Bool { hasTag && chip.field.readerFault != .readerVanishes }
}

extension VirtualField {
    fileprivate var presentUIDs: [[UInt8]] { places.filter(\.isPresent).map(\.tag.image.uid) }
}
