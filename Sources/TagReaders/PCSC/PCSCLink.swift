import CPCSC
import Dispatch
import Synchronization
import TagKit

/// A connection to pcscd (a pcsclite context) with at most one connected card. It offers pcsclite's calls
/// with Swift types and adds no logic of its own.
///
/// All calls are made on one thread, except ``cancelWait()``, which any thread may call.
final class PCSCLink: @unchecked Sendable {
    private let context: SCARDCONTEXT
    private var hasLeft = false
    private var card: SCARDHANDLE?
    private var activeProtocol: DWORD = 0

    /// The size of the response buffer in bytes. A response has up to 256 bytes and the status word. The
    /// remaining space is for unusual drivers.
    private static let roomBytes = 1024
    /// The accepted protocols, T=0 and T=1. Both transfer the same APDUs, so the reader's choice does not
    /// matter.
    private static let protocols = DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1)

    /// Connects to pcscd, the PC/SC service.
    init() throws(PCSCFault) {
        var context = SCARDCONTEXT()
        let code = SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)
        if let fault = PCSCFault(code, in: "SCardEstablishContext") { throw fault }
        self.context = context
    }

    deinit { leave() }

    /// Disconnects from the card and from pcscd. Calling this method again has no effect.
    ///
    /// After the last use of a link, call this method and wait until it returns. pcsclite frees its list of
    /// contexts when the process exits. A thread that disconnects at that moment would access freed memory
    /// (pcsclite 1.9.9, `SCardUnload`).
    func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        disconnect()
        SCardReleaseContext(context)
    }

    /// Returns the names of the readers in the order reported by pcscd; empty if there are no readers.
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
        /// The slot's `SCARD_STATE_…` bits, in the lower 16 bits. The upper 16 bits count the insertions and
        /// removals of cards.
        var state: DWORD

        var hasTag: Bool { state & DWORD(SCARD_STATE_PRESENT) != 0 && state & DWORD(SCARD_STATE_MUTE) == 0 }
        var isGone: Bool {
            state & (DWORD(SCARD_STATE_UNKNOWN) | DWORD(SCARD_STATE_UNAVAILABLE)) != 0
        }
        /// The number of insertions and removals of cards that pcscd has counted for the slot.
        var insertions: DWORD { state >> 16 & 0xFFFF }
        /// The state before the first query. A wait for a change from this state returns the current state
        /// immediately.
        static let unknown = Slot(state: DWORD(SCARD_STATE_UNAWARE))
    }

    /// Waits until the state of a reader's slot differs from `slot`.
    ///
    /// - Returns: The new state, or `slot` itself after the time limit.
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

    /// Makes a pending call to ``waitForChange(of:from:milliseconds:)`` fail immediately. Has no effect if no
    /// call is pending.
    func cancelWait() { _ = SCardCancel(context) }

    /// Connects to the card on a reader. No other program can use the card until it is disconnected.
    func connect(_ reader: String) throws(PCSCFault) {
        disconnect()
        var handle = SCARDHANDLE()
        let code = SCardConnect(
            context, reader, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, &handle, &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardConnect") { throw fault }
        card = handle
    }

    /// Switches the card's power off and on, which selects the card again.
    func restart() throws(PCSCFault) {
        guard let card else { throw noCard("SCardReconnect") }
        let code = SCardReconnect(
            card, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, DWORD(SCARD_UNPOWER_CARD), &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardReconnect") { throw fault }
    }

    /// Disconnects from the card and switches its power off, which ends a password authentication.
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

    /// Sends an APDU to the reader or card and returns the response, including its status word.
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
    /// Creates the fault that pcsclite would report if no card were connected.
    fileprivate init(noCardIn call: String) { (code, self.call) = (0x8010_000C, call) }
}

/// A thread that runs blocking pcsclite calls. A caller waits for the result only up to a time limit.
///
/// A call that exceeds its time limit occupies the thread until pcscd responds. Later calls wait until that
/// call ends.
final class PatientThread: Sendable {
    private let queue: DispatchQueue

    /// Creates a thread. Debuggers show it as `name`.
    init(name: String) { queue = DispatchQueue(label: name) }

    /// Runs a call on the thread and waits for its result. Returns nil if the call does not end within the
    /// time limit.
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
