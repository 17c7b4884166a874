/// What goes wrong between host and chip, at a frame of the host counted from 0.
public enum LineFault: Hashable, Sendable {
    /// The chip neither acknowledges this frame nor any later one.
    case stalls
    /// The port is gone before the frame is acknowledged, as when the reader is pulled out.
    case vanishes
    /// The chip asks for this frame and every later one again, and never has enough (NACK, UM0701-02 §6.2.1.4).
    case refuses
    /// From this frame on the line carries noise without an end, and nothing else.
    case floods
    /// From this frame on each byte comes so many microseconds behind the one before it.
    case drips(microseconds: Int)
    /// Only so many bytes of the answer come; the ACK is whole.
    case cutsAnswer(bytes: Int)
    /// The answer comes so many microseconds late; the ACK comes in time.
    case answersLate(microseconds: Int)
    /// One bit of the answer frame is turned over, counted from the first bit, over and over.
    case flipsAnswerBit(Int)
    /// One bit of the ACK frame is turned over.
    case flipsAcknowledgementBit(Int)

    /// Whether it holds for all that the chip says from its frame on.
    var lasts: Bool {
        switch self {
        case .stalls, .vanishes, .refuses, .floods, .drips: true
        case .cutsAnswer, .answersLate, .flipsAnswerBit, .flipsAcknowledgementBit: false
        }
    }
}
