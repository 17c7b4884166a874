import ArgumentParser
import DatabaseKit
import Giving
import InvocationRouter
import TagKit
import TagRegistry
import TextKit

/// `tapctl batch lock`: the second pass, after which nothing can be changed.
struct BatchLock: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the tags of a batch for ever, each verified once more.",
        discussion: """
            EXAMPLES:
              tapctl batch lock Main
              tapctl batch lock Main --yes --canary-ok 04E141124C2880
              tapctl batch lock Main --reader sim:box/ --yes --canary-ok 04E141124C2880 --json

            Nobody can undo it. First it says which host is burnt in: its owner decides for
            ever where these seats lead. Then a person taps one tag with a phone and confirms
            what the phone shows; --yes does not skip that, --canary-ok with the UID of the
            tag that was tapped does. Each tag is read once more, compared with its seat,
            locked with its configuration, and read back. One that left half-way is ended by
            the next run. Tags of other batches, and tags that hold something else, stay as
            they are.
            """)

    @Argument(help: "The batch.")
    var name: String

    @Flag(help: "Do what cannot be undone without asking; the tap with a phone is still wanted.")
    var yes = false

    @Option(
        name: .customLong("canary-ok"),
        help: ArgumentHelp("A tag of this batch that was tapped with a phone and is right.", valueName: "uid")
    )
    var canary: String?

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (name, yes, canary, reader, output) = (name, yes, canary, reader, output)
        try await data.withData(catchingUp: false, endsByInterrupt: true) { data in
            let (batch, rows) = try await data.read { unit in
                let batch = try unit.knownBatch(name)
                return (batch, try unit.allRows(of: batch.name))
            }
            guard batch.protection != .password else {
                throw CommandError(
                    .refused, code: "passwordProtected", "the tags of \(batch.name) have passwords",
                    reason: "it was planned with --protect password",
                    remedy: "`tapctl tag lock` locks one of them with its secret")
            }
            let written = rows.filter { $0.state == .verified }
            guard !written.isEmpty else {
                throw CommandError(
                    .refused, code: "noTags", "no seat of \(batch.name) has its tag yet",
                    remedy: "`tapctl batch run \(printable(batch.name.shellWord))` writes them")
            }
            try await Self.confirmHosts(written, yes)
            if let canary { try await Self.confirm(canary, for: batch, data) }
            let name = try await Self.shownName(of: rows, data)
            let open = try await OpenReader(ReaderOptions.name(reader.reader), trace: reader.trace)
            let loop = LockLoop(
                station: LockStation(
                    open.reader, batch: batch.name, units: data.file, clock: data.clock),
                data: data, batch: batch.name, rows: written.count, withoutTag: rows.count - written.count,
                shownName: name,
                wait: TagWait(
                    reader: open.reader, limit: reader.wait == nil ? nil : reader.limit, virtual: open.virtual
                ),
                output: output)
            do {
                try await loop.run()
                try await open.close()
            } catch {
                let cause = open.cause(of: error)
                try? await open.close()
                throw cause
            }
        }
    }

    /// Remembers the tag that a person says to have tapped.
    private static func confirm(_ uid: String, for batch: Batch, _ data: DataFolder) async throws {
        let (uid, name) = (uid.filter { !$0.isWhitespace && $0 != ":" }.uppercased(), batch.name)
        try await data.write { unit, now in
            guard let row = try unit.row(uid: uid), row.batch == name else {
                throw RegistryError(.unknownTag, uid, wanted: "no seat of \(name) has it")
            }
            var batch = try unit.knownBatch(name)
            batch.canary = uid
            try unit.save(batch)
            try unit.note(.canaryConfirmed, of: uid, at: now)
        }
    }

    /// Says which hosts are burnt in, and asks once.
    private static func confirmHosts(_ rows: [BatchRow], _ yes: Bool) async throws {
        for (host, seats) in rows.hosts {
            Talk.say(
                "\(printable(host)) is burnt in for \(counted(seats, "seat")): its owner decides for ever")
            Talk.say("where they lead")
        }
        guard !yes else { return }
        guard Question.canBeAsked else {
            throw CommandError(
                .refused, code: "notConfirmed", "this cannot be undone, and nobody can be asked",
                reason: "each tag is locked for ever", remedy: "--yes does it without asking")
        }
        guard try await Question.yes("A tag that is locked can never be changed.", "Lock them?") else {
            throw CommandError.chosen("nothing was locked")
        }
    }

    /// The name that a phone shows, where the directory knows it.
    private static func shownName(of rows: [BatchRow], _ data: DataFolder) async throws -> String? {
        guard let org = rows.first?.org, rows.allSatisfy({ $0.org == org }) else { return nil }
        return try await GivingDirectory(data.file).organization(named: org)?.displayName
    }
}

