import CLibNFC
public import TagKit

/// A reader that libnfc drives: a PN532 on a serial port, an ACR122U, and others of the PN53x family.
///
/// The actor lives on an OS thread of its own, because libnfc blocks. Every wait ends: libnfc is only given finite
/// timeouts, cancelling the task aborts the call that is under way, and a reader that is gone or has stopped
/// answering is an error within two seconds. ``close()`` and a new ``open(connstring:)`` start afresh.
public actor LibNFCReader: TagReader {
    /// The connection string, as it was given to ``open(connstring:)``.
    public nonisolated let name: String

    /// Everything: libnfc's PN53x drivers carry all commands.
    public nonisolated var capabilities: ReaderCapabilities { [.type2, .type2Extended, .isoDEP, .classic] }

    /// The reader's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: ThreadExecutor
    private let connstring: Connstring
    private var device: LibNFCDevice?
    private var lock: PortLock?
    /// The tag that was selected last.
    var selected: SelectedTag?
    /// Whether every tag in the field answers REQA: none is in HALT, none speaks ISO-DEP.
    var hearsREQA = true
    /// What libnfc was last told about its framing; a change costs no exchange with the chip.
    var framing: LibNFCExchange.Framing?

    /// Opens a reader, takes its lock, and switches its field on. It takes about 60 ms.
    ///
    /// - Parameter connstring: libnfc's connection string, as `pn532_uart:/dev/ttyUSB0`.
    /// - Throws: `readerNotFound` where nothing answers there, `readerBusy` where another program has it.
    public static func open(connstring: String) async throws(TagError) -> LibNFCReader {
        let reader = LibNFCReader(connstring)
        try await reader.start()
        return reader
    }

    private init(_ connstring: String) {
        name = connstring
        self.connstring = Connstring(connstring)
        executor = ThreadExecutor(name: "reader \(connstring)")
    }

    deinit { executor.stop() }

    private func start() throws(TagError) {
        if let path = connstring.resolvedPath { lock = try PortLock(path: path) }
        let opened = Patience.opening.run(on: lock) { LibNFCDevice(connstring: connstring.resolved) }
        guard let opened else { throw notFound }
        device = opened
        lock?.refuseOthers()
        try check { $0.becomeInitiator() }
        // With infinite select a poll without a tag ends as a timeout after 350 ms; without, as 0 after 11 ms.
        try check { $0.set(NP_INFINITE_SELECT, false) }
    }

    private var notFound: TagError {
        TagError(
            .readerNotFound, "no reader answers at \(name)",
            reason: lock?.isHungUp == true
                ? "the port has hung up" : "libnfc's driver `\(connstring.driver)` cannot open it",
            remedy: connstring.driver.hasSuffix("_usb")
                ? "another program such as pcscd, or the kernel's pn533_usb, may hold it: see docs/hardware.md"
                : "check the cable and that the board is switched to HSU (UART)",
            help: connstring.driver.hasSuffix("_usb") ? nil : .checkCable)
    }

    /// Gives the reader and its lock back; the field goes off. Calling it twice is harmless.
    public func close() {
        selected = nil
        Patience.usual.run(on: lock) { device = nil }
        lock = nil
    }

    /// Waits until exactly one tag is in the field, and selects it; see ``TagReader/select(within:)``.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let start = ContinuousClock.now
        repeat {
            if let tag = try await selectOnlyTag() { return tag }
        } while ContinuousClock.now - start < limit
        throw TagError(
            .noTag, "there is no tag on the reader", reason: "waited \(limit.formattedSeconds)",
            remedy: "put a tag on the reader", help: .waitLonger)
    }

    /// Selects the same tag again; see ``TagReader/reselect()``.
    public func reselect() async throws(TagError) {
        guard let wanted = selected else { throw Self.nothingSelected }
        try await select(again: wanted, afresh: wanted.hasISODEP)
    }

    /// Takes the field away for a moment and selects the same tag again; see ``TagReader/powerCycle()``.
    public func powerCycle() async throws(TagError) {
        guard let wanted = selected else { throw Self.nothingSelected }
        try check { $0.set(NP_ACTIVATE_FIELD, false) }
        // A tag may live on its capacitor for so long. Source: NFC Forum Digital Protocol, t(FIELD_OFF): 5.1 ms.
        try? await Task.sleep(for: .microseconds(5_100))
        try check { $0.set(NP_ACTIVATE_FIELD, true) }
        hearsREQA = true
        try await select(again: wanted, afresh: false)
    }

    private func select(again wanted: SelectedTag, afresh: Bool) async throws(TagError) {
        for _ in 1...2 {
            if afresh { try restartField() }
            guard let found = try await poll(), found.canBe(wanted) else { continue }
            selected = found
            return
        }
        throw TagError(
            .tagLost, "the tag does not answer any more", reason: "it was selected again and did not come",
            remedy: "hold the tag still on the reader and try again")
    }

    /// Sends one command to the selected tag; see ``TagReader/send(_:)``.
    ///
    /// A FAST_READ of more than 64 pages goes out as several, because the PN532 cannot carry a longer answer.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard let selected else { throw Self.nothingSelected }
        var answer: [UInt8] = []
        for exchange in try LibNFCExchange.exchanges(for: command, uid: selected.uid) {
            answer += try await send(exchange)
        }
        return answer
    }

    /// Waits until the selected tag has left the field; see ``TagReader/waitForRemoval(within:)``.
    ///
    /// No data command is sent: a Type 2 tag or a Classic is selected again and again, a tag with ISO-DEP gets
    /// an empty block. It is gone when it stays away twice.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        guard let wanted = selected else { return }
        let start = ContinuousClock.now
        var misses = 0
        repeat {
            misses = try await isPresent(wanted) ? 0 : misses + 1
            if misses == 2 {
                selected = nil
                return
            }
        } while ContinuousClock.now - start < limit
        throw TagError(
            .stillPresent, "the tag is still on the reader",
            reason: "waited \(limit.formattedSeconds)",
            remedy: "take the tag away")
    }
}

