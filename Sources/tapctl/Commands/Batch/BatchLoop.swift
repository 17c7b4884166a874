import DatabaseKit
import Documents
import FailureKit
import TagKit
import TagRegistry

/// The loop of one reader in a batch run. It prompts for a tag, programs it and reports the result, until
/// every row has a tag or no more tags appear.
struct BatchLoop: Sendable {
    let programmer: BatchProgrammer
    let database: any TransactionRunner
    let view: BatchProgressView
    let wait: TagWait
    /// Whether this loop may ask the user questions.
    let mayAsk: Bool

    /// The reason that a reader's loop ended.
    enum End: Sendable {
        /// No row is left to program.
        case complete
        /// No more tags appeared within the time limit.
        case noTag
    }

    /// Runs the loops of several readers concurrently, and then prints the final counts.
    ///
    /// - Throws: An exit code if the run was interrupted or a row still needs a tag, or any other error that
    ///   a loop throws.
    static func run(_ loops: [BatchLoop], view: BatchProgressView) async throws {
        guard let first = loops.first else { return }
        let database = first.database
        var ends: [End] = []
        do {
            ends = try await withThrowingTaskGroup(of: End.self) { group in
                for loop in loops { group.addTask { try await loop.run() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        } catch {
            let isInterrupted = CommandError(error).category == .interrupted
            try await view.reportEnd(isInterrupted ? .interrupted : .failed, database)
            if isInterrupted { throw ExitCode.interrupted }
            throw error
        }
        let isWaiting = try await view.reportEnd(
            ends.contains(.noTag) ? .noTag : .complete, database, elsewhere: first.programmer.rowsElsewhere)
        if isWaiting { throw ExitCode.tryAgain }
    }

    /// Programs tags until every row has one, or until no more tags appear.
    private func run() async throws -> End {
        while let next = try await programmer.nextRow() {
            view.announce(next, at: programmer.reader.name)
            guard let result = try await takeNext() else { return .noTag }
            try await report(result)
            guard try await programmer.nextRow() != nil else { break }
            guard try await wait.isRemoved() else { return .noTag }
        }
        return .complete
    }

    private func report(_ result: TagResult) async throws {
        let batch = programmer.rules.batch.name
        let counts = try await database.read { try $0.counts(of: batch) }
        try view.report(result, counts, at: programmer.reader.name)
    }

    /// Returns the result of programming the next tag; nil if no tag appeared in time.
    private func takeNext() async throws -> TagResult? {
        let asks = mayAsk && Question.canBeAsked
        return try await wait.next { limit in
            try await programmer.take(within: limit) { row, failure in
                asks ? try await row.mayReplaceMessage(because: failure) : false
            }
        }
    }
}
