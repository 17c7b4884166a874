import CLibNFC
import Foundation
public import TagKit
import TextKit

/// A reader that libnfc controls: a PN532 on a serial port, an ACR122U, or another reader with a chip of the
/// PN53x family.
///
/// The actor runs on a dedicated OS thread, because libnfc's calls block. libnfc calls have finite timeouts,
/// and canceling the task aborts the call in progress. If the reader is disconnected or does not respond, an
/// error is thrown within two seconds. After an error, call ``close()`` and ``open(connstring:)`` to reset
/// the reader.
public actor LibNFCReader: TagReader {
    /// The connection string passed to ``open(connstring:)``.
    public nonisolated let name: String

    /// All families of commands, because libnfc's PN53x drivers can transfer every command.
    public nonisolated var capabilities: ReaderCapabilities { [.type2, .type2Extended, .isoDEP, .classic] }

    /// The executor that runs the actor on the reader's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private nonisolated let executor: ThreadExecutor
    private let connstring: Connstring
    private var device: LibNFCDevice?
    private var lock: PortLock?
    /// The most recently selected tag; nil before the first selection and after a removal.
    var selected: SelectedTag?
    /// Whether every tag in the field would respond to REQA. If false, a tag may be in the HALT state or use
    /// ISO-DEP.
    var hearsREQA = true
    /// The framing that libnfc currently uses; nil if the framing is unknown. Changing the framing requires
    /// no exchange with the chip.
    var framing: LibNFCExchange.Framing?
    /// Whether the response to the previous tag command was lost between the reader and the host.
    private var lostResponse = false
    /// The number of the most recent ``LineSynchronization``.
    private var synchronizations: UInt8 = 0

    /// Opens a reader, locks its port, and switches its field on. This takes about 60 ms.
    ///
    /// - Parameter connstring: libnfc's connection string, such as `pn532_uart:/dev/ttyUSB0`.
    /// - Throws: `readerNotFound` if no reader responds; `readerBusy` if another program is using the reader.
    public static func open(connstring: String) async throws(TagError) -> LibNFCReader {
        let reader = LibNFCReader(connstring)
        do throws(TagError) {
            try await reader.start()
        } catch {
            // The lock must be free when the error is reported, so that the reader can be opened again.
            await reader.close()
            throw error
        }
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
        let opened = LibNFCTimeouts.opening.run(on: lock) { LibNFCDevice(connstring: connstring.resolved) }
        guard let opened else { throw notFound }
        device = opened
        lock?.refuseOthers()
        try check { $0.becomeInitiator() }
        // With infinite select, a poll without a tag times out after 350 ms; without it, the poll returns 0 after 11
        // ms.
        try check { $0.set(NP_INFINITE_SELECT, false) }
    }

    private var notFound: TagError {
        TagError(
            .readerNotFound, "no reader responds at \(name)",
            reason: lock?.isHungUp == true
                ? "the serial port was disconnected"
                : "libnfc's driver `\(connstring.driver)` cannot open the reader",
            remedy: connstring.driver.hasSuffix("_usb")
                ? "close other programs that may use the reader, such as pcscd, or unload the kernel driver pn533_usb; see docs/hardware.md"
                : "check the cable, and switch the board to HSU (UART)",
            help: connstring.driver.hasSuffix("_usb") ? nil : .checkCable)
    }

    /// Switches the field off, closes the reader and unlocks its port. Calling this method again has no
    /// effect.
    public func close() {
        selected = nil
        LibNFCTimeouts.usual.run(on: lock) { device = nil }
        lock = nil
    }

    /// Waits until exactly one tag is in the field, and selects it; see `TagReader.select(within:)`.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        let start = ContinuousClock.now
        repeat {
            if let tag = try await selectOnlyTag() { return tag }
        } while ContinuousClock.now - start < limit
        throw .noTag(after: limit)
    }

    /// Selects the same tag again; see `TagReader.reselect()`.
    public func reselect() async throws(TagError) {
        guard let wanted = selected else { throw .nothingSelected }
        try await select(again: wanted, afresh: wanted.hasISODEP)
    }

    /// Switches the field off and on and selects the same tag again; see `TagReader.powerCycle()`.
    public func powerCycle() async throws(TagError) {
        guard let wanted = selected else { throw .nothingSelected }
        try check { $0.set(NP_ACTIVATE_FIELD, false) }
        // A tag's capacitor can power it for this time. Source: NFC Forum Digital Protocol, t(FIELD_OFF): 5.1 ms.
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
        throw .gone
    }

    /// Sends one command to the selected tag; see `TagReader.send(_:)`.
    ///
    /// A FAST_READ of more than 64 pages is divided into several commands, because the PN532 limits the size
    /// of a response.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard let selected else { throw .nothingSelected }
        var answer: [UInt8] = []
        for exchange in try LibNFCExchange.exchanges(for: command, uid: selected.uid) {
            answer += try await send(exchange)
        }
        return answer
    }

    /// Waits until the selected tag has left the field; see `TagReader.waitForRemoval(within:)`.
    ///
    /// The reader sends no data commands. It repeatedly selects a Type 2 or MIFARE Classic tag, and sends an
    /// empty block to a tag with ISO-DEP. After two checks in a row without a response, the tag is considered
    /// removed.
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
        throw .stillPresent(after: limit)
    }

    private func send(_ exchange: LibNFCExchange) async throws(TagError) -> [UInt8] {
        if framing != exchange.framing {
            try check { $0.set(NP_EASY_FRAMING, exchange.framing == .easy) }
            framing = exchange.framing
        }
        let retryPolicy = LibNFCTimeouts.covering(exchange.timeoutMilliseconds)
        let (fault, answer) = try await interruptible(retryPolicy) { device in
            var answer = [UInt8](repeating: 0, count: 300)
            let count = device.transceive(
                exchange.bytes, into: &answer, milliseconds: exchange.timeoutMilliseconds)
            return (count, Array(answer.prefix(max(0, Int(count)))))
        }
        if let fault { throw error(of: fault) }
        lostResponse = false
        if let wanted = exchange.answerLength, answer.count != wanted {
            throw TagError(
                .readerProtocol, "the tag's response has the wrong length",
                reason: "\(wanted) bytes requested, but \(answer.count) received")
        }
        return answer
    }

    /// Returns the error for a failed command to a tag.
    ///
    /// If the reader responds to a synchronization, only the tag's response was lost, and the returned error
    /// says so. The tag may have executed the command, so the caller must decide whether to repeat it. In all
    /// other cases, and if a second response in a row is lost, the reader's error is returned.
    private func error(of fault: LibNFCFault) -> TagError {
        let isFirst = !lostResponse
        lostResponse = fault.isSynchronized == true
        return isFirst && lostResponse ? fault.responseLost : fault.error
    }

    /// Runs one libnfc call with a time limit. Returns the call's failure, which is nil on success, and the
    /// call's value. Canceling the task aborts the call.
    func interruptible<Value: Sendable>(
        _ retryPolicy: LibNFCTimeouts = .usual, _ body: (LibNFCDevice) -> (Int32, Value)
    ) async throws(TagError) -> (LibNFCFault?, Value) {
        guard let device else { throw .closed }
        if Task.isCancelled { throw .cancelled }
        let start = ContinuousClock.now
        let (code, value) = await withTaskCancellationHandler {
            retryPolicy.run(on: lock) { body(device) }
        } onCancel: {
            device.abort()
        }
        if Task.isCancelled { throw .cancelled }
        return (fault(code, since: start), value)
    }

    /// Runs a call that only configures the chip. If the call fails, it is repeated at most twice before an
    /// error is thrown.
    func check(_ body: (LibNFCDevice) -> Int32) throws(TagError) {
        guard let device else { throw .closed }
        var tries = LibNFCTries()
        while true {
            let start = ContinuousClock.now
            let code = LibNFCTimeouts.usual.run(on: lock) { body(device) }
            guard let fault = fault(code, since: start) else { return }
            guard tries.allowAnother(after: fault) else { throw fault.error }
        }
    }

    private func fault(_ code: Int32, since start: ContinuousClock.Instant) -> LibNFCFault? {
        guard code < 0 else { return nil }
        var fault = LibNFCFault(
            code: code, duration: ContinuousClock.now - start, portHungUp: lock?.isHungUp)
        guard fault.breaksDialogue, let lock else { return fault }
        // After a broken frame, the rest of it, or a late response to an abandoned command, may still arrive.
        guard connstring.driver == "pn532_uart" else {
            if code == NFC_EIO { lock.discardLateAnswer() }
            return fault
        }
        synchronizations &+= 1
        fault.isSynchronized = LineSynchronization(number: synchronizations).run(
            on: lock.descriptor, within: LineSynchronization.limit(after: fault.duration))
        fault.portHungUp = lock.isHungUp
        return fault
    }

    /// Polls the field and selects the tag in it. Returns nil if no tag responds; throws `twoTags` if two do.
    ///
    /// The PN532's anticollision follows only one tag, so this function polls twice and compares the UIDs.
    ///
    /// - Without ISO-DEP, the selected tag ignores the second poll's first REQA and returns to IDLE
    ///   (ISO/IEC 14443-3 §6.4.4). If there is another tag, it responds. Otherwise, the selected tag responds
    ///   to the poll's second REQA.
    /// - With ISO-DEP, the first tag is put into HALT, so any tag that responds to the second poll is another
    ///   tag.
    ///
    /// `docs/decisions/0002-two-tags.md` describes the alternatives.
    func selectOnlyTag() async throws(TagError) -> SelectedTag? {
        if !hearsREQA { try restartField() }
        selected = nil
        guard let first = try await poll() else { return nil }
        if first.hasISODEP {
            hearsREQA = false
            _ = try await interruptible { ($0.deselect(), ()) }
        }
        guard let second = try await poll() else {
            // The tag is alone and in HALT. Restarting the field reactivates it, whatever state the chip left it in.
            try restartField()
            selected = try await poll()
            hearsREQA = selected?.hasISODEP != true
            return selected
        }
        hearsREQA = !first.hasISODEP && !second.hasISODEP
        guard second.uid == first.uid else { throw .twoTags(first, second) }
        selected = second
        return second
    }

    /// Selects one tag. Returns nil if no tag responds.
    ///
    /// If the communication with the reader fails, the poll is repeated up to twice.
    func poll() async throws(TagError) -> SelectedTag? {
        var tries = LibNFCTries()
        while true {
            let (fault, tag) = try await interruptible { $0.select() }
            guard let fault else { return tag }
            if [NFC_ERFTRANS, NFC_ECHIP].contains(fault.code) { return nil }
            guard tries.allowAnother(after: fault) else { throw fault.error }
        }
    }

    /// Switches the field off and on. Tags in the field lose their power and then return to the IDLE state.
    func restartField() throws(TagError) {
        try check { $0.set(NP_ACTIVATE_FIELD, false) }
        try check { $0.set(NP_ACTIVATE_FIELD, true) }
        hearsREQA = true
    }

    /// Returns whether the tag is still in the field. Sends no data command.
    func isPresent(_ wanted: SelectedTag) async throws(TagError) -> Bool {
        guard wanted.hasISODEP else { return try await poll()?.uid == wanted.uid }
        // The check resets libnfc's framing.
        framing = nil
        var tries = LibNFCTries()
        while true {
            let (fault, _) = try await interruptible { ($0.ping(), ()) }
            guard let fault else { return true }
            if [NFC_ETGRELEASED, NFC_ERFTRANS, NFC_EINVARG].contains(fault.code) { return false }
            guard tries.allowAnother(after: fault) else { throw fault.error }
        }
    }

    /// Returns the connection strings of the readers that libnfc detects on USB and in its configuration
    /// files.
    ///
    /// libnfc does not test serial ports, because the bytes that wake up a PN532 would also reach a modem or
    /// a printer. If `askingSerialPorts` is true, each port that is not locked is opened as if a PN532 were
    /// connected to it. This takes about a second for a port without a PN532.
    public static func list(askingSerialPorts: Bool = false) async -> [String] {
        var found = await onItsOwnThread { listByLibNFC() }
        guard askingSerialPorts else { return found }
        for port in serialPorts() {
            let connstring = "pn532_uart:\(port)"
            guard !Task.isCancelled else { break }
            guard !found.contains(where: { $0 == connstring || $0.hasPrefix(connstring + ":") }) else {
                continue
            }
            guard let reader = try? await open(connstring: connstring) else { continue }
            await reader.close()
            found.append(connstring)
        }
        return found
    }

    /// Returns the paths of the serial ports to which a PN532 may be connected. Sends nothing to them.
    public static func serialPorts() -> [String] {
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return devices.filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }.sorted().map {
            "/dev/\($0)"
        }
    }

    /// The maximum number of readers to list. libnfc's own tools list up to 8.
    private static let mostReaders = 16

    private static func listByLibNFC() -> [String] {
        guard let context = LibNFCContext.shared else { return [] }
        let size = Int(NFC_BUFSIZE_CONNSTRING)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size * mostReaders) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return [] }
            return base.withMemoryRebound(to: nfc_connstring.self, capacity: mostReaders) { names in
                let count = nfc_list_devices(context, names, mostReaders)
                return (0..<count).map { String(cString: base + $0 * size) }
            }
        }
    }

    private static func onItsOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }
}

extension SelectedTag {
    /// Whether the tag supports ISO-DEP. The PN53x activates ISO-DEP when it selects the tag. Source: ISO/IEC
    /// 14443-3 §6.4.3.4, SAK bit 6.
    var hasISODEP: Bool { sak & 0x20 != 0 }

    /// Returns whether this tag may be the same as `other`, which was selected before the field was switched
    /// off and on.
    ///
    /// A tag with a random UID (4 bytes that begin with `08`) generates a new UID each time it is powered up.
    /// Source: ISO/IEC 14443-3 §6.4.4.
    func canBe(_ other: SelectedTag) -> Bool { uid == other.uid || hasRandomUID && other.hasRandomUID }

    private var hasRandomUID: Bool { uid.count == 4 && uid[0] == 0x08 }
}
