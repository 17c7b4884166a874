import SimulationKit

/// One line of a script: a time, a colon, and the event at that time.
///
/// ```
/// command 5: tag leaves              before data command 5, counted from 0
/// command 5: answer lost             the tag executes the command, but its response is lost
/// command 5: answer late 70 ms       the response is delayed
/// command 5: answer bit 13           one bit of the response is inverted
/// command 5: reader stalls           the reader sends no more responses
/// command 5: reader vanishes         the reader's port disappears
/// write 3: tag leaves old            during page write 3; the page has its old bytes
/// write 3: tag leaves new            the page has its new bytes
/// write 3: tag leaves garbage 17     the page has random bytes, generated with seed 17
/// frame 4: answer late 70 ms         on the serial line, at frame 4 from the host, counted from 0
/// frame 4: answer bit 3
/// frame 4: ack bit 3
/// frame 4: reader stalls
/// frame 4: reader vanishes
/// 0 ms: put other.nfc                a tag is added to the field at simulated time 0
/// 800 ms: take away
/// 1500 ms: put back
/// seed 17: 20 commands 13 writes     one random fault within these numbers of commands and writes
/// ```
enum ScenarioLine: Hashable {
    case fault(FaultPlan.Moment, FaultPlan.Fault)
    case lineFault(frame: Int, LineFault)
    case event(atMicroseconds: Int, Hand)

    /// An action of a simulated person who puts tags on the reader or takes them away.
    enum Hand: Hashable { case put(String), takeAway, putBack }

    /// A sentence for error messages that describes the format of a line, with examples.
    static let help =
        "write a time, a colon and an event, such as `command 5: tag leaves`, `write 3: tag leaves garbage 17`, "
        + "`frame 4: answer late 70 ms`, `800 ms: take away`; docs/simulator.md lists all events"

    /// Parses a line of a script. Returns nil if the line is invalid.
    init?(_ line: String) {
        let halves = line.split(separator: ":", maxSplits: 1)
        guard halves.count == 2 else { return nil }
        let moment = halves[0].split(whereSeparator: \.isWhitespace).map(String.init)
        let words = halves[1].split(whereSeparator: \.isWhitespace).map(String.init)
        guard moment.count == 2 else { return nil }
        if moment[1] == "ms", let time = Self.microseconds(moment[0]) {
            // Spaces within the path are kept.
            let path = String(halves[1].drop(while: \.isWhitespace).dropFirst(4))
            guard let hand = Hand(words, path: path) else { return nil }
            self = .event(atMicroseconds: time, hand)
            return
        }
        guard let number = Self.count(moment[1]) else { return nil }
        switch moment[0] {
        case "command":
            guard let fault = FaultPlan.Fault(words) else { return nil }
            self = .fault(.command(number), fault)
        case "write":
            guard let tear = TornWrite(words) else { return nil }
            self = .fault(.pageWrite(number), .tagLeaves(tear))
        case "frame":
            guard let fault = LineFault(words) else { return nil }
            self = .lineFault(frame: number, fault)
        case "seed":
            guard let (moment, fault) = Self.drawn(seed: number, words) else { return nil }
            self = .fault(moment, fault)
        default: return nil
        }
    }

    private static func drawn(seed: Int, _ words: [String]) -> (FaultPlan.Moment, FaultPlan.Fault)? {
        guard words.count == 4, let commands = count(words[0]), let writes = count(words[2]),
            words[1] == "commands", words[3] == "writes"
        else { return nil }
        var generator = SeededGenerator(seed: UInt64(seed))
        let plan = FaultPlan.drawn(from: &generator, commands: commands, pageWrites: writes)
        return plan.faults.first.map { ($0.key, $0.value) }
    }

    /// Parses a whole number. Returns nil for any other text, and for numbers outside 0...1,000,000.
    static func count(_ word: String) -> Int? {
        guard let number = Int(word), (0...1_000_000).contains(number) else { return nil }
        return number
    }

    /// Parses a number of milliseconds, and returns it in microseconds. Returns nil if ``count(_:)`` returns
    /// nil for the text.
    static func microseconds(_ word: String) -> Int? { count(word).map { $0 * 1_000 } }
}

extension ScenarioLine.Hand {
    fileprivate init?(_ words: [String], path: String) {
        switch words {
        case ["take", "away"]: self = .takeAway
        case ["put", "back"]: self = .putBack
        case _ where words.count > 1 && words[0] == "put": self = .put(path)
        default: return nil
        }
    }
}

extension FaultPlan.Fault {
    fileprivate init?(_ words: [String]) {
        switch (words.first, words.dropFirst().first, words.count) {
        case ("tag", "leaves", 2): self = .tagLeaves(.old)
        case ("answer", "lost", 2): self = .answerLost
        case ("reader", "stalls", 2): self = .readerStalls
        case ("reader", "vanishes", 2): self = .readerVanishes
        case ("answer", "late", 4) where words[3] == "ms":
            guard let time = ScenarioLine.microseconds(words[2]) else { return nil }
            self = .answerLate(microseconds: time)
        case ("answer", "bit", 3):
            guard let bit = ScenarioLine.count(words[2]) else { return nil }
            self = .bitError(bit: bit)
        default: return nil
        }
    }
}

extension TornWrite {
    fileprivate init?(_ words: [String]) {
        switch words {
        case ["tag", "leaves", "old"]: self = .old
        case ["tag", "leaves", "new"]: self = .new
        case _ where words.count == 4 && words.prefix(3) == ["tag", "leaves", "garbage"]:
            guard let seed = UInt64(words[3]) else { return nil }
            self = .garbage(seed: seed)
        default: return nil
        }
    }
}

extension LineFault {
    fileprivate init?(_ words: [String]) {
        switch (words.first, words.dropFirst().first, words.count) {
        case ("reader", "stalls", 2): self = .stalls
        case ("reader", "vanishes", 2): self = .vanishes
        case ("answer", "late", 4) where words[3] == "ms":
            guard let time = ScenarioLine.microseconds(words[2]) else { return nil }
            self = .answersLate(microseconds: time)
        case ("answer", "bit", 3):
            guard let bit = ScenarioLine.count(words[2]) else { return nil }
            self = .flipsAnswerBit(bit)
        case ("ack", "bit", 3):
            guard let bit = ScenarioLine.count(words[2]) else { return nil }
            self = .flipsAcknowledgementBit(bit)
        default: return nil
        }
    }
}
