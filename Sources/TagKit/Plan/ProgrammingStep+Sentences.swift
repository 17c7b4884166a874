extension ProgrammingStep.Reason {
    /// Half a sentence for people.
    public var summary: String {
        switch self {
        case .emptyFirst: "length 0: the tag is empty from here on"
        case .repair: "control bytes are put right"
        case .data: "data, unseen while the length is 0"
        case .wipe: "what is older is zeroed"
        case .length: "the length: the tag holds the new message from here on"
        case .container: "capability container, permanently"
        }
    }
}
