import Foundation
import Synchronization
public import TagKit

/// A contactless reader that pcscd controls: an ACR122U, ACR1252U, OMNIKEY, uTrust, or any other PC/SC
/// reader.
///
/// The actor runs on its own OS thread, because pcsclite's calls block. Canceling the task ends the wait for
/// a tag. If pcscd does not respond to a call within a time limit, the reader can no longer be used. Other
/// programs cannot use the tag while it is selected.
public actor PCSCReader: TagReader {
    /// The name that pcscd uses for the reader, such as `ACS ACR122U PICC Interface 00 00`.
    public nonisolated let name: String

    /// The families of commands that the reader can send. The extended Type 2 commands are not included until
    /// a Type 2 tag has been selected, because the reader must be tested with a tag.
    public nonisolated var capabilities: ReaderCapabilities {
        (known.withLock { $0 } ?? .storageCard).capabilities
    }

    /// The executor that runs the actor on the reader's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The time limits for calls to pcscd. If a tag does not respond, readers report that within a second. A
    /// Type 4 tag may request more time, at most 4.9 s per request (ISO/IEC 14443-4 §7.2).
    enum Limits {
        static let pseudoAPDU: Duration = .seconds(2)
        static let cardAPDU: Duration = .seconds(6)
        /// The maximum duration in milliseconds of one call that waits for a change of the slot. A longer
        /// wait is split into several calls, because a single call can miss a cancellation.
        static let waitMilliseconds = 1_000
    }

    private nonisolated let executor: ThreadExecutor
    private nonisolated let known = Mutex<ReaderManner?>(nil)
    private let calls: PatientThread
    private var link: PCSCLink?
    /// The most recently selected tag; nil if no tag is selected.
    var selected: SelectedTag?
    /// The slot's state at the time of the last selection.
    var slot = PCSCLink.Slot.unknown
    /// Whether a transparent session with the selected tag is open.
    var hasSession = false

    /// The method by which the reader passes commands to Type 2 tags; nil until a Type 2 tag has been
    /// selected.
    var manner: ReaderManner? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// Opens a reader. Nothing is sent to the reader before the first selection.
    ///
    /// - Parameter reader: The reader's name, a part of the name that only one reader has, or the reader's
    ///   position in ``list()``, counted from 1.
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

    /// Disconnects from the tag and from pcscd. Calling this method again has no effect.
    public func close() {
        letGo()
        guard let link else { return }
        _ = calls.run(within: Limits.pseudoAPDU) { link.leave() }
        self.link = nil
    }

    /// Waits until a tag is on the reader, and selects it; see `TagReader.select(within:)`.
    ///
    /// Only readers with a PN532, such as the ACR122U, detect that there are two tags. Other readers select
    /// one of the tags, or neither.
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
        throw .noTag(after: limit)
    }

    /// Sends one command to the selected tag; see `TagReader.send(_:)`.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard selected != nil else { throw .nothingSelected }
        if Task.isCancelled { throw .cancelled }
        var answer: [UInt8] = []
        for exchange in try PCSCExchange.exchanges(for: command, by: manner ?? .storageCard) {
            answer += try exchange.answer(transmit(exchange.apdu))
        }
        return answer
    }

    /// Waits until the selected tag has left the field; see `TagReader.waitForRemoval(within:)`.
    ///
    /// pcscd reports the removal, so no commands are sent to the tag.
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
            guard left > .zero else { throw .stillPresent(after: limit) }
        }
    }

    /// Sends an APDU to the reader or card and returns the response, including its status word.
    ///
    /// - Throws: The error for a failed call, such as `tagLost` if the card was removed; `readerStalled` if
    ///   pcscd does not respond within the time limit.
    func transmit(_ apdu: [UInt8]) throws(TagError) -> [UInt8] {
        try call(within: apdu.first == 0xFF ? Limits.pseudoAPDU : Limits.cardAPDU) {
            (link) throws(PCSCFault) in try link.transmit(apdu)
        }
    }

    /// Runs a pcsclite call on the thread for blocking calls. If the call fails, throws the corresponding
    /// ``TagError``.
    func call<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Value {
        switch try attempt(within: limit, body) {
        case .success(let value): value
        case .failure(let fault): throw fault.error
        }
    }

    /// Runs a pcsclite call on the thread for blocking calls. If the call fails, returns its ``PCSCFault``.
    /// Throws only if the reader is closed or pcscd does not respond.
    func attempt<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Result<Value, PCSCFault> {
        guard let link else { throw .closed }
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

    /// Waits until the slot's state changes, and returns the new state. Waits for at most `limit` or one
    /// second, whichever is shorter, and returns the unchanged state if nothing has changed by then.
    /// Canceling the task ends the wait. Throws `readerGone` if the reader was disconnected.
    func waitForChange(
        from slot: PCSCLink.Slot, atMost limit: Duration
    ) async throws(TagError) -> PCSCLink.Slot {
        guard let link else { throw .closed }
        if Task.isCancelled { throw .cancelled }
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
        if Task.isCancelled { throw .cancelled }
        guard let changed else {
            self.link = nil
            throw Self.stalled(after: .milliseconds(time) + Limits.pseudoAPDU)
        }
        switch changed {
        case .failure(let fault): throw fault.error
        case .success(let now) where now.isGone: throw .disconnected(reason: "pcscd no longer lists \(name)")
        case .success(let now): return now
        }
    }

    /// Disconnects from the selected tag, if any. Errors are ignored.
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

    /// Returns the names of the contactless readers in the order reported by pcscd; empty if pcscd is not
    /// running or does not respond.
    public static func list() async -> [String] {
        PCSCReaderName.contactless((try? await names()) ?? [])
    }

    /// Returns the names of all readers in the order reported by pcscd, including slots for contact cards.
    ///
    /// - Throws: `readerGone` if pcscd is not running; `readerStalled` if it does not respond.
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

    /// Connects to pcscd on the given thread, which must also make all later calls.
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

    /// Tests the reader with the given tag to determine how the reader passes commands to Type 2 tags.
    ///
    /// A PN532 in the reader is detected by its firmware version. The other methods are tested with READ of
    /// page 0, whose response must contain the UID. The tests write nothing. If no test succeeds, only
    /// storage-card commands are used.
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

    /// Sends an APDU and returns whether `isGood` accepts the response. Returns false if the reader or the
    /// tag refuses the command.
    private func answers(
        _ apdu: [UInt8], _ isGood: (ReaderResponse) throws(TagError) -> Bool
    ) throws(TagError) -> Bool {
        let answer = try ReaderResponse(transmit(apdu))
        do throws(TagError) { return try isGood(answer) } catch { return false }
    }

    /// Returns whether the 16 bytes starting at page 0 contain the tag's UID. Source: NXP NTAG213/215/216
    /// data sheet §8.5.1.
    static func showsUID(_ pages: [UInt8], of tag: SelectedTag) -> Bool {
        guard pages.count == 16 else { return false }
        return tag.uid.count == 7
            ? Array(pages[0..<3] + pages[4..<8]) == tag.uid : Array(pages[0..<4]) == tag.uid
    }
}

// MARK: - One call

/// Functions that find a PC/SC reader by its name.
enum PCSCReaderName {
    /// Returns the name of the reader that `wanted` identifies. `wanted` can be an exact name, a position in
    /// the list (counted from 1), or a part of the name that only one reader has.
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
        case 0: throw notFound("no PC/SC reader matches \"\(wanted)\"", there)
        default:
            throw TagError(
                .readerNotFound, "\"\(wanted)\" matches \(matching.count) PC/SC readers",
                reason: "connected: \(matching.joined(separator: ", "))",
                remedy: "enter the reader's full name, or a part of it that no other reader's name contains")
        }
    }

    /// Returns the reader names that do not belong to a slot for security modules (SAM) or contact cards.
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
                ? "pcscd does not detect any contactless reader"
                : "connected: \(there.joined(separator: ", "))",
            remedy: "plug the reader in", help: .listReaders)
    }
}
