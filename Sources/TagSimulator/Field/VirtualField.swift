public import SimulationKit
import TagDumps
public import TagKit

/// The antenna's field: the tags in it, what goes wrong, what it cost.
///
/// A reader gives it frames and hears answers; time is counted, not waited for. A value: a test may keep a copy.
/// Tags that stand in files are written through: the file has followed before the answer goes out.
public struct VirtualField: Sendable {
    /// The tags that are known here, in the field or not, in the order of their insertion.
    public var tags: [any VirtualTag] { places.map(\.tag) }
    /// What goes wrong, and when.
    public var faults: FaultPlan
    /// What has happened so far.
    public private(set) var counts = FieldCounts()
    /// Modelled time so far, in microseconds: the air, the tags, and what a reader adds by ``wait(microseconds:)``.
    public private(set) var elapsedMicroseconds = 0
    /// Whether the carrier is on.
    public private(set) var isOn = false
    /// What the plan did to the reader itself; the reader acts on it.
    public private(set) var readerFault: FaultPlan.Fault?
    /// The first file that could not be opened, or could not be updated with its tag. The reader reports it
    /// and stops.
    public private(set) var fileError: TagError?

    var places: [Place] = []
    var script = FieldScript()
    /// What a hand will do, by rising time.
    var events: [FieldEvent] = []

    /// One tag, whether it is there, and the file that follows it.
    struct Place: Sendable {
        var tag: any VirtualTag
        var isPresent: Bool
        var file: TagFile?
    }

    /// A field, switched off, with these tags in it.
    public init(_ tags: [any VirtualTag] = [], faults: FaultPlan = FaultPlan()) {
        self.faults = faults
        for tag in tags { insert(tag) }
    }

    // MARK: Tags

    /// How many tags are in the field.
    public var presentCount: Int { places.count(where: \.isPresent) }

    /// A tag is put into the field; without one, a file need not follow it.
    public mutating func insert(_ tag: any VirtualTag, file: TagFile? = nil) {
        var tag = tag
        if isOn { tag.powerUp() }
        places.append(Place(tag: tag, isPresent: true, file: file))
    }

    /// Puts a visitor into the field. If its file cannot be opened, no tag arrives, and ``fileError`` has the
    /// reason.
    mutating func insert(_ visitor: FieldScript.Visitor) {
        do throws(TagError) {
            let (tag, file) = try visitor.arrive()
            insert(tag, file: file)
        } catch {
            fileError = fileError ?? error
        }
    }

    /// All tags are taken away.
    public mutating func takeAway() {
        for index in places.indices { places[index].isPresent = false }
    }

    /// The tags that were taken away are put back, and power up.
    public mutating func putBack() {
        for index in places.indices where !places[index].isPresent {
            places[index].isPresent = true
            if isOn { places[index].tag.powerUp() }
        }
    }

    /// All tags are forgotten, those that were still to come too, and their files given back.
    public mutating func clear() {
        places = []
        script.visits = []
        script.folder = nil
        events = []
    }

    // MARK: The carrier

    /// The carrier comes up; tags power up. Nothing happens when it is on.
    public mutating func switchOn() {
        guard !isOn else { return }
        isOn = true
        for index in places.indices { places[index].tag.powerUp() }
    }

    /// The carrier goes away; tags forget what is volatile.
    public mutating func switchOff() { isOn = false }

    /// The reader lets time pass.
    public mutating func wait(microseconds: Int) { elapsedMicroseconds += microseconds }

    // MARK: Frames

    /// The reader sends one frame, without its CRC, and hears what comes back.
    ///
    /// The carrier has to be on; otherwise there is silence.
    public mutating func exchange(_ frame: RFFrame) -> FieldResponse {
        let isCommand = frame.isDataCommand
        script.hear(frame)
        advanceScript()
        advanceEvents()
        counts.bytesSent += frame.bytes.count
        var fault: FaultPlan.Fault?
        if isCommand { fault = beginCommand() }
        let sent = AirTime.microseconds(frame, hasCRC: frame.carriesCRC)
        guard isOn, readerFault == nil else { return hear(.silence, after: sent) }

        var answers: [RFResponse] = []
        for index in places.indices where places[index].isPresent {
            answers.append(deliver(to: index) { tag, tear in tag.receive(frame, tear: tear) })
        }
        return merge(answers, to: frame, sent: sent, fault: fault)
    }

