public import SimulationKit
public import TagKit

/// A reader that uses a ``VirtualField`` directly, without a simulated PN532 and serial line. It interprets
/// responses as libnfc's PN532 driver does.
///
/// A NAK is reported as `nak` without its code. After a NAK, the tag must be selected again. A missing
/// response is reported as `tagLost`. The reader uses the field's simulated time and never waits in real
/// time. It considers a tag removed after one poll without a response.
public actor DirectReader: TagReader {
    /// The name that identifies the reader in messages.
    public nonisolated let name = "virtual field"
    /// The families of commands that the simulated tags support.
    public nonisolated let capabilities: ReaderCapabilities = [.type2, .type2Extended, .isoDEP, .classic]

    /// The current state of the field, including its tags.
    public private(set) var field: VirtualField
    private var selected: SelectedTag?
    private var blocks = ISODEPInitiator()
    private var isClosed = false

    /// Creates a reader for `field`. The first selection switches the carrier on.
    public init(_ field: VirtualField) { self.field = field }

    /// Creates a reader with one tag in its field.
    public init(_ tag: any VirtualTag, faults: FaultPlan = FaultPlan()) {
        field = VirtualField([tag], faults: faults)
    }

    /// Changes the field from a test or a script, for example to insert a tag or to plan a fault. Returns the
    /// closure's result.
    @discardableResult
    public func change<Result: Sendable>(_ body: @Sendable (inout VirtualField) -> Result) -> Result {
        body(&field)
    }

    /// Polls for a tag. Throws `noTag` after `limit` has passed in simulated time, or earlier if no more tags
    /// can arrive.
    public func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        try checkReader()
        selected = nil
        field.switchOn()
        let end = field.elapsedMicroseconds + limit.microseconds
        repeat {
            if let found = try findTag() { return found }
            try checkReader()
            // libnfc's PN532 takes 11 ms to poll an empty field.
            field.wait(microseconds: 11_000)
            if Task.isCancelled { throw TagError(.cancelled, "the wait for a tag was canceled") }
        } while field.elapsedMicroseconds < end && field.awaitsVisit
        throw TagError(.noTag, "there is no tag on the reader", remedy: "put a tag on the reader")
    }

    /// Selects the same tag again, which ends password authentication. Throws `tagLost` if the tag does not
    /// respond, or if a different tag responds.
    public func reselect() async throws(TagError) {
        try checkReader()
        guard let wanted = selected else { throw tagLost("no tag has been selected") }
        guard let found = try findTag() else { throw tagLost("the tag no longer responds") }
        guard found.uid == wanted.uid else {
            selected = nil
            throw tagLost("another tag responded")
        }
    }

    /// Switches the field off and on and selects the same tag again.
    public func powerCycle() async throws(TagError) {
        try checkReader()
        blocks.end(on: &field)
        field.switchOff()
        field.wait(microseconds: Self.fieldRestartMicroseconds)
        field.switchOn()
        try await reselect()
    }

    /// The time in microseconds for which a power cycle switches the field off. Source: NFC Forum Digital
    /// Protocol, t(FIELD_OFF): 5.1 ms or more.
    private static let fieldRestartMicroseconds = 5_100

    /// Sends one command to the selected tag and returns its response.
    public func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        try checkReader()
        guard selected != nil else { throw tagLost("no tag is selected") }
        switch command {
        case .getVersion: return try data([0x60])
        case .read(let page): return try data([0x30, page])
        case .fastRead(let first, let last): return try data([0x3A, first, last])
        case .ultralightCAuthenticate: return try data([0x1A, 0x00])
        case .write(let page, let data), .writeSecret(let page, let data):
            return try acknowledged([0xA2, page] + data)
        case .passwordAuthenticate(let password): return try data([0x1B] + password.password)
        case .readSignature: return try data([0x3C, 0x00])
        case .apdu(let bytes), .secretAPDU(let bytes): return try apdu(bytes)
        case .authenticate(let block, let key): return try authenticate(block: block, key: key)
        case .readBlock(let block): return try data([0x30, block])
        case .writeBlock(let block, let data):
            _ = try acknowledged([0xA0, block])
            return try acknowledged(data)
        }
    }

    /// Waits until the selected tag no longer responds. Polls the tag every 50 ms of simulated time. Throws
    /// `stillPresent` if the tag still responds after `limit`.
    public func waitForRemoval(within limit: Duration) async throws(TagError) {
        try checkReader()
        let end = field.elapsedMicroseconds + limit.microseconds
        while true {
            blocks.end(on: &field)
            guard let wanted = selected?.uid, field.activate(.wupa)?.uid == wanted else {
                try checkReader()
                selected = nil
                return
            }
            field.wait(microseconds: 50_000)
            if Task.isCancelled { throw TagError(.cancelled, "the wait for the tag's removal was canceled") }
            guard field.elapsedMicroseconds < end else {
                throw TagError(
                    .stillPresent, "the tag is still on the reader", remedy: "remove the tag from the reader")
            }
        }
    }

    /// Switches the field off, removes the tags, and releases their files.
    public func close() async {
        isClosed = true
        selected = nil
        field.switchOff()
        field.clear()
    }

    // MARK: -

    /// Polls once and selects the tag that responds. Returns nil if no tag responds. Throws `twoTags` if more
    /// than one tag is present, as the libnfc reader does.
    private func findTag() throws(TagError) -> SelectedTag? {
        blocks.end(on: &field)
        guard var found = field.activate(.wupa) else {
            try checkReader()
            return nil
        }
        let count = field.presentCount
        guard count < 2 else {
            throw TagError(
                .twoTags, "there are \(count) tags on the reader", remedy: "leave only one tag on the reader")
        }
        if found.sak & 0x20 != 0 {
            guard let ats = blocks.begin(on: &field) else { return nil }
            found.ats = ats
        }
        try checkReader()
        selected = found
        return found
    }

    /// Sends a command and returns the tag's response, which must consist of whole bytes. Throws an error for
    /// a 4-bit response, which is a NAK.
    private func data(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        let answer = try exchange(RFFrame(bytes))
        guard answer.isWholeBytes else { throw refused() }
        return answer.bytes
    }

    /// Sends a command that the tag confirms with a 4-bit ACK. Throws an error for any other response.
    private func acknowledged(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        guard try exchange(RFFrame(bytes)) == .ack else { throw refused() }
        return []
    }

    private func exchange(_ frame: RFFrame) throws(TagError) -> RFFrame {
        let answer = field.exchange(frame)
        try checkReader()
        switch answer.outcome {
        case .frame(let frame) where answer.delayMicroseconds <= AirTime.readerTimeoutMicroseconds:
            return frame
        // A damaged response arrives as fast as a NAK and is the same error to libnfc.
        case .damaged, .collision: throw refused()
        case .frame, .silence:
            field.wait(microseconds: AirTime.readerTimeoutMicroseconds)
            throw tagLost("the tag did not respond")
        }
    }

    private func apdu(_ bytes: [UInt8]) throws(TagError) -> [UInt8] {
        let answer = blocks.exchange(bytes, on: &field)
        try checkReader()
        guard let answer else { throw tagLost("the tag did not respond") }
        return answer
    }

    private func authenticate(block: UInt8, key: ClassicKey) throws(TagError) -> [UInt8] {
        let isOpen = field.authenticate(block: block, key: key, uid: selected?.uid ?? [])
        try checkReader()
        guard isOpen else {
            // A tag that refuses a key is silent. The PN532 reports this as status 14h, and distinguishes it from an
            // absent tag.
            throw field.presentCount == 0 ? tagLost("the tag did not respond") : refused()
        }
        return []
    }

    private func checkReader() throws(TagError) {
        if isClosed { throw TagError(.readerGone, "the reader is closed") }
        if let error = field.fileError { throw error }
        switch field.readerFault {
        case .readerStalls:
            throw TagError(
                .readerStalled, "the reader did not respond",
                remedy: "unplug the reader and plug it in again")
        case .readerVanishes:
            throw TagError(.readerGone, "the reader was disconnected", remedy: "plug the reader in again")
        default: break
        }
    }

    private func refused() -> TagError {
        TagError(.nak, "the tag refused the command", remedy: "hold the tag still and try again")
    }

    private func tagLost(_ summary: String) -> TagError {
        TagError(.tagLost, summary, remedy: "hold the tag still and try again")
    }
}

