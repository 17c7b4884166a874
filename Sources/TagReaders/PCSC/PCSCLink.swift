import CPCSC
import Dispatch
import Synchronization
import TagKit

/// A context of pcsclite and at most one card in it: pcsclite's calls with Swift's types, and nothing decided here.
///
/// Everything is called from one thread, but for ``cancelWait()``, which any thread may call.
final class PCSCLink: @unchecked Sendable {
    private let context: SCARDCONTEXT
    private var hasLeft = false
    private var card: SCARDHANDLE?
    private var activeProtocol: DWORD = 0

    /// The longest answer of a reader: 256 bytes and the status word, and room for longer ones of an odd driver.
    private static let roomBytes = 1024
    /// T=0 and T=1: whichever the reader offers carries the same APDUs.
    private static let protocols = DWORD(SCARD_PROTOCOL_T0) | DWORD(SCARD_PROTOCOL_T1)

    /// Joins the service.
    init() throws(PCSCFault) {
        var context = SCARDCONTEXT()
        let code = SCardEstablishContext(DWORD(SCARD_SCOPE_SYSTEM), nil, nil, &context)
        if let fault = PCSCFault(code, in: "SCardEstablishContext") { throw fault }
        self.context = context
    }

    deinit { leave() }

    /// Leaves the service, and gives the card back; calling it twice is harmless.
    ///
    /// Whoever is done with a link calls this and waits for it: pcsclite frees its list of contexts when the program
    /// ends, and a thread that leaves at that moment reads what is freed (pcsclite 1.9.9, `SCardUnload`).
    func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        disconnect()
        SCardReleaseContext(context)
    }

    /// The names of the readers, in pcscd's order; none is no error.
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
        // Each name ends with a zero, the list with another one.
        return names.prefix(Int(size)).split(separator: 0).map {
            String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    /// What pcscd knows of a reader's slot.
    struct Slot: Hashable {
        /// `SCARD_STATE_…` bits, and pcscd's count of insertions and removals above them.
        var state: DWORD

        var hasTag: Bool { state & DWORD(SCARD_STATE_PRESENT) != 0 && state & DWORD(SCARD_STATE_MUTE) == 0 }
        var isGone: Bool {
            state & (DWORD(SCARD_STATE_UNKNOWN) | DWORD(SCARD_STATE_UNAVAILABLE)) != 0
        }
        /// How often a card was put there or taken away, as pcscd counts it in the upper half.
        var insertions: DWORD { state >> 16 & 0xFFFF }
        /// Nothing is known; the first question is answered at once.
        static let unknown = Slot(state: DWORD(SCARD_STATE_UNAWARE))
    }

    /// Waits until a reader's slot is another than `slot`.
    ///
    /// - Returns: What it is now; `slot` itself when the time was over.
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

    /// Ends a ``waitForChange(of:from:milliseconds:)`` that is under way; without one nothing happens.
    func cancelWait() { _ = SCardCancel(context) }

    /// Takes the card that is on a reader, for this program alone.
    func connect(_ reader: String) throws(PCSCFault) {
        disconnect()
        var handle = SCARDHANDLE()
        let code = SCardConnect(
            context, reader, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, &handle, &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardConnect") { throw fault }
        card = handle
    }

    /// Takes the card's power away and gives it back; it is selected afresh by that.
    func restart() throws(PCSCFault) {
        guard let card else { throw noCard("SCardReconnect") }
        let code = SCardReconnect(
            card, DWORD(SCARD_SHARE_EXCLUSIVE), Self.protocols, DWORD(SCARD_UNPOWER_CARD), &activeProtocol)
        if let fault = PCSCFault(code, in: "SCardReconnect") { throw fault }
    }

    /// Gives the card back; its power is taken, so that a password session ends.
    func disconnect() {
        guard let card else { return }
        SCardDisconnect(card, DWORD(SCARD_UNPOWER_CARD))
        self.card = nil
    }

    /// The card's answer to reset, as the reader made it up.
    func answerToReset() throws(PCSCFault) -> [UInt8] {
        guard let card else { throw noCard("SCardStatus") }
        var atr = [UInt8](repeating: 0, count: Int(MAX_ATR_SIZE))
        var count = DWORD(atr.count)
        let code = SCardStatus(card, nil, nil, nil, nil, &atr, &count)
        if let fault = PCSCFault(code, in: "SCardStatus") { throw fault }
        return Array(atr.prefix(Int(count)))
    }

    /// Sends an APDU to the reader and gives its answer with the status word.
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
    /// What pcsclite says where there is no card.
    fileprivate init(noCardIn call: String) { (code, self.call) = (0x8010_000C, call) }
}

/// A thread for calls that nobody but pcscd can end: whoever asked stops waiting when the time is over.
///
/// A call that is given up stays on the thread until pcscd answers; what is asked of the thread meanwhile waits for it.
final class PatientThread: Sendable {
    private let queue: DispatchQueue

    /// A thread with a name for debuggers.
    init(name: String) { queue = DispatchQueue(label: name) }

    /// Runs a call and waits for it; nil when the time is over.
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
