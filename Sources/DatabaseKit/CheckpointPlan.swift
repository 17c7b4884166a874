/// When the log is moved into the file, and by whom.
///
/// Lengths are in pages of the log.
struct CheckpointPlan {
    /// What is to be done after a commit.
    enum Step {
        case nothing
        /// Another connection moves what the log has.
        case beside
        /// The connection that has committed moves the rest, so that the log begins anew with its next commit.
        case here
    }

    /// What the log grows by until it is moved: 4 MiB. A page that changes with each unit is then moved once for many; of more
    /// pages at once the disk is busy for so long that those who write feel it.
    static let step = 1024
    /// What has been moved once the log is to begin anew: 16 MiB. A log that is written over is synced sooner than one
    /// that grows, since its file system has nothing to note.
    static let length = 4096
    /// The length with which the connection that writes moves it, whatever the others do: 128 MiB.
    static let limit = 32768

    /// How much of the log has been moved.
    var moved = 0
    /// How long the log was when it was last to be moved.
    private var asked = 0

    /// The step after a commit with which the log has this length.
    mutating func step(at length: Int) -> Step {
        if length < asked {
            // It has begun anew.
            moved = 0
            asked = 0
        }
        let isMoved = moved >= Self.length
        guard isMoved || length - asked >= Self.step else { return .nothing }
        asked = length
        guard isMoved || length >= Self.limit else { return .beside }
        moved = 0
        return .here
    }
}
