/// What a reader hears after it sent a frame.
public struct FieldAnswer: Hashable, Sendable {
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