    /// MIFARE Classic authentication, as a reader's chip does it by itself.
    ///
    /// - Returns: Whether the sector is open. Afterwards a tag that refused is silent until it is selected again.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        let fault = beginCommand()
        // Four frames: command, tag's nonce, reader's two nonces, tag's answer. Source: NXP MF1S50yyX data sheet §10.1.
        let frames = [2, 4, 8, 4].map {
            AirTime.microseconds(RFFrame(Array(repeating: 0, count: $0)), hasCRC: false)
        }
        elapsedMicroseconds += Int(frames.reduce(3 * AirTime.answerDelayMicroseconds, +).rounded())
        counts.bytesSent += 10
        guard isOn, readerFault == nil else { return false }
        var isOpen = false
        for index in places.indices where places[index].isPresent {
            if places[index].tag.authenticate(block: block, key: key, uid: uid) { isOpen = true }
        }
        if isOpen { counts.bytesReceived += 8 }
        return isOpen && fault == nil
    }

    /// Counts a data command and lets its fault happen, where it happens before the tag hears anything.
    private mutating func beginCommand() -> FaultPlan.Fault? {
        let fault = faults.faults[.command(counts.dataCommands)]
        counts.dataCommands += 1
        switch fault {
        case .tagLeaves: takeAway()
        case .readerStalls, .readerVanishes: readerFault = fault
        default: break
        }
        return fault
    }

    /// One tag acts; its file follows; a tear planned for this page write takes the tag away within it.
    private mutating func deliver(
        to index: Int, _ act: (inout any VirtualTag, TornWrite?) -> RFResponse
    ) -> RFResponse {
        let before = places[index].tag
        var answer = act(&places[index].tag, nil)
        guard answer.pagesWritten > 0 || answer.mustStore else { return answer }
        if answer.pagesWritten > 0, case .tagLeaves(let tear) = faults.faults[.pageWrite(counts.pageWrites)] {
            places[index].tag = before
            answer = act(&places[index].tag, tear)
            answer.frame = nil
            places[index].isPresent = false
        }
        counts.pageWrites += answer.pagesWritten
        do throws(TagError) {
            try places[index].file?.replace(with: places[index].tag.image)
        } catch {
            fileError = fileError ?? error
            answer.frame = nil
        }
        return answer
    }

    /// Brings the tags' answers together as an antenna does, and adds what goes wrong on the way.
    private mutating func merge(
        _ answers: [RFResponse], to frame: RFFrame, sent: Double, fault: FaultPlan.Fault?
    ) -> FieldResponse {
        let frames = answers.compactMap(\.frame)
        guard let first = frames.first else { return hear(.silence, after: sent) }
        var delay = AirTime.answerDelayMicroseconds + Double(answers.map(\.busyMicroseconds).max() ?? 0)
        if case .answerLate(let microseconds) = fault { delay += Double(microseconds) }
        let received = AirTime.microseconds(first, hasCRC: first.isWholeBytes && frame.carriesCRC)
        let time = sent + delay + received + AirTime.requestGuardMicroseconds
        if let bit = Self.collision(in: frames) {
            return hear(.collision(agreed: RFFrame(bits: Array(first.bits.prefix(bit)))), after: time, delay)
        }
        switch fault {
        case .answerLost: return hear(.silence, after: time)
        case .bitError(let bit): return hear(.damaged(first.invertingBit(bit)), after: time, delay)
        default: return hear(.frame(first), after: time, delay)
        }
    }

    private mutating func hear(
        _ outcome: FieldResponse.Outcome, after microseconds: Double, _ delay: Double = 0
    ) -> FieldResponse {
        let whole = Int(microseconds.rounded())
        elapsedMicroseconds += whole
        switch outcome {
        case .frame(let frame), .damaged(let frame): counts.bytesReceived += frame.bytes.count
        case .silence, .collision: break
        }
        return FieldResponse(outcome: outcome, microseconds: whole, delayMicroseconds: Int(delay.rounded()))
    }

    /// The first bit in which two answers differ.
    private static func collision(in frames: [RFFrame]) -> Int? {
        guard let first = frames.first, frames.count > 1 else { return nil }
        let shortest = frames.map(\.bitCount).min() ?? 0
        for bit in 0..<shortest where frames.contains(where: { $0.bit(bit) != first.bit(bit) }) { return bit }
        return frames.contains { $0.bitCount != first.bitCount } ? shortest : nil
    }

    /// Finds one tag and makes it ACTIVE: REQA or WUPA, anticollision, SELECT. RATS is left to the reader.
    ///
    /// Where tags collide, the branch with the 1 is followed. The request is sent twice: a tag that was ACTIVE
    /// meets the first one by dropping to IDLE.
    ///
    /// - Parameters:
    ///   - request: ``RFFrame/reqa`` or ``RFFrame/wupa``.
    ///   - attempts: How often the request is sent at most.
    ///   - uid: The one tag that is wanted (4, 7 or 10 bytes): selected without asking for UIDs.
    /// - Returns: What the tag said, or nil when none answers.
    public mutating func activate(
        _ request: RFFrame = .reqa, attempts: Int = 2, uid: [UInt8]? = nil
    ) -> SelectedTag? {
        let wanted = uid.map(Activation.cascade)
        for _ in 0..<attempts {
            let answer = exchange(request)
            switch answer.outcome {
            case .silence: continue
            case .frame(let frame), .damaged(let frame):
                return resolve(atqa: frame.bytes, wanted: wanted)
            case .collision:
                // Two ATQA over each other: both bits are heard; the UIDs decide.
                return resolve(atqa: [], wanted: wanted)
            }
        }
        return nil
    }

    private mutating func resolve(atqa: [UInt8], wanted: [[UInt8]]?) -> SelectedTag? {
        var uid: [UInt8] = []
        for level in UInt8(0)..<3 {
            let code = 0x93 + level * 2
            let known = wanted.map { level < $0.count ? $0[Int(level)] : [] }
            guard let part = known ?? anticollision(code), part.count == 5 else { return nil }
            guard let sak = exchange(RFFrame([code, 0x70] + part)).frame?.bytes.first else { return nil }
            uid += part[0] == 0x88 && sak & 0x04 != 0 ? part[1..<4] : part[0..<4]
            if sak & 0x04 == 0 {
                let word = atqa.count == 2 ? UInt16(atqa[1]) << 8 | UInt16(atqa[0]) : 0
                return SelectedTag(atqa: word, sak: sak, uid: uid)
            }
        }
        return nil
    }

    /// The five bytes of one cascade level, bit by bit where tags collide.
    private mutating func anticollision(_ code: UInt8) -> [UInt8]? {
        var known: [Bool] = []
        for _ in 0...40 {
            let nvb = UInt8((16 + known.count) / 8) << 4 | UInt8(known.count % 8)
            let frame = RFFrame(bits: RFFrame([code, nvb]).bits + known)
            switch exchange(frame).outcome {
            case .frame(let rest):
                let all = RFFrame(bits: known + rest.bits)
                return all.bitCount == 40 ? all.bytes : nil
            case .collision(let agreed):
                // Tags with a 0 at the next place fall back to IDLE.
                known += agreed.bits + [true]
            case .silence, .damaged: return nil
            }
        }
        return nil
    }
}

