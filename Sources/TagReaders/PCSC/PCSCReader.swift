import Foundation
import Synchronization
public import TagKit

/// A contactless reader that pcscd drives: an ACR122U, ACR1252U, OMNIKEY, uTrust, and every other one with PC/SC.
///
/// The actor lives on an OS thread of its own, because pcsclite blocks. Every wait ends: cancelling the task ends the
/// wait for a tag, and a call that pcscd does not answer is given up after ``Limits``; the reader is of no more use
/// then.
/// The tag on the reader is held for this program alone from its selection to its removal.
public actor PCSCReader: TagReader {
    /// pcscd's name of the reader, as `ACS ACR122U PICC Interface 00 00`.
    public nonisolated let name: String

    /// READ, WRITE, APDUs and MIFARE Classic at first; what else the reader can is seen with its first Type 2 tag.
    public nonisolated var capabilities: ReaderCapabilities {
        (known.withLock { $0 } ?? .storageCard).capabilities
    }

    /// The reader's own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How long pcscd may take. Readers give up a silent tag after less than a second; a Type 4 tag may ask for more
    /// time, at most 4.9 s at once (ISO/IEC 14443-4 §7.2).
    enum Limits {
        static let pseudoAPDU: Duration = .seconds(2)
        static let cardAPDU: Duration = .seconds(6)
        /// A wait for a tag is looked at this often, since a cancel in front of the wait is lost.
        static let waitMilliseconds = 1_000
    }

    private nonisolated let executor: ThreadExecutor
    private nonisolated let known = Mutex<ReaderManner?>(nil)
    private let calls: PatientThread
    private var link: PCSCLink?
    /// The tag that was selected last.
    var selected: SelectedTag?
    /// What pcscd said of the slot when that tag was selected.
    var slot = PCSCLink.Slot.unknown
    /// Whether a transparent session is open on the tag.
    var hasSession = false

    /// How this reader talks to Type 2 tags; nil until one was there.
    var manner: ReaderManner? {
        get { known.withLock { $0 } }
        set { known.withLock { $0 = newValue } }
    }

    /// Opens a reader; nothing is sent to it before the first selection.
    ///
    /// - Parameter reader: Its name, a part of it that no other reader's name has, or its number in ``list()``, from 1.
    /// - Throws: `readerNotFound` where there is none of this name, or pcscd does not run.
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

    /// Gives the tag and the reader back. Calling it twice is harmless.
    public func close() {
        letGo()
        guard let link else { return }
        _ = calls.run(within: Limits.pseudoAPDU) { link.leave() }
        self.link = nil
    }

    /// Waits until a tag is on the reader, and selects it; see ``TagReader/select(within:)``.
    ///
    /// Two tags are told apart by an ACR122U alone; other readers select one of them, or none.
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

    /// Sends one command to the selected tag; see ``TagReader/send(_:)``.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        guard selected != nil else { throw Self.nothingSelected }
        if Task.isCancelled { throw PCSCFault.cancelledError }
        var answer: [UInt8] = []
        for exchange in try PCSCExchange.exchanges(for: command, by: manner ?? .storageCard) {
            answer += try exchange.answer(transmit(exchange.apdu))
        }
        return answer
    }

    /// Waits until the selected tag has left the field; see ``TagReader/waitForRemoval(within:)``.
    ///
    /// pcscd sees it leave; no command is sent.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        guard selected != nil else { return }
        endSession()
        let start = ContinuousClock.now
        var now = slot
        while true {
            let left = limit - (ContinuousClock.now - start)
            now = try await waitForChange(from: now, atMost: left)
            // Another count of insertions is another tag, or the same one anew.
            if !now.hasTag || now.insertions != slot.insertions {
                selected = nil
                letGo()
                return
            }
            guard left > .zero else {
                throw TagError(
                    .stillPresent, "the tag is still on the reader",
                    reason: "waited \(limit.formattedSeconds)", remedy: "take the tag away")
            }
        }
    }

    static let nothingSelected = TagError(.tagLost, "no tag is selected")

    /// Sends an APDU to the reader.
    ///
    /// - Throws: `tagLost` when the card is gone, `readerStalled` when nothing comes back.
    func transmit(_ apdu: [UInt8]) throws(TagError) -> [UInt8] {
        try call(within: apdu.first == 0xFF ? Limits.pseudoAPDU : Limits.cardAPDU) {
            (link) throws(PCSCFault) in try link.transmit(apdu)
        }
    }

    /// Runs one call of pcsclite.
    func call<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Value {
        switch try attempt(within: limit, body) {
        case .success(let value): value
        case .failure(let fault): throw fault.error
        }
    }

    /// Runs one call of pcsclite and hands a failure out as it is.
    func attempt<Value: Sendable>(
        within limit: Duration = Limits.cardAPDU,
        _ body: @escaping @Sendable (PCSCLink) throws(PCSCFault) -> Value
    ) throws(TagError) -> Result<Value, PCSCFault> {
        guard let link else { throw TagError(.readerGone, "the reader is closed") }
        let outcome = calls.run(within: limit) {
            Result { () throws(PCSCFault) in try body(link) }
        }
        guard let outcome else {
            // The thread keeps the link until pcscd answers; nobody waits for that.
            self.link = nil
            selected = nil
            throw Self.stalled(after: limit)
        }
        return outcome
    }

    /// Waits for a change of the slot, which cancelling the task ends.
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
        case .success(let now) where now.isGone: throw PCSCFault.gone(reason: "pcscd does not know \(name)")
        case .success(let now): return now
        }
    }

    /// Lets go of the tag, if there is one; what goes wrong with it no longer matters.
    func letGo() {
        endSession()
        selected = nil
        guard let link else { return }
        if calls.run(within: Limits.cardAPDU, { link.disconnect() }) == nil { self.link = nil }
    }

    static func stalled(after limit: Duration) -> TagError {
        TagError(
            .readerStalled, "the reader has stopped answering",
            reason: "pcscd gave no answer within \(limit.formattedSeconds)",
            remedy: "unplug the reader, plug it in again and repeat the command")
    }

    /// The names of pcscd's readers, in its order, but for slots of contact cards; none where pcscd does not run.
    public static func list() async -> [String] {
        PCSCReaderName.contactless((try? await names()) ?? [])
    }

    /// The names of pcscd's readers, contact slots left out.
    ///
    /// - Throws: `readerGone` where pcscd does not run, `readerStalled` where it does not answer.
    static func names() async throws(TagError) -> [String] {
        // The threads of Swift's tasks must not wait.
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

    /// Joins the service, on the thread where all its calls will be.
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

    /// Finds out how the reader lets bytes through to a Type 2 tag, with the first one that is on it.
    ///
    /// Each way is proved by READ of page 0, which must show the UID; none writes. A reader that answers no way is one
    /// for storage cards.
    func probe(_ tag: SelectedTag) throws(TagError) -> ReaderManner {
        if try answers(
            DirectTransmit.getFirmwareVersion,
            { (answer) throws(TagError) in
                try DirectTransmit.data(answer, command: 0x02).count == 4
            })
        {
            return .direct
        }
        // A reader that passed those bytes on has a tag that did not understand them.
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

    /// Whether the answer is a good one; a refusal of any kind is no.
    private func answers(
        _ apdu: [UInt8], _ isGood: (ReaderResponse) throws(TagError) -> Bool
    ) throws(TagError) -> Bool {
        let answer = try ReaderResponse(transmit(apdu))
        do throws(TagError) { return try isGood(answer) } catch { return false }
    }

    /// Whether the first pages of a Type 2 tag are those of this UID. Source: NXP NTAG213/215/216 data sheet §8.5.1.
    static func showsUID(_ pages: [UInt8], of tag: SelectedTag) -> Bool {
        guard pages.count == 16 else { return false }
        return tag.uid.count == 7
            ? Array(pages[0..<3] + pages[4..<8]) == tag.uid : Array(pages[0..<4]) == tag.uid
    }
}

// MARK: - One call

/// Which of pcscd's readers somebody means.
enum PCSCReaderName {
    /// The reader of that whole name, of that number from 1 on, or the only one whose name holds it.
    ///
    /// - Throws: `readerNotFound` with the readers that are there.
    static func choose(_ wanted: String, among there: [String]) throws(TagError) -> String {
        if there.contains(wanted) { return wanted }
        if let number = Int(wanted) {
            if number > 0, number <= there.count { return there[number - 1] }
            throw notFound("there is no PC/SC reader \(number)", there)
        }
        let matching = there.filter { $0.lowercased().contains(wanted.lowercased()) }
        switch matching.count {
        case 1: return matching[0]
        case 0: throw notFound("no PC/SC reader has “\(wanted)” in its name", there)
        default: throw notFound("“\(wanted)” is in the names of \(matching.count) PC/SC readers", matching)
        }
    }

    /// Those that can have a tag on them: a slot for SIM cards or contact cards never has.
    static func contactless(_ there: [String]) -> [String] {
        there.filter { name in
            let words = name.uppercased().split { !$0.isLetter }
            return !words.contains("SAM") && !words.contains("ICC") && !words.contains("CONTACT")
        }
    }

    private static func notFound(_ summary: String, _ there: [String]) -> TagError {
        TagError(
            .readerNotFound, summary,
            reason: there.isEmpty ? "pcscd sees no reader" : "there are: \(there.joined(separator: ", "))",
            remedy: "plug it in", help: .listReaders)
    }
}
