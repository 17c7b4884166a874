import DatabaseKit
import TagKit
import TagRegistry
import TagSimulator

/// One reader's part of a batch: "hold the next tag to the reader", and what came of it, again and again.
struct BatchLoop: Sendable {
    let station: TagStation<DatabaseFile>
    let file: DatabaseFile
    let board: RunBoard
    /// How long to wait for a tag; nil for ever.
    let limit: Duration?
    /// Whether a person can be asked at this reader.
    let mayAsk: Bool
    /// The virtual reader, whose tags come to an end.
    let virtual: VirtualReader?

    /// How a loop ended.
    enum End: Sendable {
        /// No row waits for a tag at this reader.
        case complete
        /// No other tag came in time.
        case noTag
    }

    /// Runs several at once, tells the end, and ends the command accordingly.
    static func run(_ loops: [BatchLoop], board: RunBoard) async throws {
        guard let file = loops.first?.file else { return }
        var ends: [End] = []
        do {
            ends = try await withThrowingTaskGroup(of: End.self) { group in
                for loop in loops { group.addTask { try await loop.run() } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        } catch {
            try await board.tellEnd(CommandError(error).exit == .interrupted ? .interrupted : .failed, file)
            if CommandError(error).exit == .interrupted { throw ExitCode.interrupted }
            throw error
        }
        let isWaiting = try await board.tellEnd(ends.contains(.noTag) ? .noTag : .complete, file)
        if isWaiting { throw ExitCode.tryAgain }
    }

    /// Takes tags until no row waits, or no tag comes.
    private func run() async throws -> End {
        while let next = try await station.nextRow() {
            board.announce(next, at: station.reader.name)
            guard let result = try await takeNext() else { return .noTag }
            try await tell(result)
            guard try await station.nextRow() != nil else { break }
            guard !isLastOne, try await isRemoved() else { return .noTag }
        }
        return .complete
    }

    /// Whether no other tag can come: the last one of a virtual folder stays on the reader.
    private var isLastOne: Bool { virtual.map { !$0.field.awaitsVisit } ?? false }

    private func tell(_ result: TagResult) async throws {
        let batch = station.rules.batch.name
        let counts = try await file.read { try $0.counts(of: batch) }
        try board.tell(result, counts, at: station.reader.name)
    }

    /// What came of the next tag; nil when none came in time.
    private func takeNext() async throws -> TagResult? {
        while true {
            do {
                let asks = mayAsk && Question.canBeAsked
                let wait = limit ?? (virtual == nil ? .seconds(3_600) : .seconds(1))
                return try await station.take(within: wait) { row, failure in
                    guard asks else { return false }
                    return try await Question.yes(
                        "\(failure.words).", "Write it for \(printable(row.seat))?")
                }
            } catch let error as TagError where error.code == .noTag {
                if limit != nil || isLastOne { return nil }
            }
        }
    }

    /// Waits until the tag is taken away; false when it was not in time.
    private func isRemoved() async throws -> Bool {
        while true {
            do throws(TagError) {
                try await station.reader.waitForRemoval(within: limit ?? .seconds(3_600))
                return true
            } catch {
                if error.code == .tagLost { return true }
                guard error.code == .stillPresent else { throw error }
                if limit != nil { return false }
            }
        }
    }
}