extension Duration {
    /// The duration in whole microseconds. Durations beyond about 146,000 years are shortened to that
    /// maximum.
    fileprivate var microseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        return overflow
            ? Int.max / 2 : Int(min(product, Int64.max / 2)) + Int(attoseconds / 1_000_000_000_000)
    }
}

/// The reader's side of ISO-DEP: activation with RATS, I-blocks with block numbers and chaining, R-blocks and
/// S-blocks.
///
/// Source: ISO/IEC 14443-4 §5 (RATS), §7 (blocks).
struct ISODEPInitiator: Hashable {
    /// The parameter byte of RATS, with FSDI 8 and CID 0: the reader accepts frames of up to 256 bytes.
    /// Source: ISO/IEC 14443-4 §5.1.
    private static let parameter: UInt8 = 0x80

    /// Whether a tag is in the PROTOCOL state, in which it ignores REQA and WUPA.
    private(set) var isOpen = false
    private var blockNumber: UInt8 = 0
    private var largestFrame = 32

    /// Sends RATS, which puts the tag into the PROTOCOL state.
    ///
    /// - Returns: The ATS without its length byte; nil if the tag does not respond with an ATS.
    mutating func begin(on field: inout VirtualField) -> [UInt8]? {
        guard let ats = field.exchange(RFFrame([0xE0, Self.parameter])).frame?.bytes, let length = ats.first,
            Int(length) == ats.count
        else { return nil }
        isOpen = true
        blockNumber = 0
        largestFrame = ISODEPTarget.frameBytes(ats.count > 1 ? ats[1] & 0x0F : 2)
        return Array(ats.dropFirst())
    }

