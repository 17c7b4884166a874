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
    public mutating func exchange(_ frame: RFFrame) -> FieldAnswer {
        let isCommand = frame.isDataCommand
        script.hear(frame)
        advanceScript()
        advanceEvents()
        counts.bytesSent += frame.bytes.count
        var fault: FaultPlan.Fault?
        if isCommand { fault = beginCommand() }
        let sent = AirTime.microseconds(frame, hasCRC: frame.carriesCRC)
        guard isOn, readerFault == nil else { return hear(.silence, after: sent) }

        var answers: [RFAnswer] = []
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
        to index: Int, _ act: (inout any VirtualTag, Tear?) -> RFAnswer
    ) -> RFAnswer {
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
        _ answers: [RFAnswer], to frame: RFFrame, sent: Double, fault: FaultPlan.Fault?
    ) -> FieldAnswer {
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
        _ outcome: FieldAnswer.Outcome, after microseconds: Double, _ delay: Double = 0
    ) -> FieldAnswer {
        let whole = Int(microseconds.rounded())
        elapsedMicroseconds += whole
        switch outcome {
        case .frame(let frame), .damaged(let frame): counts.bytesReceived += frame.bytes.count
        case .silence, .collision: break
        }
        return FieldAnswer(outcome: outcome, microseconds: whole, delayMicroseconds: Int(delay.rounded()))
    }

    /// The first bit in which two answers differ.
    private static func collision(in frames: [RFFrame]) -> Int? {
        guard let first = frames.first, frames.count > 1 else { return nil }
        let shortest = frames.map(\.bitCount).min() ?? 0
        for bit in 0..<shortest where frames.contains(where: { $0.bit(bit) != first.bit(bit) }) { return bit }
        return frames.contains { $0.bitCount != first.bitCount } ? shortest : nil
    }
}
