import CLibNFC
import Foundation
public import TagKit
import TextKit

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
        let opened = LibNFCTimeouts.opening.run(on: lock) { LibNFCDevice(connstring: connstring.resolved) }
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
        LibNFCTimeouts.usual.run(on: lock) { device = nil }
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
        _ retryPolicy: LibNFCTimeouts = .usual, _ body: (LibNFCDevice) -> (Int32, Value)
    ) async throws(TagError) -> (LibNFCFault?, Value) {
        guard let device else { throw Self.closed }
        if Task.isCancelled { throw LibNFCFault.cancelled }
        let start = ContinuousClock.now
        let (code, value) = await withTaskCancellationHandler {
            retryPolicy.run(on: lock) { body(device) }
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
            let code = LibNFCTimeouts.usual.run(on: lock) { body(device) }
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

    /// One look at the field: the tag, nil where there is none.
    ///
    /// The PN532 says nothing of a second tag: it follows one through the anticollision. So it has to look twice.
    /// A tag that is ACTIVE answers the second look's first REQA with silence and falls to IDLE
    /// (ISO/IEC 14443-3 §6.4.4), where the other one, which is there already, answers: the second look finds the
    /// other tag, and where there is none it finds the same one with its next REQA. A tag with ISO-DEP does not
    /// hear REQA; it is put to HALT first, and everything that still answers is another one.
    /// `docs/decisions/0002-two-tags.md` holds what else was weighed.
    func selectOnlyTag() async throws(TagError) -> SelectedTag? {
        if !hearsREQA { try restartField() }
        selected = nil
        guard let first = try await poll() else { return nil }
        if first.hasISODEP {
            hearsREQA = false
            _ = try await interruptible { ($0.deselect(), ()) }
        }
        guard let second = try await poll() else {
            // Alone, and in HALT: a field that starts afresh brings it back, whatever the chip did to it.
            try restartField()
            selected = try await poll()
            hearsREQA = selected?.hasISODEP != true
            return selected
        }
        hearsREQA = !first.hasISODEP && !second.hasISODEP
        guard second.uid == first.uid else {
            throw TagError(
                .twoTags, "there are two tags on the reader",
                reason: "\(Hex.upper(first.uid)) and \(Hex.upper(second.uid)) answer",
                remedy: "leave only one there")
        }
        selected = second
        return second
    }

    /// Selects whatever answers; nil where nothing does.
    ///
    /// What goes wrong once on the cable is tried once more.
    func poll() async throws(TagError) -> SelectedTag? {
        for isLastTry in [false, true] {
            let (fault, tag) = try await interruptible { $0.select() }
            guard let fault else { return tag }
            if [NFC_ERFTRANS, NFC_ECHIP].contains(fault.code) { return nil }
            if isLastTry || !fault.isWorthAnotherTry { throw fault.error }
        }
        return nil
    }

    /// Takes the tags' power away for a moment, after which all of them are IDLE.
    func restartField() throws(TagError) {
        try check { $0.set(NP_ACTIVATE_FIELD, false) }
        try check { $0.set(NP_ACTIVATE_FIELD, true) }
        hearsREQA = true
    }

    /// Whether the tag is still there, asked without a data command.
    func isPresent(_ wanted: SelectedTag) async throws(TagError) -> Bool {
        guard wanted.hasISODEP else { return try await poll()?.uid == wanted.uid }
        // The question makes libnfc forget which framing it was in.
        framing = nil
        let (fault, _) = try await interruptible { ($0.ping(), ()) }
        guard let fault else { return true }
        guard [NFC_ETGRELEASED, NFC_ERFTRANS, NFC_EINVARG].contains(fault.code) else { throw fault.error }
        return false
    }

    /// The connection strings of the readers that libnfc finds: those on USB and those in its configuration.
    ///
    /// libnfc does not ask serial ports by itself, and for good reason: the bytes that wake a PN532 go to
    /// whatever hangs there, a modem or a printer. With `askingSerialPorts` each port that nobody has locked is
    /// opened as a PN532 would be; a port where nothing answers takes about a second.
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

    /// The device files of serial ports that could have a PN532 behind them; nothing is sent to them.
    public static func serialPorts() -> [String] {
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return devices.filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }.sorted().map {
            "/dev/\($0)"
        }
    }

    /// How many readers are looked for; libnfc's own tools stop at 8.
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

// MARK: - One step

extension SelectedTag {
    /// Whether the tag speaks ISO-DEP; the chip has then begun it by itself (ISO/IEC 14443-3 §6.4.3.4, SAK bit 6).
    var hasISODEP: Bool { sak & 0x20 != 0 }

    /// Whether this can be the tag that was `other` before the field went off and on.
    ///
    /// A tag with a random UID (4 bytes that begin with `08`) has another one then. Source: ISO/IEC 14443-3 §6.4.4.
    func canBe(_ other: SelectedTag) -> Bool { uid == other.uid || hasRandomUID && other.hasRandomUID }

    private var hasRandomUID: Bool { uid.count == 4 && uid[0] == 0x08 }
}

/// A libnfc connection string in its parts: `pn532_uart:/dev/ttyUSB0:115200`.
struct Connstring: Hashable {
    /// libnfc's driver, as `pn532_uart` or `acr122_usb`.
    var driver: String
    /// The device file, where the driver has one. It may hold colons, as links in `/dev/serial/by-path` do.
    var path: String?
    /// What stands behind the driver or the path: a speed, or bus and device of a USB reader; may be empty.
    var rest: String

    /// Takes a connection string apart; `fileExists` tells a path with colons from a path and a speed.
    init(_ text: String, fileExists: (String) -> Bool = { FileManager.default.fileExists(atPath: $0) }) {
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        driver = String(text[..<colon])
        let tail = String(text[colon...].dropFirst())
        guard tail.hasPrefix("/") else {
            path = nil
            rest = tail
            return
        }
        path = tail
        rest = ""
        if let last = tail.lastIndex(of: ":"), !fileExists(tail) {
            let speed = tail[tail.index(after: last)...]
            guard !speed.isEmpty, speed.allSatisfy(\.isNumber) else { return }
            path = String(tail[..<last])
            rest = String(speed)
        }
    }

    /// The device file itself, where `path` is a link to it.
    var resolvedPath: String? { path.map { URL(filePath: $0).resolvingSymlinksInPath().path } }

    /// The string for libnfc, which splits at every colon: the path with its links resolved.
    var resolved: String {
        [driver, resolvedPath, rest.isEmpty ? nil : rest].compactMap(\.self).joined(separator: ":")
    }
}
