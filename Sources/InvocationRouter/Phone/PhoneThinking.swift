/// The steps of a phone's decision, with their sources.
struct PhoneThinking {
    private(set) var steps: [PhoneStep] = []

    mutating func note(_ sentence: String, _ source: PhoneSource) {
        steps.append(PhoneStep(sentence, source))
    }

    /// Adds the last step, which explains the action, and returns the action.
    mutating func end(_ action: PhoneAction, _ sentence: String, _ source: PhoneSource) -> PhoneAction {
        note(sentence, source)
        return action
    }
}
