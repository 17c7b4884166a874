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
        let secret = try await secret.optional()
        try await data.withData { data in
            let (row, batch, rows) = try await find(in: data)
            try await batch.prepareWriting(with: secret, sheetPrinted: false, in: data)
            let result = try await reader.withReader { open in
                let programmer = BatchProgrammer(
                    open.reader, rules: RunRules(batch, overwrites: overwrite, onlyRow: row.number),
                    rows: rows, database: data.database, clock: data.clock,
                    claims: try data.claims(of: batch),
                    trusting: open.trustedKeys, secret: secret)
                return try await take(row, at: programmer, open)
            }
            try await report(result, old: row, batch, data)
        }
    }

    private func find(in data: DataFolder) async throws -> (BatchRow, Batch, [BatchRow]) {
        try await data.read { transaction in
            let name = try batch.map { try transaction.knownBatch($0).name }
            let row = try transaction.knownSeat(seat, of: name)
            if try transaction.isWithdrawn(row) { throw RegistryError(.seatRevoked, row.seat) }
            return try (row, transaction.knownBatch(row.batch), transaction.allRows(of: row.batch))
        }
    }

    /// Programs the tag on the reader for the row's seat.
    private func take(
        _ row: BatchRow, at programmer: BatchProgrammer, _ open: OpenReader
    ) async throws -> TagResult {
        let asks = Question.canBeAsked && !output.json
        return try await open.waitingForTag {
            try await programmer.take(within: reader.limit) { _, failure in
                asks ? try await row.mayReplaceMessage(because: failure) : false
            }
        }
    }

    private static func document(_ result: TagResult, old: BatchRow) -> JSONValue {
        [
            "object": "tag_replace", "batch": old.batch.json, "number": old.number.json,
            "seat": old.seat.json, "result": result.name.json, "replaced_uid": old.uid.json,
            "uid": result.uid.json, "chip": result.product.json, "url": old.url.json,
            "code": JSONValue(result.failure?.code), "message": JSONValue(result.failure?.words),
            "pages_written": result.pagesWritten.json, "commands": result.commands.json,
        ]
    }

    /// Prints the result of the replacement, and the next step.
    private func report(_ result: TagResult, old: BatchRow, _ batch: Batch, _ data: DataFolder) async throws {
        let (counts, now) = try await data.read { transaction in
            try (transaction.counts(of: batch.name), transaction.knownRow(old.place))
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
