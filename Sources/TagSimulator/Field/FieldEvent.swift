/// Something that a hand does with tags at a moment of modelled time.
public struct FieldEvent: Sendable {
    /// What is done.
    public enum Action: Sendable {
        /// Another tag joins those in the field.
        case put(FieldScript.Visitor)
        /// All tags are taken away.
        case takeAway
        /// The tags that were taken away are put back.
        case putBack
    }

    /// When: microseconds of the field's modelled time, which begins at 0.
    public var atMicroseconds: Int
    /// What is done.
    public var action: Action

    /// An event.
    public init(atMicroseconds: Int, _ action: Action) {
        self.atMicroseconds = atMicroseconds
        self.action = action
    }
}

extension VirtualField {
    /// Plans events; those of one moment happen in the order given.
    ///
    /// A moment is noticed with the first frame behind it: without a reader that looks, time stands still.
    public mutating func schedule(_ new: [FieldEvent]) {
        let all = (events + new).enumerated()
        events = all.sorted {
            ($0.element.atMicroseconds, $0.offset) < ($1.element.atMicroseconds, $1.offset)
        }
        .map(\.element)
    }

    /// Lets all happen whose time has come, before a frame is heard.
    mutating func advanceEvents() {
        while let event = events.first, event.atMicroseconds <= elapsedMicroseconds {
            events.removeFirst()
            switch event.action {
            case .put(let visitor): insert(visitor)
            case .takeAway: takeAway()
            case .putBack: putBack()
            }
        }
    }
}
