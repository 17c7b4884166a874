extension TagError {
    /// Returns the error to throw if a plan stops before the step at `index` is complete. The reason of the
    /// returned error also contains the progress and a description of the tag's content. If only the
    /// read-back is missing, `index` is the number of steps.
    func stopping(_ plan: ProgrammingPlan, before index: Int) -> TagError {
        let all = plan.steps.count
        let progress = "stopped after \(index) of \(all) writes"
        let sentence = reason.isEmpty ? progress : "\(reason); \(progress)"
        return TagError(
            code, summary, reason: "\(sentence): \(Self.holding(plan, index))",
            remedy: code == .tagLost ? "hold the tag still, and write it again to repair it" : remedy,
            help: code == .tagLost ? nil : help, underlying: self)
    }

    /// Returns a description of the tag's content that can be derived from the plan's progress, without
    /// reading the tag.
    private static func holding(_ plan: ProgrammingPlan, _ index: Int) -> String {
        guard plan.steps.indices.contains(index) else {
            return "all data was written, but it could not be read back"
        }
        switch plan.steps[index].reason {
        case .emptyFirst: return "the tag still contains its previous message, or an empty one"
        case .repair: return "the tag contains no readable message"
        case .data, .wipe: return "the tag contains an empty message"
        case .length: return "the tag contains an empty message, or the new one"
        case .container: return "the tag is not formatted yet"
        }
    }
}
