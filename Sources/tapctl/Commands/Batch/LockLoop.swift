import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import TagKit
import TagRegistry
import TextKit

/// The loop that locks the tags of a batch. It prompts for a tag, locks it and reports the result until every
/// tag is locked or no more tags appear.
struct LockLoop: Sendable {
    let locker: TagLocker
    let data: DataFolder
    let batch: String
    /// The number of seats that have a tag.
    let rows: Int
    /// The number of seats without a tag.
    let withoutTag: Int
    /// The organization's name as shown by phones, for the question about the first tag; nil if the name is
    /// unknown.
    let shownName: String?
    let wait: TagWait
    let output: OutputOptions

    func run() async throws {
        while try await locked() < rows {
            let done = try await locked()
            Terminal.progress("hold the next tag to the reader · \(done) of \(rows) locked")
            guard let result = try await wait.next({ try await locker.take(within: $0) }) else { break }
            Terminal.endProgress()
            try await report(result)
            if result.outcome == .needsCanary { try await askForTap(result) }
            guard try await locked() < rows else { break }
            Terminal.progress("remove the tag")
            guard try await wait.isRemoved() else { break }
        }
        try await reportEnd()
    }

    private func locked() async throws -> Int {
        try await data.read { transaction in
            var count = 0
            var cursor: String?
            while case let page = try transaction.tags(of: batch, after: cursor, limit: 500), !page.isEmpty {
                count += page.count { $0.lock == .permanent }
                cursor = page.last?.uid
            }
            return count
        }
    }

    /// Asks the operator to tap the first tag with a phone, and to confirm that the phone shows the right
    /// page.
    ///
    /// - Throws: An error with exit code 77 if the program cannot ask, or if the operator does not confirm.
    private func askForTap(_ result: TagLocker.Result) async throws {
        guard let uid = result.uid else { return }
        guard Question.canBeAsked, !output.json else {
            throw CommandError(
                .refused, code: "canaryWanted", "no tag of this batch has been tapped with a phone yet",
                reason: "the tag \(uid) matches its seat and would be the first to be permanently locked",
                remedy: "tap this tag with a phone, check the page that opens, and use --canary-ok \(uid)")
        }
        let name = shownName.map { " \"\(printable($0))\"" } ?? " the right page"
        guard
            try await Question.yes(
                "Tap this tag with a phone.", "Does the phone show\(name)?")
        else { throw CommandError.chosen("nothing was locked: check the tag with `tapctl tag read`") }
        try await locker.confirmCanary(uid)
        Terminal.say("confirmed: hold the tag to the reader again to lock it")
    }

    private func report(_ result: TagLocker.Result) async throws {
        try output.print(result.document(batch)) { result.line(style: $0) }
        Terminal.ring(result.failure == nil ? 1 : 2)
    }

    private func reportEnd() async throws {
        Terminal.endProgress()
        let done = try await locked()
        if output.json {
            let document: JSONValue = [
                "object": "batch_lock", "batch": batch.json, "rows": rows.json, "locked": done.json,
            ]
            try StandardStream.out.write(document.text + "\n")
        }
        Terminal.say("\(done) of \(counted(rows, "seat")) permanently locked")
        if withoutTag > 0 {
            Terminal.say(
                "\(counted(withoutTag, "more seat")) without a tag: "
                    + "`tapctl batch status \(printable(batch.shellWord))` shows which")
        }
        if done < rows { throw ExitCode.tryAgain }
    }
}
