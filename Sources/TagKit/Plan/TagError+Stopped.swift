extension TagError {
    /// The same error, with what the tag holds when a plan stops in front of or within one of its steps.
    ///
    /// - Parameter index: The step that failed; as many as there are steps when only the read-back is missing.
    func stopping(_ plan: ProgrammingPlan, before index: Int) -> TagError {
        let all = plan.steps.count
        let progress = "\(index) of \(all) writes were done"
        let sentence = reason.isEmpty ? progress : "\(reason); \(progress)"
        return TagError(
            code, summary, reason: "\(sentence): \(Self.holding(plan, index))",
            remedy: code == .tagLost ? "hold the tag still and write again: that repairs it" : remedy,
            help: code == .tagLost ? nil : help, underlying: self)
    }

    /// What the tag holds now, as far as it can be known without asking it.
    private static func holding(_ plan: ProgrammingPlan, _ index: Int) -> String {
        guard plan.steps.indices.contains(index) else {
            return "everything was written, but it could not be read back"
        }
        switch plan.steps[index].reason {
        case .emptyFirst: return "the tag still holds what it held, or an empty message"
        case .repair: return "the tag holds no message that can be read"
        case .data, .wipe: return "the tag holds an empty message"
        case .length: return "the tag holds an empty message, or the new one"
        case .container: return "the tag is not formatted yet"
        }
    }
}