/// The loop of a lock.
private struct LockLoop: Sendable {
    let station: LockStation<DatabaseFile>
    let data: DataFolder
    let batch: String
    /// The seats that have their tag.
    let rows: Int
    /// The seats that have none.
    let withoutTag: Int
    /// The church's name, for the question of the first tag.
    let shownName: String?
    let wait: TagWait
    let output: OutputOptions

    func run() async throws {
        while try await locked() < rows {
            let done = try await locked()
            Talk.progress("hold the next tag to the reader · \(done) of \(rows) locked")
            guard
                let result = try await wait.next({ limit in
                    try await station.take(within: limit) { _, _ in true }
                })
            else { break }
            Talk.endProgress()
            try await tell(result)
            if result.outcome == .needsCanary { try await askForTap(result) }
            guard try await locked() < rows else { break }
            Talk.progress("remove the tag")
            guard try await wait.isRemoved() else { break }
        }
        try await tellEnd()
    }

    private func locked() async throws -> Int {
        let name = batch
        return try await data.read { unit in
            var count = 0
            var behind: String?
            while case let page = try unit.tags(of: name, behind: behind, limit: 500), !page.isEmpty {
                count += page.count { $0.lock == .permanent }
                behind = page.last?.uid
            }
            return count
        }
    }

    /// The canary: a person takes the tag, taps it with a phone, and says what is there.
    private func askForTap(_ result: LockStation<DatabaseFile>.Result) async throws {
        guard let uid = result.uid else { return }
        guard Question.canBeAsked, !output.json else {
            throw CommandError(
                .refused, code: "canaryWanted", "nobody has tapped a tag of this batch yet",
                reason: "the tag \(uid) is right, and the first that would be locked for ever",
                remedy: "tap it with a phone, look at the name that is shown, and give --canary-ok \(uid)")
        }
        let name = shownName.map { " \u{201C}\(printable($0))\u{201D}" } ?? " the right page"
        guard
            try await Question.yes(
                "Take this tag and tap it with a phone.", "Does the phone show\(name)?")
        else { throw CommandError.chosen("nothing was locked: look at `tapctl tag read` first") }
        try await station.confirmCanary(uid)
        Talk.say("good: hold it to the reader again")
    }

    private func tell(_ result: LockStation<DatabaseFile>.Result) async throws {
        let stream = StandardStream.out
        if output.json {
            try stream.write(result.document(batch).text + "\n")
        } else {
            try stream.write(result.line(style: stream.style) + "\n")
        }
        Talk.ring(result.failure == nil ? 1 : 2)
    }

    private func tellEnd() async throws {
        Talk.endProgress()
        let done = try await locked()
        if output.json {
            let document: JSONValue = [
                "object": "batch_lock", "batch": .string(batch), "rows": .int(rows), "locked": .int(done),
            ]
            try StandardStream.out.write(document.text + "\n")
        }
        Talk.say("\(done) of \(counted(rows, "seat")) locked for ever")
        if withoutTag > 0 {
            Talk.say("\(counted(withoutTag, "more seat")) without a tag: `tapctl batch status` shows them")
        }
        if done < rows { throw ExitCode.tryAgain }
    }
}