    /// If a tag is in the PROTOCOL state, sends S(DESELECT), which puts the tag into the HALT state.
    mutating func end(on field: inout VirtualField) {
        guard isOpen else { return }
        isOpen = false
        _ = field.exchange(RFFrame([0xC2]))
    }

    /// Sends a C-APDU in as many blocks as necessary and returns the R-APDU.
    ///
    /// - Returns: The R-APDU; nil if the tag does not respond or sends an invalid block.
    mutating func exchange(_ apdu: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        // Each frame contains PCB and CRC.
        let room = largestFrame - 3
        var rest = apdu[...]
        repeat {
            let part = rest.prefix(room)
            rest = rest.dropFirst(room)
            let isLast = rest.isEmpty
            let block = [0x02 | (isLast ? 0 : 0x10) | blockNumber] + part
            guard let answer = send(block, on: &field), let pcb = answer.first else { return nil }
            blockNumber ^= 1
            if isLast { return collect(answer, on: &field) }
            // R(ACK) with the number of the acknowledged block.
            guard pcb & 0xF6 == 0xA2 else { return nil }
        } while true
    }

    /// Joins the blocks of a response. Returns nil if a block is invalid or missing, or if the response has
    /// more than 64 KiB.
    private mutating func collect(_ first: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        var block = first
        var whole: [UInt8] = []
        while let pcb = block.first, pcb & 0xE2 == 0x02, whole.count <= 0xFFFF {
            whole += block.dropFirst()
            guard pcb & 0x10 != 0 else { return whole }
            guard let next = send([0xA2 | blockNumber], on: &field) else { return nil }
            blockNumber ^= 1
            block = next
        }
        return nil
    }

    /// Sends one block and returns the tag's response. If the tag requests more time with S(WTX), grants the
    /// request, up to 16 times in a row. Returns nil if the tag does not respond.
    private func send(_ block: [UInt8], on field: inout VirtualField) -> [UInt8]? {
        var block = block
        for _ in 0...16 {
            guard let answer = field.exchange(RFFrame(block)).frame?.bytes else { return nil }
            guard answer.count == 2, answer[0] == 0xF2 else { return answer }
            block = answer
        }
        return nil
    }
}
