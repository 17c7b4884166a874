public import SimulationKit
import TagDumps
public import TagKit

/// The field of a reader's antenna, with the tags in it, the planned faults and the counters.
///
/// A reader sends frames and receives responses. Time is simulated, without waiting. The field is a value, so
/// tests can copy it. If a tag is stored in a file, the file is updated before the reader receives the
/// response.
public struct VirtualField: Sendable {
    /// All inserted tags in the order of their insertion, including those that have been removed and can be
    /// put back.
    public var tags: [any VirtualTag] { places.map(\.tag) }
    /// The faults to simulate, and the commands or page writes at which they happen.
    public var faults: FaultPlan
    /// The numbers of commands, bytes and writes since the field was created.
    public private(set) var counts = FieldCounts()
    /// The simulated time in microseconds. It consists of the transmission time of the frames, the tags'
    /// processing time, and the time added by ``wait(microseconds:)``.
    public private(set) var elapsedMicroseconds = 0
    /// Whether the carrier is on.
    private(set) var isOn = false
    /// The fault that has made the reader itself fail; nil if the reader has not failed. A reader that uses
    /// this field must simulate the fault.
    private(set) var readerFault: FaultPlan.Fault?
    /// The error for the first tag file that could not be opened or updated; nil if no error occurred. The
    /// reader reports the error and stops.
    private(set) var fileError: TagError?

    var places: [Place] = []
    var script = FieldScript()
    /// The events that have not happened yet, ordered by time.
    var events: [FieldEvent] = []

    /// An inserted tag, its presence in the field, and the file that stores it. A removed tag keeps its
    /// place, so it can be put back.
    struct Place: Sendable {
        var tag: any VirtualTag
        var isPresent: Bool
        var file: TagFile?
    }

    /// Creates a field that contains these tags. The carrier is off.
    public init(_ tags: [any VirtualTag] = [], faults: FaultPlan = FaultPlan()) {
        self.faults = faults
        for tag in tags { insert(tag) }
    }

    // MARK: Tags

    /// The number of tags that are in the field now.
    public var presentCount: Int { places.count(where: \.isPresent) }

    /// Puts a tag into the field. If `file` is given, the tag's changes are stored in it.
    public mutating func insert(_ tag: any VirtualTag, file: TagFile? = nil) {
        var tag = tag
        if isOn { tag.powerUp() }
        places.append(Place(tag: tag, isPresent: true, file: file))
    }

    /// Puts a visitor's tag into the field. If its file cannot be opened, no tag arrives, and ``fileError``
    /// contains the reason.
    mutating func insert(_ visitor: FieldScript.Visitor) {
        do throws(TagError) {
            let (tag, file) = try visitor.arrive()
            insert(tag, file: file)
        } catch {
            fileError = fileError ?? error
        }
    }

    /// Removes all tags from the field. They can be put back.
    public mutating func takeAway() {
        for index in places.indices { places[index].isPresent = false }
    }

    /// Puts the removed tags back into the field. If the carrier is on, they are powered up.
    public mutating func putBack() {
        for index in places.indices where !places[index].isPresent {
            places[index].isPresent = true
            if isOn { places[index].tag.powerUp() }
        }
    }

    /// Deletes all tags, the script's visits and the scheduled events, and releases the tags' files.
    public mutating func clear() {
        places = []
        script.visits = []
        script.folder = nil
        events = []
    }

    // MARK: The carrier

    /// Switches the carrier on, which powers up the tags in the field. Has no effect if the carrier is
    /// already on.
    mutating func switchOn() {
        guard !isOn else { return }
        isOn = true
        for index in places.indices { places[index].tag.powerUp() }
    }

    /// Switches the carrier off. The tags lose their volatile state.
    mutating func switchOff() { isOn = false }

    /// Advances the simulated time by this number of microseconds.
    public mutating func wait(microseconds: Int) { elapsedMicroseconds += microseconds }

    // MARK: Frames

    /// Sends a frame, without its CRC, to the tags in the field and returns the signal that the reader
    /// receives.
    ///
    /// If the carrier is off, the result is silence.
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

