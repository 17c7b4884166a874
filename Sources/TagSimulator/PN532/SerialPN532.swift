/// A PN532 behind its serial line (HSU): bytes in, actions out, and the time that the line takes.
///
/// Source: NXP UM0701-02 §6.2 (frames) and §6.3.2.3 (wake-up); a byte on the line is 10 bits.
public struct SerialPN532: Sendable {
    /// The chip.
    public var chip: VirtualPN532
    /// Bytes from the host, wake-up bytes and noise included.
    public private(set) var bytesReceived = 0
    /// Bytes to the host.
    public private(set) var bytesSent = 0
    /// Whole frames from the host, ACKs included.
    public private(set) var framesReceived = 0
    /// Time that the line was busy, in nanoseconds, at the rate that held for each byte.
    public private(set) var lineNanoseconds = 0

    private var decoder = FrameDecoder()
    private var isAsleep = true
    private var risingEdges = 0

    /// A chip fresh from power-up, asleep until its line wakes it.
    public init(field: VirtualField) { chip = VirtualPN532(field: field) }

    /// Bytes arrive from the host.
    ///
    /// - Returns: What the chip does, in order; nil when no frame is complete, so that what it does goes on.
    public mutating func receive(_ bytes: [UInt8]) -> [VirtualPN532.Action]? {
        bytesReceived += bytes.count
        countLine(bytes.count)
        var actions: [VirtualPN532.Action]?
        for byte in bytes {
            guard !wakes(on: byte) else { continue }
            for frame in decoder.receive(CollectionOfOne(byte)) {
                framesReceived += 1
                // A frame aborts what the one before it has begun, but not what is on the line already.
                let begun = (actions ?? []).prefix { if case .send = $0 { true } else { false } }
                actions = begun + count(chip.receive(frame))
            }
            if chip.isAsleep { (isAsleep, risingEdges) = (true, 0) }
        }
        return actions
    }

    /// Lets the chip look into its field again (``VirtualPN532/Action/pollAgain(afterMicroseconds:)``).
    public mutating func poll() -> [VirtualPN532.Action] { count(chip.poll()) }

    /// True while the chip sleeps through `byte`: it wakes with five rising edges, and hears what follows.
    ///
    /// A byte of zeros has one edge (its stop bit), `0x55` has five. Source: UM0701-02 §6.3.2.3, §7.2.11.
    private mutating func wakes(on byte: UInt8) -> Bool {
        guard isAsleep else { return false }
        let line = UInt16(byte) << 1 | 0x200
        risingEdges += (line & ~(line << 1)).nonzeroBitCount
        guard risingEdges >= 5 else { return true }
        isAsleep = false
        chip.isAsleep = false
        decoder.reset()
        return true
    }

    private mutating func count(_ actions: [VirtualPN532.Action]) -> [VirtualPN532.Action] {
        for case .send(let frame) in actions {
            bytesSent += frame.bytes.count
            countLine(frame.bytes.count)
        }
        return actions
    }

    private mutating func countLine(_ bytes: Int) {
        lineNanoseconds += bytes * 10 * 1_000_000_000 / chip.baudRate
    }

    /// What happened since power-up.
    public var statistics: ReaderStatistics {
        var statistics = ReaderStatistics()
        statistics.dataCommands = chip.field.counts.dataCommands
        statistics.pageWrites = chip.field.counts.pageWrites
        statistics.fieldBytes = chip.field.counts.bytesSent + chip.field.counts.bytesReceived
        statistics.lineBytes = bytesReceived + bytesSent
        statistics.lineMicroseconds = lineNanoseconds / 1_000
        statistics.fieldMicroseconds = chip.field.elapsedMicroseconds
        return statistics
    }
}

/// What a virtual reader has done so far, or between two moments.
public struct ReaderStatistics: Hashable, Sendable {
    /// Frames that a tag acts on; anticollision, selection, halt and RATS are not counted.
    public var dataCommands = 0
    /// EEPROM pages or blocks programmed.
    public var pageWrites = 0
    /// Bytes of all frames on the air, both ways, without CRC.
    public var fieldBytes = 0
    /// Bytes on the serial line, both ways.
    public var lineBytes = 0
    /// Modelled time of the serial line.
    public var lineMicroseconds = 0
    /// Modelled time of air, tags and timeouts.
    public var fieldMicroseconds = 0

    /// Nothing done.
    public init() {}

    /// All modelled time: host, chip and tag wait for each other.
    public var modelledMicroseconds: Int { lineMicroseconds + fieldMicroseconds }

    /// What happened from `earlier` to this moment.
    public func since(_ earlier: ReaderStatistics) -> ReaderStatistics {
        var difference = self
        difference.dataCommands -= earlier.dataCommands
        difference.pageWrites -= earlier.pageWrites
        difference.fieldBytes -= earlier.fieldBytes
        difference.lineBytes -= earlier.lineBytes
        difference.lineMicroseconds -= earlier.lineMicroseconds
        difference.fieldMicroseconds -= earlier.fieldMicroseconds
        return difference
    }
}