extension RFFrame {
    /// All bits in the order of sending.
    var bits: [Bool] { (0..<bitCount).map(bit) }

    /// A frame from its bits.
    init(bits: [Bool]) {
        var packed = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, isSet) in bits.enumerated() where isSet { packed[index / 8] |= 1 << UInt8(index % 8) }
        self.init(packed, bits: bits.count)
    }
}

/// What a reader hears after it sent a frame.
public struct FieldResponse: Hashable, Sendable {
    /// What arrived.
    public enum Outcome: Hashable, Sendable {
        /// Nothing.
        case silence
        /// One frame, whole.
        case frame(RFFrame)
        /// One frame whose CRC or parity does not hold.
        case damaged(RFFrame)
        /// Two tags spoke at once; these bits, in front of the first one that differs, were heard clearly.
        case collision(agreed: RFFrame)
    }

    /// What arrived.
    public var outcome: Outcome
    /// From the frame's first bit to the answer's last one; of a frame that nobody answers, the frame alone.
    public var microseconds: Int
    /// How long the answer kept the reader waiting: from the frame's last bit to the answer's first one.
    public var delayMicroseconds = 0

    /// The frame where one arrived whole.
    public var frame: RFFrame? {
        if case .frame(let frame) = outcome { frame } else { nil }
    }
}

/// What a field has seen; a benchmark reads it.
public struct FieldCounts: Hashable, Sendable {
    /// Frames that a tag acts on: anticollision, selection, halt, RATS, PPS, R- and S-blocks are not counted.
    public var dataCommands = 0
    /// Bytes of all frames from the reader, without CRC.
    public var bytesSent = 0
    /// Bytes of all frames that the reader heard, without CRC.
    public var bytesReceived = 0
    /// EEPROM pages or blocks programmed.
    public var pageWrites = 0
}

/// How long frames take on the air at 106 kbit/s, and how long the parties wait for each other.
///
/// All in microseconds, rounded once at the end. Source: ISO/IEC 14443-2 §8.1, ISO/IEC 14443-3 §6.2.
public enum AirTime {
    /// The carrier, 13.56 MHz, in periods a microsecond.
    static let carrier = 13.56
    /// One bit lasts 128 carrier periods: 9.44 µs. Source: ISO/IEC 14443-2 §8.1.1.
    static let bitMicroseconds = 128 / carrier
    /// A tag answers 1172 carrier periods behind a frame whose last bit is 0, and 1236 behind a 1; real tags need
    /// 1188 to 1268. Source: ISO/IEC 14443-3 §6.2.1.1; `docs/simulator.md`.
    static let answerDelayMicroseconds = 1172 / carrier
    /// A reader waits as long before its next frame. Source: ISO/IEC 14443-3 §6.2.1.2.
    static let requestGuardMicroseconds = 1172 / carrier
    /// After so long a PN532 gives an answer up, as libnfc sets it up. Source: PN532 UM0701-02 §7.3.1.
    static let readerTimeoutMicroseconds = 51_200

    /// The time of one frame: start and end bits, a parity bit for each byte, and the CRC where it has one.
    ///
    /// - Parameter hasCRC: Whether two bytes of CRC follow; anticollision and ATQA have none.
    public static func microseconds(_ frame: RFFrame, hasCRC: Bool) -> Double {
        let wholeBytes = frame.bitCount / 8 + (hasCRC ? 2 : 0)
        // A start bit and an end bit; a short frame, an ACK and a split byte have no parity at their end.
        let bits = 2 + wholeBytes * 9 + frame.bitCount % 8
        return Double(bits) * bitMicroseconds
    }
}