    /// Authenticates to a MIFARE Classic sector, as a reader's chip does in hardware.
    ///
    /// - Returns: `true` if a tag accepted the key and no fault is planned for this command. A tag that
    ///   refuses the key does not respond until it is selected again.
    public mutating func authenticate(block: UInt8, key: ClassicKey, uid: [UInt8]) -> Bool {
        let fault = beginCommand()
        // The four frames: command, tag's nonce, reader's two nonces, tag's response. Source: NXP MF1S50yyX data sheet
        // §10.1.
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

    /// Counts a data command and returns the fault that is planned for it, or nil. If the fault removes the
    /// tags or makes the reader fail, it takes effect immediately.
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

    /// Passes a frame to one tag, and updates the tag's file if its persistent state changed. If the frame
    /// writes a page and the fault plan contains a fault for this page write, the tag is removed during the
    /// write. If the file cannot be updated, sets ``fileError`` and drops the response.
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

    /// Combines the responses of all tags into the signal that the reader receives. The fault can delay,
    /// damage or suppress the response.
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

    /// Returns the index of the first bit in which the frames differ; nil if the frames are equal or there is
    /// only one frame.
    private static func collision(in frames: [RFFrame]) -> Int? {
        guard let first = frames.first, frames.count > 1 else { return nil }
        let shortest = frames.map(\.bitCount).min() ?? 0
        for bit in 0..<shortest where frames.contains(where: { $0.bit(bit) != first.bit(bit) }) { return bit }
        return frames.contains { $0.bitCount != first.bitCount } ? shortest : nil
    }

    /// Activates one tag with REQA or WUPA, anticollision and SELECT. The caller must send RATS itself.
    ///
    /// At each collision, the tags with a 1 in the colliding bit are chosen. By default, the request is
    /// repeated once if no tag responds, because a tag in the ACTIVE state returns to IDLE on the first
    /// request.
    ///
    /// - Parameters:
    ///   - request: ``RFFrame/reqa`` or ``RFFrame/wupa``.
    ///   - attempts: The maximum number of requests.
    ///   - uid: The UID of the wanted tag (4, 7 or 10 bytes), which is selected without anticollision; nil to
    ///     select any tag.
    /// - Returns: The tag's selection data; nil if no tag responds.
    mutating func activate(
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
                // Two overlapping ATQAs: the bits of both are received, and the UIDs decide.
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
                let word = atqa.count == 2 ? UInt16(bytes: atqa.reversed()) : 0
                return SelectedTag(atqa: word, sak: sak, uid: uid)
            }
        }
        return nil
    }

    /// Performs the anticollision of one cascade level, bit by bit. Returns the level's four bytes and their
    /// check byte; nil if no tag responds correctly.
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
                // Tags with a 0 in the next bit fall back to IDLE.
                known += agreed.bits + [true]
            case .silence, .damaged: return nil
            }
        }
        return nil
    }
}

extension RFFrame {
    /// The frame's bits in the order of transmission.
    var bits: [Bool] { (0..<bitCount).map(bit) }

    /// Creates a frame from its bits in the order of transmission.
    init(bits: [Bool]) {
        var packed = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, isSet) in bits.enumerated() where isSet { packed[index / 8] |= 1 << UInt8(index % 8) }
        self.init(packed, bits: bits.count)
    }
}

/// The signal that a reader receives after sending a frame.
public struct FieldResponse: Hashable, Sendable {
    /// The kind of signal, with the frame that it contains.
    public enum Outcome: Hashable, Sendable {
        /// No tag responds.
        case silence
        /// An undamaged frame.
        case frame(RFFrame)
        /// A frame with a wrong CRC or parity.
        case damaged(RFFrame)
        /// The simultaneous responses of several tags. `agreed` contains the bits before the first
        /// difference. The reader received these bits correctly.
        case collision(agreed: RFFrame)
    }

    /// The received signal.
    public var outcome: Outcome
    /// The duration of the exchange in microseconds, including the minimum pause after a response. If no tag
    /// responds, the duration of the reader's frame.
    public var microseconds: Int
    /// The time in microseconds from the last bit of the reader's frame to the first bit of the response; 0
    /// if no response was received.
    var delayMicroseconds = 0

    /// The received frame; nil if no frame was received or the frame was damaged.
    public var frame: RFFrame? {
        if case .frame(let frame) = outcome { frame } else { nil }
    }
}

/// Counts of commands, bytes and writes in a field, for benchmarks.
public struct FieldCounts: Hashable, Sendable {
    /// The number of data commands to tags. Anticollision, selection, halt, RATS, PPS, R-blocks and S-blocks
    /// are not counted.
    public var dataCommands = 0
    /// The number of bytes in all frames that the reader sent, without CRC.
    var bytesSent = 0
    /// The number of bytes in all frames that the reader received, without CRC.
    var bytesReceived = 0
    /// The number of EEPROM pages or blocks that the tags programmed.
    public var pageWrites = 0
}

/// The timing of the air interface at 106 kbit/s: the durations of frames and of the pauses between them.
///
/// All durations are in microseconds. Durations are added before they are rounded. Source: ISO/IEC 14443-2
/// §8.1, ISO/IEC 14443-3 §6.2.
public enum AirTime {
    /// The carrier frequency in periods per microsecond (MHz): 13.56.
    static let carrier = 13.56
    /// The duration of one bit: 128 carrier periods, which is 9.44 µs. Source: ISO/IEC 14443-2 §8.1.1.
    static let bitMicroseconds = 128 / carrier
    /// The frame delay time before a response. The standard requires 1172 carrier periods after a last bit of
    /// 0, and 1236 after a last bit of 1; real tags take 1188 to 1268. Source: ISO/IEC 14443-3 §6.2.1.1;
    /// `docs/simulator.md`.
    static let answerDelayMicroseconds = 1172 / carrier
    /// The minimum pause between a response and the reader's next frame. Source: ISO/IEC 14443-3 §6.2.1.2.
    static let requestGuardMicroseconds = 1172 / carrier
    /// The time for which a PN532 waits for a response, as libnfc configures it. Source: PN532 UM0701-02
    /// §7.3.1.
    static let readerTimeoutMicroseconds = 51_200

    /// Returns the duration of one frame, including its start and end bits, the parity bit of each byte, and
    /// the CRC if there is one.
    ///
    /// - Parameters:
    ///   - frame: The frame, without its CRC.
    ///   - hasCRC: Whether a CRC of two bytes follows. Anticollision frames and the ATQA have no CRC.
    public static func microseconds(_ frame: RFFrame, hasCRC: Bool) -> Double {
        let wholeBytes = frame.bitCount / 8 + (hasCRC ? 2 : 0)
        // A start bit and an end bit. A short frame, an ACK and a split byte have no final parity bit.
        let bits = 2 + wholeBytes * 9 + frame.bitCount % 8
        return Double(bits) * bitMicroseconds
    }
}