// MARK: - One step

extension LibNFCReader {
    private func send(_ exchange: LibNFCExchange) async throws(TagError) -> [UInt8] {
        if framing != exchange.framing {
            try check { $0.set(NP_EASY_FRAMING, exchange.framing == .easy) }
            framing = exchange.framing
        }
        let patience = Patience.covering(exchange.timeoutMilliseconds)
        let (fault, answer) = try await interruptible(patience) { device in
            var answer = [UInt8](repeating: 0, count: 300)
            let count = device.transceive(
                exchange.bytes, into: &answer, milliseconds: exchange.timeoutMilliseconds)
            return (count, Array(answer.prefix(max(0, Int(count)))))
        }
        if let fault { throw fault.error }
        if let wanted = exchange.answerLength, answer.count != wanted {
            throw TagError(
                .readerProtocol, "the tag's answer has the wrong length",
                reason: "\(answer.count) bytes came, \(wanted) were asked for")
        }
        return answer
    }

    /// Runs one blocking call, times it, and lets cancelling the task abort it.
    func interruptible<Value: Sendable>(
        _ patience: Patience = .usual, _ body: (LibNFCDevice) -> (Int32, Value)
    ) async throws(TagError) -> (LibNFCFault?, Value) {
        guard let device else { throw Self.closed }
        if Task.isCancelled { throw LibNFCFault.cancelled }
        let start = ContinuousClock.now
        let (code, value) = await withTaskCancellationHandler {
            patience.run(on: lock) { body(device) }
        } onCancel: {
            device.abort()
        }
        if Task.isCancelled { throw LibNFCFault.cancelled }
        return (fault(code, since: start), value)
    }

    /// Runs a call that talks to the chip only, and throws what it says; what goes wrong once is tried once more.
    func check(_ body: (LibNFCDevice) -> Int32) throws(TagError) {
        guard let device else { throw Self.closed }
        for isLastTry in [false, true] {
            let start = ContinuousClock.now
            let code = Patience.usual.run(on: lock) { body(device) }
            guard let fault = fault(code, since: start) else { return }
            if isLastTry || !fault.isWorthAnotherTry { throw fault.error }
        }
    }

    private func fault(_ code: Int32, since start: ContinuousClock.Instant) -> LibNFCFault? {
        guard code < 0 else { return nil }
        let fault = LibNFCFault(
            code: code, duration: ContinuousClock.now - start, portHungUp: lock?.isHungUp)
        // A broken frame: the rest of it, or the answer to a command that libnfc has given up, may still be on its way.
        if code == NFC_EIO, fault.portHungUp == false { lock?.discardLateAnswer() }
        return fault
    }

    private static let nothingSelected = TagError(.tagLost, "no tag is selected")
    private static let closed = TagError(.readerGone, "the reader is closed")
}
