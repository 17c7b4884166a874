import Foundation
import Synchronization
public import TagKit

/// A contactless reader driven by pcscd: an ACR122U, ACR1252U, OMNIKEY, uTrust, or any other PC/SC reader.
///
/// The actor runs on its own OS thread, because pcsclite blocks. Every wait ends: canceling the task ends the wait for
/// a tag, and a call without a response from pcscd is abandoned after a time limit, which makes the reader unusable.
/// The program holds the tag exclusively from its selection to its removal.
public actor PCSCReader: TagReader {
    /// The name that pcscd uses for the reader, such as `ACS ACR122U PICC Interface 00 00`.
    public nonisolated let name: String

    /// READ, WRITE, APDUs and MIFARE Classic. Further capabilities are detected with the first Type 2 tag.
    public nonisolated var capabilities: ReaderCapabilities {
        (known.withLock { $0 } ?? .storageCard).capabilities
    }

    /// The executor of the reader's thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The time limits for pcscd calls. If a tag does not respond, readers time out in less than a second. A Type 4 tag
    /// may request more time, at most 4.9 s per request (ISO/IEC 14443-4 §7.2).
    enum Limits {
        static let pseudoAPDU: Duration = .seconds(2)
        static let cardAPDU: Duration = .seconds(6)
        /// The interval of checks while waiting for a tag, in milliseconds. A cancellation before the wait would
        /// otherwise be missed.
        static let waitMilliseconds = 1_000
    }

    private nonisolated let executor: ThreadExecutor
    private nonisolated let known = Mutex<ReaderManner?>(nil)
    private let calls: PatientThread
    private var link: PCSCLink?
    /// The most recently selected tag.
    var selected: SelectedTag?
    /// The state of the slot when `selected` was selected.
    var slot = PCSCLink.Slot.unknown
    /// Whether a transparent session is open on the tag.
    var hasSession = false

    /// The method of passing commands to Type 2 tags, or nil before the first Type 2 tag.
    var manner: ReaderManner? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// Opens a reader. Nothing is sent to the reader before the first selection.
    ///
    /// - Parameter reader: The reader's name, a unique part of the name, or its number in ``list()``, starting at 1.
    /// - Throws: `readerNotFound` if the reader does not exist or pcscd is not running.
    public static func open(_ reader: String) async throws(TagError) -> PCSCReader {
        let there: [String]
        do throws(TagError) {
            there = PCSCReaderName.contactless(try await names())
        } catch {
            throw TagError(
                .readerNotFound, error.summary, reason: error.reason, remedy: error.remedy, help: error.help)
        }
        let opened = PCSCReader(try PCSCReaderName.choose(reader, among: there))
        try await opened.start()
        return opened
    }

    private init(_ name: String) {
        self.name = name
        executor = ThreadExecutor(name: "reader \(name)")
        calls = PatientThread(name: "pcscd \(name)")
    }

    deinit { executor.stop() }

    private func start() throws(TagError) { link = try Self.join(calls) }

    /// Releases the tag and the reader. A second call has no effect.
    public func close() {
        letGo()
        guard let link else { return }
        _ = calls.run(within: Limits.pseudoAPDU) { link.leave() }
        self.link = nil
    }

    /// Waits until a tag is on the reader, and selects it; see `TagReader.select(within:)`.
    ///
    /// Only an ACR122U detects two tags; other readers select one of them, or none.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        letGo()
        let start = ContinuousClock.now
        var slot = PCSCLink.Slot.unknown
        var isFirst = true
        while isFirst || ContinuousClock.now - start < limit {
            isFirst = false
            slot = try await waitForChange(from: slot, atMost: limit - (ContinuousClock.now - start))
            guard slot.hasTag, let tag = try takeTag() else { continue }
            (selected, self.slot) = (tag, slot)
            return tag
        }
        throw TagError(
            .noTag, "there is no tag on the reader", reason: "waited \(limit.formattedSeconds)",
            remedy: "put a tag on the reader", help: .waitLonger)
    }

    /// Sends one command to the selected tag; see `TagReader.send(_:)`.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard selected != nil else { throw Self.nothingSelected }
        if Task.isCancelled { throw PCSCFault.cancelledError }
        var answer: [UInt8] = []
        for exchange in try PCSCExchange.exchanges(for: command, by: manner ?? .storageCard) {
            answer += try exchange.answer(transmit(exchange.apdu))
        }
        return answer
    }

    /// Waits until the selected tag has left the field; see `TagReader.waitForRemoval(within:)`.
    ///
    /// pcscd reports the removal, so no command is sent.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        guard selected != nil else { return }
        endSession()
        let start = ContinuousClock.now
        var now = slot
        while true {
            let left = limit - (ContinuousClock.now - start)
            now = try await waitForChange(from: now, atMost: left)
            // A different count of insertions means another tag, or the same one placed again.
            if !now.hasTag || now.insertions != slot.insertions {
                selected = nil
                letGo()
                return
            }
            guard left > .zero else {
                throw TagError(
                    .stillPresent, "the tag is still on the reader",
                    reason: "waited \(limit.formattedSeconds)", remedy: "remove the tag from the reader")
            }
        }
    }

    static let nothingSelected = TagError(.tagLost, "no tag is selected")

    /// Sends an APDU to the reader.
    ///
    /// - Throws: `tagLost` if the card was removed, `readerStalled` if no response arrives.
    func transmit(_ apdu: [UInt8]) throws(TagError) -> [UInt8] {
        try call(within: apdu.first == 0xFF ? Limits.pseudoAPDU : Limits.cardAPDU) {
            (link) throws(PCSCFault) in try link.transmit(apdu)
        }
    }

    /// Runs one pcsclite call and converts its failure to a ``TagError``.
    func call<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Value {
        switch try attempt(within: limit, body) {
        case .success(let value): value
        case .failure(let fault): throw fault.error
        }
    }

    /// Runs one pcsclite call and returns its failure unchanged.
    func attempt<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Result<Value, PCSCFault> {
        guard let link else { throw TagError(.readerGone, "the reader is closed") }
        let outcome = calls.run(within: limit) {
            Result { () throws(PCSCFault) in try body(link) }
        }
        guard let outcome else {
            // The thread keeps the link until pcscd responds; the program does not wait for it.
            self.link = nil
            selected = nil
            throw Self.stalled(after: limit)
        }
        return outcome
    }

    /// Waits until the slot's state changes; canceling the task ends the wait.
    func waitForChange(
        from slot: PCSCLink.Slot, atMost limit: Duration
    ) async throws(TagError) -> PCSCLink.Slot {
        guard let link else { throw TagError(.readerGone, "the reader is closed") }
        if Task.isCancelled { throw PCSCFault.cancelledError }
        let time = max(0, min(Limits.waitMilliseconds, Int(limit.milliseconds.rounded(.up))))
        let name = name
        let changed: Result<PCSCLink.Slot, PCSCFault>? = await withTaskCancellationHandler {
            calls.run(within: .milliseconds(time) + Limits.pseudoAPDU) {
                Result { () throws(PCSCFault) in
                    try link.waitForChange(of: name, from: slot, milliseconds: time)
                }
            }
        } onCancel: {
            link.cancelWait()
        }
        if Task.isCancelled { throw PCSCFault.cancelledError }
        guard let changed else {
            self.link = nil
            throw Self.stalled(after: .milliseconds(time) + Limits.pseudoAPDU)
        }
        switch changed {
        case .failure(let fault): throw fault.error
        case .success(let now) where now.isGone: throw PCSCFault.gone(reason: "pcscd no longer lists \(name)")
        case .success(let now): return now
        }
    }

    /// Releases the selected tag, if a tag is selected, and ignores errors.
    func letGo() {
        endSession()
        selected = nil
        guard let link else { return }
        if calls.run(within: Limits.cardAPDU, { link.disconnect() }) == nil { self.link = nil }
    }

    static func stalled(after limit: Duration) -> TagError {
        TagError(
            .readerStalled, "the reader has stopped responding",
            reason: "pcscd did not respond within \(limit.formattedSeconds)",
            remedy: "unplug the reader, plug it in again and repeat the command")
    }

    /// Returns the names of pcscd's readers in pcscd's order, without slots for contact cards. Empty if pcscd is not
    /// running.
    public static func list() async -> [String] {
        PCSCReaderName.contactless((try? await names()) ?? [])
    }

    /// Returns the names of pcscd's readers without contact slots.
    ///
    /// - Throws: `readerGone` if pcscd is not running, `readerStalled` if it does not respond.
    static func names() async throws(TagError) -> [String] {
        // The threads of Swift's tasks must not block.
        let listed: Result<[String], TagError> = await withCheckedContinuation { continuation in
            Thread {
                let calls = PatientThread(name: "pcscd")
                continuation.resume(
                    returning: Result { () throws(TagError) in
                        let link = try join(calls)
                        return try run(on: calls) { () throws(PCSCFault) in
                            defer { link.leave() }
                            return try link.readers()
                        }
                    })
            }.start()
        }
        return try listed.get()
    }

    /// Connects to the PC/SC service on the thread that also runs all later calls.
    static func join(_ calls: PatientThread) throws(TagError) -> PCSCLink {
        try run(on: calls) { () throws(PCSCFault) in try PCSCLink() }
    }

    private static func run<Value: Sendable>(
        on calls: PatientThread, _ body: @escaping @Sendable () throws(PCSCFault) -> Value
    ) throws(TagError) -> Value {
        let limit = Limits.pseudoAPDU
        guard let outcome = calls.run(within: limit, { Result(catching: body) }) else {
            throw stalled(after: limit)
        }
        do throws(PCSCFault) { return try outcome.get() } catch { throw error.error }
    }

    /// Detects the reader's method of passing bytes to a Type 2 tag, using the first such tag on the reader.
    ///
    /// Each method is tested with READ of page 0, which must contain the UID. No method writes. If no method works, the
    /// reader supports only storage card commands.
    func probe(_ tag: SelectedTag) throws(TagError) -> ReaderManner {
        if try answers(
            DirectTransmit.getFirmwareVersion,
            { (answer) throws(TagError) in
                try DirectTransmit.data(answer, command: 0x02).count == 4
            })
        {
            return .direct
        }
        // If the reader has passed the bytes on, the tag has rejected them and must be selected again.
        try call { (link) throws(PCSCFault) in try link.restart() }
        if try answersInSession(tag) { return .transparent }
        try call { (link) throws(PCSCFault) in try link.restart() }
        if try answers(
            [0xFF, 0x00, 0x00, 0x00, 0x02, 0x30, 0x00],
            { (answer) throws(TagError) in
                Self.showsUID(try answer.data(), of: tag)
            })
        {
            return .raw
        }
        try call { (link) throws(PCSCFault) in try link.restart() }
        return .storageCard
    }

    private func answersInSession(_ tag: SelectedTag) throws(TagError) -> Bool {
        do throws(TagError) {
            try beginSession()
            let answer = try ReaderResponse(transmit(TransparentExchange.transceive([0x30, 0x00])))
            let shown = Self.showsUID(try TransparentExchange.tagAnswer(answer).bytes, of: tag)
            endSession()
            return shown
        } catch {
            endSession()
            guard [.nak, .tagLost, .unsupportedCommand, .readerProtocol].contains(error.code) else {
                throw error
            }
            return false
        }
    }

    /// Returns whether the response is valid. Any refusal returns false.
    private func answers(
        _ apdu: [UInt8], _ isGood: (ReaderResponse) throws(TagError) -> Bool
    ) throws(TagError) -> Bool {
        let answer = try ReaderResponse(transmit(apdu))
        do throws(TagError) { return try isGood(answer) } catch { return false }
    }

    /// Returns whether the first pages of a Type 2 tag contain this UID. Source: NXP NTAG213/215/216 data sheet §8.5.1.
    static func showsUID(_ pages: [UInt8], of tag: SelectedTag) -> Bool {
        guard pages.count == 16 else { return false }
        return tag.uid.count == 7
            ? Array(pages[0..<3] + pages[4..<8]) == tag.uid : Array(pages[0..<4]) == tag.uid
    }
}

