extension InvocationError {
    /// The whole in one line: what happened and what to do.
    public var message: String {
        let sentence = summary.prefix(1).uppercased() + summary.dropFirst()
        return remedy.isEmpty ? "\(sentence)." : "\(sentence). \(remedy)"
    }
    /// What happened, in half a sentence without a full stop.
    public var summary: String { code.rawValue }
    /// Why.
    public var reason: String { found }
    /// What to do next.
    public var remedy: String { "" }
}
