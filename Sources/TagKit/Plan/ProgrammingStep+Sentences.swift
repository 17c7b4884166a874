extension ProgrammingStep.Reason {
    /// A stable name, for JSON.
    public var code: String {
        switch self {
        case .emptyFirst: "emptyFirst"
        case .repair: "repair"
        case .data: "data"
        case .wipe: "wipe"
        case .length: "length"
        case .container: "container"
        }
    }

    /// Half a sentence for people.
    public var summary: String {
        switch self {
        case .emptyFirst: "length 0: the tag holds an empty message from here on"
        case .repair: "control bytes in front of the message are put right"
        case .data: "message bytes; nobody sees them while the length is 0"
        case .wipe: "older bytes are zeroed"
        case .length: "the length: the tag holds the new message from here on"
        case .container: "the capability container, once and for ever"
        }
    }
}
