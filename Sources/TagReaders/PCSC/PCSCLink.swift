import CPCSC
import Dispatch
import Synchronization
import TagKit

/// A pcsclite context with at most one card: pcsclite's calls with Swift types and no further logic.
///
/// All calls are made on one thread, except ``cancelWait()``, which any thread may call.
final class PCSCLink: @unchecked Sendable {
    private let context: SCARDCONTEXT
    private var hasLeft = false
    private var card: SCARDHANDLE?
    private var activeProtocol: DWORD = 0

    /// The size of the response buffer in bytes: 256 bytes and the status word, with a reserve for unusual drivers.
    private static let roomBytes = 1024
    /// The protocols T=0 and T=1. Both transfer the same APDUs, so the reader's choice does not matter.
    private static let protocols = DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1)

    /// Connects to the PC/SC service.
    init() throws(PCSCFault) {
        var context = SCARDCONTEXT()
        let code = SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)
        if let fault = PCSCFault(code, in: "SCardEstablishContext") { throw fault }
        self.context = context
    }

    deinit { leave() }

    /// Releases the card and disconnects from the service. A second call has no effect.
    ///
    /// Call this and wait for it after the last use of a link: pcsclite frees its list of contexts at exit, and a
    /// thread that disconnects at that moment reads freed memory (pcsclite 1.9.9, `SCardUnload`).
    func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        disconnect()
        SCardReleaseContext(context)
    }

    /// Returns the names of the readers in pcscd's order. Empty if there are no readers.
    func readers() throws(PCSCFault) -> [String] {
        var size: DWORD = 0
        var fault = PCSCFault(SCardListReaders(context, nil, nil, &size), in: "SCardListReaders")
        if fault?.code == PCSCFault.noReaders { return [] }
        if let fault { throw fault }
        var names = [CChar](repeating: 0, count: Int(min(size, 65_536)))
        size = DWORD(names.count)
        fault = PCSCFault(SCardListReaders(context, nil, &names, &size), in: "SCardListReaders")
        if fault?.code == PCSCFault.noReaders { return [] }
        if let fault { throw fault }
        // Each name ends with a zero byte, and the list with another one.
        return names.prefix(Int(size)).split(separator: 0).map {
            String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// The state of a reader's slot, as reported by pcscd.
    struct Slot: Hashable {
        /// The `SCARD_STATE_…` bits. The upper half counts insertions and removals.
        var state: DWORD

        var hasTag: Bool { state & DWORD(SCARD_STATE_PRESENT) != 0 && state & DWORD(SCARD_STATE_MUTE) == 0 }
        var isGone: Bool {
            state & (DWORD(SCARD_STATE_UNKNOWN) | DWORD(SCARD_STATE_UNAVAILABLE)) != 0
        }
        /// The number of insertions and removals that pcscd has counted, from the upper half.
        var insertions: DWORD { state >> 16 & 0xFFFF }
        /// An unknown state. A query with it returns immediately.
        static let unknown = Slot(state: DWORD(SCARD_STATE_UNAWARE))
    }

    /// Waits until a reader's slot differs from `slot`.
    ///
    /// - Returns: The new state; `slot` itself after the timeout.
    func waitForChange(of reader: String, from slot: Slot, milliseconds: Int) throws(PCSCFault) -> Slot {
        let code: LONG
        var state = SCARD_READERSTATE()
        (code, state) = reader.withCString { name in
            var state = SCARD_READERSTATE()
            state.szReader = name
            state.dwCurrentState = slot.state & ~DWORD(SCARD_STATE_CHANGED)
            let code = SCardGetStatusChange(context, DWORD(max(0, milliseconds)), &state, 1)
            return (code, state)
        }
        let fault = PCSCFault(code, in: "SCardGetStatusChange")
        if fault?.code == PCSCFault.timeout { return slot }
        if let fault { throw fault }
        return Slot(state: state.dwEventState)
    }

    /// Ends a call of ``waitForChange(of:from:milliseconds:)`` that is in progress. Has no effect if there is
    /// no such call.
    func cancelWait() { _ = SCardCancel(context) }

    /// Connects to the card on a reader for exclusive use.
    func connect(_ reader: String) throws(PCSCFault) {
        disconnect()
        var handle = SCARDHANDLE()
        let code = SCardConnect(
            context, reader, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, &handle, &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardConnect") { throw fault }
        card = handle
    }

    /// Power-cycles the card, which selects it again.
    func restart() throws(PCSCFault) {
        guard let card else { throw noCard("SCardReconnect") }
        let code = SCardReconnect(
            card, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, DWORD(SCARD_UNPOWER_CARD), &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardReconnect") { throw fault }
    }

    /// Releases the card and removes its power, which ends a password authentication.
    func disconnect() {
        guard let card else { return }
        SCardDisconnect(card, DWORD(SCARD_UNPOWER_CARD))
        self.card = nil
    }

    /// Returns the ATR that the reader generated for the card.
    func answerToReset() throws(PCSCFault) -> [UInt8] {
        guard let card else { throw noCard("SCardStatus") }
        var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
        var count = DWORD(atr.count)
        let code = SCardStatus(card, nil, nil, nil, nil, &atr, &count)
        if let fault = PCSCFault(code, in: "SCardStatus") { throw fault }
        return Array(atr.prefix(Int(count)))
    }

    /// Sends an APDU to the reader and returns its response with the status word.
    func transmit(_ apdu: [UInt8]) throws(PCSCFault) -> [UInt8] {
        guard let card else { throw noCard("SCardTransmit") }
        var send = activeProtocol == DWORD(SCARD_PROTOCOL_T0) ? g_rgSCardT0Pci : g_rgSCardT1Pci
        var answer = [UInt8](repeating: 0, count: Self.roomBytes)
        var count = DWORD(answer.count)
        let code = SCardTransmit(card, &send, apdu, DWORD(apdu.count), nil, &answer, &count)
        if let fault = PCSCFault(code, in: "SCardTransmit") { throw fault }
        return Array(answer.prefix(Int(min(count, DWORD(answer.count)))))
    }

    private func noCard(_ call: String) -> PCSCFault { PCSCFault(noCardIn: call) }
}

extension PCSCFault {
    /// Creates the pcsclite error for a missing card.
    fileprivate init(noCardIn call: String) { (code, self.call) = (0x8010_000C, call) }
}

/// A thread for blocking calls that only pcscd can end. The caller stops waiting after a time limit.
///
/// An abandoned call occupies the thread until pcscd responds. Later calls wait until the abandoned call ends.
final class PatientThread: Sendable {
    private let queue: DispatchQueue

    /// Creates a thread with a name for debuggers.
    init(name: String) { queue = DispatchQueue(label: name) }

    /// Runs a call and waits for its result. Returns nil after the time limit.
    func run<Value: Sendable>(within limit: Duration, _ call: @escaping @Sendable () -> Value) -> Value? {
        let outcome = Outcome<Value>()
        queue.async { outcome.arrive(call()) }
        return outcome.wait(within: limit)
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let arrival = DispatchSemaphore(value: 0)

        func arrive(_ new: Value) {
            value.withLock { $0 = new }
            arrival.signal()
        }

        func wait(within limit: Duration) -> Value? {
            _ = arrival.wait(timeout: .now() + limit.milliseconds / 1000)
            return value.withLock { $0 }
        }
    }
}
