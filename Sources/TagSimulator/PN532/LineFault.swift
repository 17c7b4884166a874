/// What goes wrong between host and chip, at a frame of the host counted from 0.
public enum LineFault: Hashable, Sendable {
    /// The chip neither acknowledges this frame nor any later one.
    case stalls
    /// The port is gone before the frame is acknowledged, as when the reader is pulled out.
    case vanishes
    /// The answer comes so many microseconds late; the ACK comes in time.
    case answersLate(microseconds: Int)
    /// One bit of the answer frame is turned over, counted from the first bit, over and over.
    case flipsAnswerBit(Int)
    /// One bit of the ACK frame is turned over.
    case flipsAcknowledgementBit(Int)
}
