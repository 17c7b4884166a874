/// The chip's radio: gives frames to the field and tells working time from waiting in vain.
struct Antenna: Sendable {
    /// The tags in front of it.
    var field: VirtualField
    private var startMicroseconds = 0
    private var silentMicroseconds = 0

    init(field: VirtualField) {
        self.field = field
        self.startMicroseconds = field.elapsedMicroseconds
    }

    /// Sends one frame and listens.
    ///
    /// - Parameter timeout: Microseconds until the tag must have answered; a later answer is not heard.
    mutating func exchange(_ frame: RFFrame, timeout: Int) -> FieldAnswer.Outcome {
        let answer = field.exchange(frame)
        if case .silence = answer.outcome {
            wait(timeout)
            return .silence
        }
        guard answer.delayMicroseconds <= timeout else {
            silentMicroseconds += answer.microseconds
            return .silence
        }
        return answer.outcome
    }

    /// Lets the time pass in which an answer could come.
    mutating func wait(_ microseconds: Int) {
        field.wait(microseconds: microseconds)
        silentMicroseconds += microseconds
    }

    /// The time that went by since the last call: at work on the air and in the tags, and waiting in vain.
    mutating func takeTime() -> (work: Int, silence: Int) {
        let all = field.elapsedMicroseconds - startMicroseconds
        defer { (startMicroseconds, silentMicroseconds) = (field.elapsedMicroseconds, 0) }
        return (max(0, all - silentMicroseconds), silentMicroseconds)
    }
}
