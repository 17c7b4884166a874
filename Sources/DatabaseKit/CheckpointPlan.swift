/// The rules for checkpointing the write-ahead log: when the log's pages are copied into the database file,
/// and on which connection.
///
/// All lengths are in pages of the log.
struct CheckpointPlan {
    /// The action to take after a commit.
    enum Step {
        case nothing
        /// The checkpointer's connection copies the pages that are in the log so far.
        case beside
        /// The connection that made the commit copies the remaining pages, so that the next commit restarts
        /// the log.
        case here
    }

    /// The number of pages by which the log grows before the next checkpoint (4 MiB). With smaller
    /// checkpoints, a page that changes in every transaction would be copied more often. With larger
    /// checkpoints, the disk would be busy long enough to delay writers.
    static let step = 1024
    /// The number of copied pages after which the log restarts (16 MiB). Overwriting the log is faster to
    /// sync than extending it, because the file system does not have to write metadata.
    static let length = 4096
    /// The length of the log, in pages (128 MiB), at which the writing connection starts to run the
    /// checkpoints.
    static let limit = 32768

    /// The number of pages that have been copied since the last restart of the log.
    var moved = 0
    /// The length of the log when the last checkpoint was requested.
    private var asked = 0

    /// Returns the action to take after a commit.
    ///
    /// - Parameter length: The length of the log after the commit, in pages.
    mutating func step(at length: Int) -> Step {
        if length < asked {
            // The log has restarted.
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
