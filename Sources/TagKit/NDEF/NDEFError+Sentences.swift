extension NDEFError {
    /// What happened, in half a sentence without a full stop.
    public var summary: String { code.rawValue }
    /// Why, with the place and the values that prove it.
    public var reason: String { detail }
    /// What to do next; may be empty.
    public var remedy: String { "" }
}
