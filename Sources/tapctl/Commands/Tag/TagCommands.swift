import ArgumentParser
import DatabaseKit
import DataFolderKit
import Documents
import FailureKit
import TagKit
import TagRegistry

/// `tapctl tag`: reads and programs a tag on a reader.
struct TagCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tag", abstract: "Read and write the tag on the reader.",
        subcommands: [
            TagInfo.self, TagRead.self, TagWrite.self, TagVerify.self, TagErase.self, TagFormat.self,
            TagLock.self, TagProtect.self, TagUnprotect.self, TagDump.self, TagRestore.self, TagWatch.self,
            TagTap.self, TagWhich.self, TagReplace.self,
        ])
}

/// `tapctl tag info`: shows a tag's chip, memory and state.
struct TagInfo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show the tag's chip, memory, locks and free space.",
        discussion: """
            EXAMPLES:
              tapctl tag info
              tapctl tag info --reader sim:seat.nfc --json

            "genuine" means that the chip's maker signed the UID. It does not prove that
            the chip is the original, because a UID and its signature can be copied.
            """)

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let tag = try await reader.inspectWithSignature(.inspection)
        try output.print(tag.infoDocument) { tag.infoText(style: $0) }
        Terminal.report(tag.snapshot.findings)
        tag.originality.warn()
    }
}

/// `tapctl tag read`: shows a tag's message as a phone would see it.
struct TagRead: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Show what a phone reads from the tag.",
        discussion: """
            EXAMPLES:
              tapctl tag read
              tapctl tag read --reader sim:seat.nfc
              tapctl tag read --json | jq -r .invocation.canonical

            Exits with 65 if the message on the tag is malformed. An empty tag is not an
            error.
            """)

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        let snapshot = try await reader.inspect(.message)
        try output.print(snapshot.readDocument(hosts: hosts)) { snapshot.readText(hosts: hosts, style: $0) }
        // A malformed message is reported as the error below, not as another warning.
        Terminal.report(snapshot.findings.filter { if case .messageMalformed = $0 { false } else { true } })
        if let flaw = snapshot.contents.flaw {
            Terminal.report(
                CommandError(
                    .malformed, code: flaw.code.rawValue, flaw.summary, reason: flaw.reason,
                    remedy:
                        "use `tapctl tag dump` to save the tag's contents, and `tapctl tag write` to replace the message"
                ))
            throw ExitCode.malformed
        }
    }
}

/// `tapctl tag verify`: checks whether a tag contains exactly the given message.
struct TagVerify: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check whether the tag contains exactly this message.",
        discussion: """
            EXAMPLES:
              tapctl tag verify "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl tag verify --org WoodlandsChurch --fund 12 --recurring

            Exits with 0 if the tag contains the message, and with 1 if it does not.
            """)

    @OptionGroup var message: MessageOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let wanted = try message.wanted(verb: "compare")
        let snapshot = try await reader.inspect(.message)
        let matches = snapshot.message == wanted.bytes
        try output.print(Self.document(snapshot, wanted, matches)) { style in
            guard !matches else { return "\(style.green("yes")): \(snapshot.headline(style: style))" }
            let held = snapshot.contents.url.map(printable) ?? snapshot.stateText
            return "\(style.red("no")): the tag \(uidText(snapshot.tag.uid)) does not contain this message\n"
                + columns(
                    [("  wanted", wanted.url ?? hexText(wanted.bytes)), ("  found", held)], style: style)
        }
        if !matches { throw ExitCode.no }
    }

    private static func document(_ snapshot: TagSnapshot, _ wanted: WantedMessage, _ matches: Bool)
        -> JSONValue
    {
        [
            "object": "tag_verify", "uid": uidText(snapshot.tag.uid).json, "matches": matches.json,
            "url": wanted.url.json, "found_url": snapshot.contents.url.json,
            "message_hex": .hex(wanted.bytes), "found_hex": snapshot.message.map { .hex($0) } ?? nil,
        ]
    }
}

/// `tapctl tag erase`: replaces a tag's message with an empty one.
struct TagErase: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Write an empty message; with --wipe, also overwrite the old data with zeros.",
        discussion: """
            EXAMPLES:
              tapctl tag erase
              tapctl tag erase --wipe
              tapctl tag erase --dry-run

            Without --wipe, the old bytes remain after the empty message: no phone shows
            them, but any reader can read them.
            """)

    @Flag(help: "Also overwrite the memory after the message with zeros.")
    var wipe = false

    @Flag(help: "Read the tag, and print the exact writes without sending them.")
    var dryRun = false

    @Flag(help: "Erase the tag even if phones cannot read it or its chip is unknown.")
    var force = false

    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        var options: ProgrammingOptions = [.overwrite]
        if wipe { options.insert(.wipe) }
        if force { options.insert(.force) }
        let programming = Programming(
            object: "tag_erase", goal: .erase, depth: wipe ? .wholeArea : .writing(messageBytes: 0),
            permission: .init(options: options, yes: false, dryRun: dryRun))
        try await programming.runAndPrint(reader, output)
    }
}

/// `tapctl tag format`: writes a capability container and an empty message to a tag.
struct TagFormat: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Write a capability container and an empty message to a blank tag.",
        discussion: """
            EXAMPLES:
              tapctl tag format --dry-run
              tapctl tag format
              tapctl tag format --yes

            A MIFARE Ultralight leaves the factory without a capability container. The
            container can be written only once, so the command shows its bytes and asks for
            confirmation before it writes them.
            """)

    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let programming = Programming(
            object: "tag_format", goal: .format, depth: .writing(messageBytes: 0),
            permission: permission.permission)
        try await programming.runAndPrint(reader, output)
    }
}

/// `tapctl tag which`: shows the batch, seat and history of a tag.
struct TagWhich: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "which", abstract: "Show the tag's seat and history.",
        discussion: """
            EXAMPLES:
              tapctl tag which
              tapctl tag which --json | jq -r .seat

            Use this command for a tag that was found on the floor. It shows the batch, the
            seat, the actual and the intended destination, and the history, newest first.
            Nothing is written.

            Exits with 1 if the tag is not registered.
            """)

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    /// The maximum number of history entries that are shown.
    private static let longestHistory = 200

    func run() async throws {
        let hosts = try hosts.hosts()
        let shown = try await data.withData { data in
            let tag = try await reader.inspectWithSignature(.inspection)
            let uid = hexUID(tag.snapshot.tag.uid)
            let rules = AuditRules(
                hosts: hosts, directory: try await data.auditDirectory(), words: { $0.sentence })
            return try await data.read { transaction in
                let record = try transaction.auditRecord(of: uid)
                let history = try transaction.journal(uid: uid, limit: Self.longestHistory).map { entry in
                    (entry: entry, seat: try Self.seat(of: entry, in: transaction))
                }
                return TagHistory(
                    tag: tag, record: record,
                    findings: rules.findings(tag.snapshot, record, tag.originality), history: history)
            }
        }
        try output.print(shown)
        if !shown.isKnown { throw ExitCode.no }
    }

    private static func seat(of entry: JournalEntry, in transaction: Transaction) throws -> String? {
        guard let batch = entry.batch, let number = entry.row else { return nil }
        return try transaction.row(number, of: batch)?.seat
    }
}
