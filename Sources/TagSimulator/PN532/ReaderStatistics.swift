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

extension SerialPN532 {
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
