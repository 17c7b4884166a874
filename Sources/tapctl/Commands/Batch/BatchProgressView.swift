import DatabaseKit
import Documents
import Synchronization
import TagRegistry
import TagSecurity
import TextKit

/// The output of a batch run: a line for each tag on stdout and, on a terminal, a prompt for the next step.
final class BatchProgressView: Sendable {
    private let batch: Batch
    private let output: OutputOptions
    /// The readers that the command names; empty for the default reader.
    private let readers: [String]
    /// Whether each line contains the reader's name; true if there are several readers.
    private var namesReaders: Bool { readers.count > 1 }
    /// The content of the web page that shows the prompts in large letters; nil if there is no such page.
    private let screen: RunScreen?
    private let state: Mutex<State>
    private let start = ContinuousClock.now

    private struct State {
        var pace = RunPace()
        var counts = BatchCounts()
        var written = 0
        var setAside = 0
        var notGenuine = 0
    }

    init(_ batch: Batch, output: OutputOptions, readers: [String], screen: RunScreen? = nil) {
        self.batch = batch
        self.screen = screen
        self.output = output
        self.readers = readers
        state = Mutex(State())
    }

    /// The reason that a batch run ended.
    enum End: String {
        case complete, interrupted, failed
        case noTag = "no_tag"
    }

    /// Prompts the user to hold the next seat's tag to a reader.
    func announce(_ row: BatchRow, at reader: String) {
        screen?.hold(row, at: reader)
        let state = state.withLock { $0 }
        let seat = printable(row.seat)
        let place = namesReaders ? " to \(reader)" : " to the reader"
        let waits = row.state == .writing ? row.uid.map { "the tag \($0) again" } ?? "a tag" : "the next tag"
        var parts = ["\(seat): hold \(waits)\(place)"]
        if state.counts.rows > 0 { parts.append("\(state.counts.verified) of \(state.counts.rows)") }
        if let rate = state.pace.perMinute, let left = state.pace.timeLeft(rows: state.counts.open) {
            parts.append("\(rate) a minute, \(Self.words(left)) left")
        }
        Terminal.progress(parts.joined(separator: " · "))
    }

    /// Prints the result of programming a tag. On a terminal, also plays a sound, and prompts the user to
    /// remove the tag.
    func report(_ result: TagResult, _ counts: BatchCounts, at reader: String) throws {
        state.withLock { state in
            state.counts = counts
            switch result.outcome {
            case .verified:
                state.pace.finish(at: ContinuousClock.now - start)
                state.written += 1
                if case .notGenuine = result.originality { state.notGenuine += 1 }
            case .setAside: state.setAside += 1
            default: break
            }
        }
        screen?.report(result.step, counts, at: reader)
        Terminal.endProgress()
        let place = namesReaders ? "  \(reader)" : ""
        try output.print(result.document(batch, reader: reader)) { result.line(counts, style: $0) + place }
        Terminal.ring(result.isGood ? 1 : 2)
        Terminal.progress(result.isGood ? "remove the tag" : "remove the tag and put it aside")
    }

    /// Prints the progress of the batch at the end of a run. `elsewhere` is the number of rows that other
    /// processes are programming.
    ///
    /// - Returns: Whether any row still needs a tag.
    @discardableResult
    func reportEnd(_ end: End, _ database: any TransactionRunner, elsewhere: Int = 0) async throws -> Bool {
        Terminal.endProgress()
        let name = batch.name
        // The counts are read by a separate task, because the task of an interrupted run is already canceled.
        let counts = try await Task { try await database.read { try $0.counts(of: name) } }.value
        screen?.end(counts)
        let state = state.withLock { $0 }
        let isWaiting = counts.verified < counts.rows
        if output.json {
            let document: JSONValue = [
                "object": "batch_run", "batch": name.json, "ended_by": end.rawValue.json,
                "rows": counts.rows.json, "verified": counts.verified.json,
                "writing": counts.writing.json, "open": counts.open.json,
                "written_now": state.written.json, "set_aside_now": state.setAside.json,
                "not_genuine_now": state.notGenuine.json,
            ]
            try StandardStream.out.write(document.text + "\n")
        }
        let withdrawn = try await Task { try await database.read { try $0.withdrawnRows(of: name) } }.value
        // Seats whose ids were withdrawn get no tag, so they are not a reason to continue.
        let goesOn = isWaiting && withdrawn.count < counts.rows - counts.verified
        for line in Self.summary(counts, state.setAside, state.notGenuine, batch, goesOn, readers)
            + Self.leftOut(withdrawn)
        {
            Terminal.say(line)
        }
        if isWaiting, elsewhere > 0 {
            Terminal.say(
                "another tapctl process is running this batch and has "
                    + "\(counted(elsewhere, "seat")) in progress"
            )
        }
        return isWaiting
    }

    /// Returns lines about the seats that `batch run` skipped because their ids were withdrawn, with the
    /// commands that assign new ids. At most three seats are named.
    private static func leftOut(_ rows: [BatchRow]) -> [String] {
        let shown = rows.prefix(3).map { row in
            let seat = "--batch \(row.batch.shellWord) --seat \(row.seat.shellWord)"
            return "\(printable(row.seat)) is skipped because its id was withdrawn; assign a new id with\n"
                + "  tapctl managed replace \(printable(seat))"
        }
        return shown + (rows.count > shown.count ? ["and \(rows.count - shown.count) more"] : [])
    }

    private static func summary(
        _ counts: BatchCounts, _ setAside: Int, _ notGenuine: Int, _ batch: Batch, _ goesOn: Bool,
        _ readers: [String]
    ) -> [String] {
        let have = counts.rows == 1 || counts.verified == 1 ? "has its tag" : "have their tags"
        var lines = ["\(counts.verified) of \(counted(counts.rows, "seat")) \(have)"]
        let name = printable(batch.name.shellWord)
        if setAside > 0 {
            lines.append("\(counted(setAside, "tag")) rejected: `tapctl batch status \(name)` shows why")
        }
        if notGenuine > 0 {
            lines.append("\(counted(notGenuine, "tag")) written but not genuine; marked in the export")
        }
        if goesOn {
            let secret = batch.protection == .password ? " --secret FILE" : ""
            let named = readers.map { " --reader \(printable($0.shellWord))" }.joined()
            lines.append("continue with: tapctl batch run \(name)\(named)\(secret)")
        }
        return lines
    }

    /// Returns a duration as human-readable text: `40 s`, `12 min`, `2 h 5 min`.
    static func words(_ duration: Duration) -> String {
        let seconds = Int(duration / .seconds(1))
        switch seconds {
        case ..<90: return "\(seconds) s"
        case ..<5_400: return "\((seconds + 30) / 60) min"
        default: return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
        }
    }
}
