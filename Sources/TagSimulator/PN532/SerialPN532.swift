/// A PN532 connected to a serial line (HSU). It decodes the host's bytes into frames, and simulates the
/// timing of the line.
///
/// Source: NXP UM0701-02 §6.2 (frames) and §6.3.2.3 (wake-up); a byte on the line has 10 bits.
public struct SerialPN532: Sendable {
    /// The simulated chip, which processes the frames.
    public var chip: VirtualPN532
    /// The number of bytes received from the host, including wake-up bytes and noise.
    private(set) var bytesReceived = 0
    /// The number of bytes sent to the host.
    private(set) var bytesSent = 0
    /// The number of complete frames received from the host, including ACKs.
    private(set) var framesReceived = 0
    /// The simulated transmission time of all bytes on the line, in nanoseconds. It depends on the baud rate
    /// at the time of each byte.
    private(set) var lineNanoseconds = 0

    private var decoder = FrameDecoder()
    private var isAsleep = true
    private var risingEdges = 0

    /// Creates a chip in its state after power-up: it sleeps until bytes on the line wake it.
    public init(field: VirtualField) { chip = VirtualPN532(field: field) }

    /// Processes bytes from the host.
    ///
    /// - Returns: The chip's actions in order. They replace all pending actions. Nil if no frame is complete;
    ///   in that case, the pending actions remain.
    public mutating func receive(_ bytes: [UInt8]) -> [VirtualPN532.Action]? {
        bytesReceived += bytes.count
        countLine(bytes.count)
        var actions: [VirtualPN532.Action]?
        for byte in bytes {
            guard !wakes(on: byte) else { continue }
            for frame in decoder.receive(CollectionOfOne(byte)) {
                framesReceived += 1
                // A frame aborts the previous command, but not bytes that are already on the line.
                let begun = (actions ?? []).prefix { if case .send = $0 { true } else { false } }
                actions = begun + count(chip.receive(frame))
            }
            if chip.isAsleep { (isAsleep, risingEdges) = (true, 0) }
        }
        return actions
    }

    /// Makes the chip poll its field again, as ``VirtualPN532/Action/pollAgain(afterMicroseconds:)``
    /// requires. Returns the chip's actions.
    public mutating func poll() -> [VirtualPN532.Action] { count(chip.poll()) }

    /// If the chip is asleep, counts the rising edges of `byte`, and wakes the chip at the fifth rising edge
    /// on the line. Returns whether the chip was asleep when the byte arrived. If so, the chip loses the
    /// byte.
    ///
    /// A zero byte has one rising edge (its stop bit), and `0x55` has five. Source: UM0701-02 §6.3.2.3,
    /// §7.2.11.
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

    /// The counters and simulated times since power-up.
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

/// The counters and simulated times of a virtual reader, since its creation or for an interval.
public struct ReaderStatistics: Hashable, Sendable {
    /// The number of data commands to tags. Anticollision, selection, halt and RATS are not counted.
    public var dataCommands = 0
    /// The number of EEPROM pages or blocks that the tags programmed.
    public var pageWrites = 0
    /// The number of bytes in all frames between the antenna and the tags, in both directions, without CRC.
    public var fieldBytes = 0
    /// The number of bytes on the serial line, in both directions.
    public var lineBytes = 0
    /// The simulated transmission time on the serial line, in microseconds.
    public var lineMicroseconds = 0
    /// The simulated time in microseconds for transmission between the antenna and the tags, for processing
    /// in the tags, and for timeouts.
    public var fieldMicroseconds = 0

    /// Creates statistics in which all values are 0.
    public init() {}

    /// The total simulated time in microseconds: the sum of ``lineMicroseconds`` and ``fieldMicroseconds``.
    /// The times do not overlap, because the host, the chip and the tag wait for each other.
    public var modelledMicroseconds: Int { lineMicroseconds + fieldMicroseconds }

    /// Returns statistics for the time since `earlier`: the differences between the values.
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