// MARK: - One call

/// A namespace for finding a reader by its name.
enum PCSCReaderName {
    /// Returns the reader with this exact name, with this number (from 1), or the only reader whose name contains the
    /// text.
    ///
    /// - Throws: `readerNotFound`, with a list of the available readers.
    static func choose(_ wanted: String, among there: [String]) throws(TagError) -> String {
        if there.contains(wanted) { return wanted }
        if let number = Int(wanted) {
            if number > 0, number <= there.count { return there[number - 1] }
            throw notFound("there is no PC/SC reader \(number)", there)
        }
        let matching = there.filter { $0.lowercased().contains(wanted.lowercased()) }
        switch matching.count {
        case 1: return matching[0]
        case 0: throw notFound("\"\(wanted)\" matches no PC/SC reader", there)
        default: throw notFound("\"\(wanted)\" matches \(matching.count) PC/SC readers", matching)
        }
    }

    /// Returns the readers without slots for SIM cards or contact cards.
    static func contactless(_ there: [String]) -> [String] {
        there.filter { name in
            let words = name.uppercased().split { !$0.isLetter }
            return !words.contains("SAM") && !words.contains("ICC") && !words.contains("CONTACT")
        }
    }

    private static func notFound(_ summary: String, _ there: [String]) -> TagError {
        TagError(
            .readerNotFound, summary,
            reason: there.isEmpty
                ? "pcscd does not detect any reader" : "connected: \(there.joined(separator: ", "))",
            remedy: "plug the reader in", help: .listReaders)
    }
}
