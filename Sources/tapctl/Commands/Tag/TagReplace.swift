import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import StaffAccess
import TagKit
import TagRegistry
import TagSecurity
import TextKit

/// `tapctl tag replace`: assigns another tag to a seat, or rewrites the seat's tag.
struct TagReplace: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "replace", abstract: "Assign a different tag to a seat, or rewrite the seat's tag.",
        discussion: """
            EXAMPLES:
              tapctl tag replace A7 --batch Main
              tapctl tag replace "Lobby 3" --batch Lobby --secret box.secret

            Writes the seat's URL to the tag on the reader, as `batch run` does. That tag
            can be the seat's current tag, which is then rewritten. A new tag replaces the
            old one only after the new tag is written and read back. Until then,
            the seat is unchanged, and you can run the command again with a different tag.
            If you chose the wrong seat, run the command for that seat again, with the
            seat's old tag on the reader.

            A managed seat keeps its id. If the seat's tag is lost, first run `tapctl
            managed replace`, which withdraws the lost tag's id.
            """)

    @Argument(help: "The seat.")
    var seat: String

    @Option(
        help: ArgumentHelp("The seat's batch; required if several batches have this seat.", valueName: "name")
    )
    var batch: String?

    @Flag(help: "Replace the contents of the tag on the reader without asking.")
    var overwrite = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .replaceTag }

    func run() async throws {
        let (command, secret) = (self, try await secret.optional())
        try await data.withData { data in
            let (row, batch, rows) = try await command.find(in: data)
            try await batch.prepareWriting(with: secret, sheetPrinted: false, in: data)
            let opened = try await command.reader.withReader { open in
                let programmer = BatchProgrammer(
                    open.reader,
                    rules: RunRules(batch, overwrites: command.overwrite, onlyRow: row.number), rows: rows,
                    database: data.database, clock: data.clock,
                    claims: ClaimedRows(
                        among: try LockedRows(of: batch.name, beside: DataFolder.file(in: data.folder))),
                    trusting: open.isRehearsal ? OriginalityKey.simulated : [], secret: secret)
                return try await command.take(row, at: programmer, open)
            }
            try await command.report(opened, old: row, batch, data)
        }
    }

    private func find(in data: DataFolder) async throws -> (BatchRow, Batch, [BatchRow]) {
        return try await data.read { transaction in
            let name = try batch.map { try transaction.knownBatch($0).name }
            let row = try transaction.knownSeat(seat, of: name)
            if try transaction.isWithdrawn(row) { throw RegistryError(.seatRevoked, row.seat) }
            return (row, try transaction.knownBatch(row.batch), try transaction.allRows(of: row.batch))
        }
    }

    /// Programs the tag on the reader for the row's seat.
    private func take(
        _ row: BatchRow, at programmer: BatchProgrammer, _ open: OpenReader
    ) async throws -> TagResult {
        let (limit, asks) = (reader.limit, Question.canBeAsked && !output.json)
        return try await open.waitingForTag {
            try await programmer.take(within: limit) { _, failure in
                guard asks else { return false }
                return try await Question.yes(
                    "\(failure.words).", "Replace the tag's message with the one for \(printable(row.seat))?")
            }
        }
    }

    private static func document(_ result: TagResult, old: BatchRow) -> JSONValue {
        [
            "object": "tag_replace", "batch": .string(old.batch), "number": .int(old.number),
            "seat": .string(old.seat), "result": .string(result.name), "replaced_uid": JSONValue(old.uid),
            "uid": JSONValue(result.uid), "chip": JSONValue(result.product), "url": .string(old.url),
            "code": JSONValue(result.failure?.code), "message": JSONValue(result.failure?.words),
            "pages_written": .int(result.pagesWritten), "commands": .int(result.commands),
        ]
    }

    /// Prints the result of the replacement, and the next step.
    private func report(_ result: TagResult, old: BatchRow, _ batch: Batch, _ data: DataFolder) async throws {
        let (counts, now) = try await data.read { transaction in
            (try transaction.counts(of: batch.name), try transaction.knownRow(old.place))
        }
        try output.print(Self.document(result, old: old)) { style in result.line(counts, style: style) }
        guard result.isGood else {
            Terminal.say("\(printable(old.seat)) \(now.waits)")
            switch result.outcome {
            case .left, .notRead: throw ExitCode.tryAgain
            default: throw ExitCode.refused
            }
        }
        if let uid = old.uid, uid != now.uid {
            Terminal.say("the old tag \(uid) no longer belongs to a seat")
        }
        if batch.protection == .permanent {
            let name = printable(batch.name.shellWord)
            Terminal.say("the tag is not locked yet: `tapctl batch lock \(name)` locks it")
        }
    }
}

extension BatchRow {
    /// The end of a sentence that begins with the name of a seat: the seat's state after a tag was rejected,
    /// and the next step.
    fileprivate var waits: String {
        let again = "run the command again"
        return switch state {
        case .open: "has no tag: \(again) with a different tag"
        case .writing: "has the unfinished tag \(uid ?? ""): \(again) with this tag or a different one"
        case .verified: "keeps its tag \(uid ?? ""): \(again) with a different tag"
        }
    }
}
