/// Everything that will be written to a tag, in order, known before the first write.
///
/// A pure function of what a look showed, what the tag shall hold and what is allowed.
public struct ProgrammingPlan: Hashable, Sendable {
    /// What the tag shall hold.
    public let goal: ProgrammingGoal
    /// The writes in order; none when the tag holds it already.
    public let steps: [ProgrammingStep]
    /// What the owner wants to know before the first write.
    public let warnings: [TagFinding]

    /// Plans how to bring `look`'s tag to `goal`.
    ///
    /// - Throws: `unsupportedTag`, `readOnly`, `passwordProtected`, `mirrorOn`, `wrongContainer`, `tooSmall`,
    ///   `holdsAnotherMessage`, `notAllowedHere`: the gravest as the code, and all that was found in `reason`.
    public init(_ look: TagLook, _ goal: ProgrammingGoal, options: ProgrammingOptions = []) throws(TagError) {
        throw TagError(.unsupportedTag, "this tag is not supported")
    }
}
