import Dispatch
import Foundation
import SimulationKit
import Synchronization
import TagDumps
public import TagKit

/// A virtual PC/SC reader for vsmartcard's driver. The real pcscd detects a card while a tag is in the field.
///
/// It serves on its own thread from its creation until ``stop()`` or its deinitialization.
public final class VirtualCardSocket: Sendable {
    private let service: CardService

    /// Starts serving a field.
    ///
    /// - Parameters:
    ///   - field: The field with its tags.
    ///   - profile: The commands that the reader passes to the tag.
    ///   - port: The local port of pcscd's driver (35963 by default).
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

    /// Changes the field: inserts tags, removes them, or plans a fault.
    @discardableResult
    public func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        service.change { body(&$0) }
    }

    /// Removes the card and stops. A second call has no effect.
    public func stop() { service.stop() }
}

/// The thread of a ``VirtualCardSocket``.
final class CardService: Sendable {
    struct State: Sendable {
        var reader: VirtualPCSCReader
        var mustStop = false
        /// Whether a tag was replaced by another. pcscd must then first detect the removal of the old tag.
        var mustReconnect = false
    }

    let state: Mutex<State>
    private let port: UInt16
    /// The ends of a pipe that signals changes.
    private let bell: (reading: Int32, writing: Int32)
    private let work = DispatchGroup()

    init(_ reader: VirtualPCSCReader, port: UInt16) throws(TagError) {
        state = Mutex(State(reader: reader))
        self.port = port
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw TagError(
                .readerNotFound, "the system cannot create a pipe for the virtual card",
                reason: String(cString: strerror(errno)), remedy: "close files or raise `ulimit -n`")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        bell = (ends[0], ends[1])
        work.enter()
    }

    deinit {
        close(bell.reading)
        close(bell.writing)
    }

    func change<Outcome: Sendable>(_ body: @Sendable (inout VirtualField) -> Outcome) -> Outcome {
        let outcome = state.withLock { state in
            let before = state.reader.chip.field.presentUIDs
            let outcome = body(&state.reader.chip.field)
            let after = state.reader.chip.field.presentUIDs
            if let first = before.first, !after.contains(first) { state.mustReconnect = true }
            return outcome
        }
        ring()
        return outcome
    }

    func stop() {
        state.withLock { $0.mustStop = true }
        ring()
        work.wait()
    }

    /// The minimum absence of a card. pcscd polls every 0.4 s. If a card returned between two polls, pcscd would
    /// treat it as the same card, which would no longer respond. Changes by hand are never that fast.
    private static let absence = Duration.seconds(1)

    /// Serves until it is stopped.
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

    /// Waits for a message or a signal.
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

    private func ring() {
        var ring: UInt8 = 0
        _ = write(bell.writing, &ring, 1)
    }
}

extension VirtualPCSCReader {
    /// Whether a card is visible to pcscd: a tag is present, and the reader is connected.
    fileprivate var isVisible: Bool { hasTag && chip.field.readerFault != .readerVanishes }
}

extension VirtualField {
    /// The UIDs of the tags in the field.
    fileprivate var presentUIDs: [[UInt8]] { places.filter(\.isPresent).map(\.tag.image.uid) }
}
