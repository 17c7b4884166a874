import ArgumentParser
import DatabaseKit
import DataFolderKit
import Documents
import FailureKit
import InvocationRouter
import TagDumps
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

/// `tapctl tag info`: shows the chip and state of a tag.
struct TagInfo: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what the tag is: chip, memory, locks, room.",
        discussion: """
            EXAMPLES:
              tapctl tag info
              tapctl tag info --reader sim:seat.nfc --json

            "genuine" says that the chip's maker signed its UID. It does not say that
            this is that chip: UID and signature can be copied to another one.
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

extension InspectedTag {
    /// Returns the text of `tag info`: the facts, and a picture of the memory.
    func infoText(style: Style) -> String {
        snapshot.factsText(adding: ("maker", originality.text(style: style)), style: style)
    }
}

extension TagSnapshot {
    /// Returns the facts, and a picture of the memory.
    fileprivate func factsText(adding maker: (label: String, value: String), style: Style) -> String {
        var facts: [(label: String, value: String)] = [
            ("product", style.bold(chip.product) + (chip.isClone ? " (a copy)" : "")),
            ("UID", uidText(tag.uid)),
            ("type", chip.forumType.map { "NFC Forum Type \($0)" } ?? "no NFC Forum type"),
            ("state", stateText),
            ("room", roomText),
            (
                "selection",
                "ATQA \(hexText([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])), SAK \(hexText([tag.sak]))"
            ),
        ]
        if !tag.ats.isEmpty { facts.append(("ATS", hexText(tag.ats))) }
        if !version.isEmpty { facts.append(("version", hexText(version))) }
        facts.append(maker)
        return columns(facts, style: style) + "\n\n" + MemoryPicture(self).text(style: style)
    }
}

/// `tapctl tag read`: shows the message as a phone would see it.
struct TagRead: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Show what a phone would see on the tag.",
        discussion: """
            EXAMPLES:
              tapctl tag read
              tapctl tag read --reader sim:seat.nfc
              tapctl tag read --json | jq -r .invocation.canonical

            An empty tag is an answer too. Ends with 65 when what stands there is no
            message.
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
                        "the next `tapctl tag write` repairs it; `tapctl tag dump` keeps what stands there"))
            throw ExitCode.malformed
        }
    }
}

/// `tapctl tag verify`: checks that a tag has exactly the given message.
struct TagVerify: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Tell whether the tag holds exactly this message.",
        discussion: """
            EXAMPLES:
              tapctl tag verify "https://appclip.tap.giving/WoodlandsChurch?f=12&r=1"
              tapctl tag verify --org WoodlandsChurch --fund 12 --recurring

            Ends with 0 for yes and 1 for no.
            """)

    @OptionGroup var message: MessageOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let wanted = try message.wanted(verb: "compares")
        let snapshot = try await reader.inspect(.message)
        let matches = snapshot.message == wanted.bytes
        try output.print(Self.document(snapshot, wanted, matches)) { style in
            guard !matches else { return "\(style.green("yes")): \(snapshot.headline(style: style))" }
            let held = snapshot.contents.url.map(printable) ?? snapshot.stateText
            return "\(style.red("no")): the tag \(uidText(snapshot.tag.uid)) holds something else\n"
                + columns(
                    [("  wanted", wanted.url ?? hexText(wanted.bytes)), ("  found", held)], style: style)
        }
        if !matches { throw ExitCode.no }
    }

    private static func document(_ snapshot: TagSnapshot, _ wanted: WantedMessage, _ matches: Bool)
        -> JSONValue
    {
        [
            "object": "tag_verify", "uid": .string(uidText(snapshot.tag.uid)), "matches": .bool(matches),
            "url": JSONValue(wanted.url), "found_url": JSONValue(snapshot.contents.url),
            "message_hex": .hex(wanted.bytes), "found_hex": snapshot.message.map { .hex($0) } ?? nil,
        ]
    }
}

/// `tapctl tag erase`: writes an empty message.
struct TagErase: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "erase", abstract: "Set an empty message; with --wipe also zero the data.",
        discussion: """
            EXAMPLES:
              tapctl tag erase
              tapctl tag erase --wipe
              tapctl tag erase --dry-run

            Without --wipe the old bytes stay behind the empty message: no phone shows
            them, any reader can read them.
            """)

    @Flag(help: "Also write zeros over everything behind the message.")
    var wipe = false

    @Flag(help: "Read, print the exact writes, and send none.")
    var dryRun = false

    @Flag(help: "Erase a tag that phones do not read, or whose chip is not known.")
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

/// `tapctl tag format`: writes a capability container and an empty message.
struct TagFormat: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Make a blank tag ready: capability container, empty message.",
        discussion: """
            EXAMPLES:
              tapctl tag format --dry-run
              tapctl tag format
              tapctl tag format --yes

            A MIFARE Ultralight leaves its factory without a capability container. It can
            be written once and never changed; so this asks first, and writes only the
            right one.
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

/// `tapctl tag protect`: protects a tag from writing with a password that is derived from a secret.
struct TagProtect: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Protect the tag by a password; phones go on reading it.",
        discussion: """
            EXAMPLES:
              tapctl tag protect --secret box.secret
              tapctl tag protect --secret box.secret --dry-run
              tapctl tag protect --secret - < box.secret

            The password is derived from the secret and the tag's UID and is never shown.
            Without the secret the tag can never be rewritten: keep its recovery words on
            paper. The tag is asked for its password before it needs one, and to refuse a
            write afterwards. Taken away half-way, it is protected by the next run. Of a
            tag of a batch it is recorded.
            """)

    @Option(
        help: ArgumentHelp(
            "After so many wrong passwords in a row (1 to 7) nobody can ever write the tag again. (default: no limit)",
            valueName: "count"))
    var attemptLimit: Int?

    @Flag(help: "Leave the UID or counter mirror on; otherwise it is switched off.")
    var keepMirror = false

    @Flag(help: "Read, print every step and every bit, and do none of them.")
    var dryRun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let attemptLimit, !(1...7).contains(attemptLimit) {
            throw ValidationError("--attempt-limit takes 1 to 7; without it there is no limit.")
        }
    }

    func run() async throws {
        let (keepsMirror, limit) = (keepMirror, attemptLimit ?? 0)
        let protecting = Protecting(
            object: "tag_protect",
            goal: { .password(attemptLimit: limit, mirror: keepsMirror ? $0.mirror : nil) },
            secret: try await secret.required(), consent: dryRun ? .dryRun : .given)
        try await protecting.runAndPrint(reader, data, output)
    }
}

/// `tapctl tag unprotect`: removes the password.
struct TagUnprotect: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "unprotect", abstract: "Take the password off, with the secret that set it.",
        discussion: """
            EXAMPLES:
              tapctl tag unprotect --secret box.secret
              tapctl tag unprotect --secret box.secret --dry-run

            A wrong secret is refused by the tag. It counts where the tag was protected
            with --attempt-limit, and is therefore tried once. What was permanently locked
            stays locked. Of a tag of a batch it is recorded.
            """)

    @Flag(help: "Read, print every step and every bit, and do none of them.")
    var dryRun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let protecting = Protecting(
            object: "tag_unprotect", goal: { _ in .open }, secret: try await secret.required(),
            consent: dryRun ? .dryRun : .given)
        try await protecting.runAndPrint(reader, data, output)
    }
}

/// `tapctl tag which`: identifies the owner and seat of a tag.
struct TagWhich: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "which", abstract: "Tell which seat this tag belongs to, and what happened to it.",
        discussion: """
            EXAMPLES:
              tapctl tag which
              tapctl tag which --json | jq -r .seat

            For a tag that was found on the floor: batch, seat, where it leads and should
            lead, and its history, the newest first. Nothing is written.

            Ends with 1 for a tag that nobody has registered.
            """)

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    /// The maximum number of history entries shown.
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
        try output.print(shown.document) { shown.text(style: $0) }
        if !shown.isKnown { throw ExitCode.no }
    }

    private static func seat(of entry: JournalEntry, in transaction: Transaction) throws -> String? {
        guard let batch = entry.batch, let number = entry.row else { return nil }
        return try transaction.row(number, of: batch)?.seat
    }
}

extension Programming {
    /// Programs a tag on the selected reader, and prints the result.
    func runAndPrint(_ reader: ReaderOptions, _ output: OutputOptions) async throws {
        let limit = reader.limit
        let outcome = try await reader.withReader { try await run(on: $0, within: limit) }
        try output.print(outcome.document(of: self)) { outcome.text(of: self, style: $0) }
    }
}

extension TagImage {
    /// Creates an image of the tag for a file.
    init(_ snapshot: TagSnapshot) {
        switch snapshot.memory {
        case .pages(let pages): self.init(typeTwoPages: pages, version: snapshot.version)
        case .blocks(let blocks):
            self.init(
                classicBlocks: blocks.map { $0?.map(Optional.some) ?? Array(repeating: nil, count: 16) })
        case .files(let container, let ndef):
            var files = [TypeFourFile(id: 0xE103, bytes: container)]
            if let parsed = snapshot.container { files.append(TypeFourFile(id: parsed.fileID, bytes: ndef)) }
            self.init(product: snapshot.chip.product, uid: snapshot.tag.uid, memory: .files(files))
        }
        uid = snapshot.tag.uid
        atqa = snapshot.tag.atqa
        sak = snapshot.tag.sak
        ats = snapshot.tag.ats
        version = snapshot.version
    }
}

extension WantedMessage {
    /// Returns the message with a placeholder in the `m` of its URL, and the content that the chip should show there.
    ///
    /// - Throws: exit 64 unless the message is one URL record; 65 if the URL's `m` has no room for the content.
    func mirroring(_ choice: MirrorOption?, anyURL: Bool, hosts: HostList) throws -> (
        WantedMessage, MirrorRequest
    ) {
        guard let choice else { return (self, .leave) }
        let content: TagMirror.Content
        switch choice {
        case .off: return (self, .off)
        case .uid: content = .uid
        case .counter: content = .counter
        case .both: content = .both
        }
        guard let url, !url.contains("#") else {
            throw CommandError(
                .usage, code: "usage", "--mirror \(choice.rawValue) needs a URL",
                reason: "the chip fills in the end of a URL that is a message's only record",
                remedy: "give a URL, or --org")
        }
        var bare = url[...]
        for other in TagMirror.Content.allCases where bare.hasSuffix("m=" + other.placeholder) {
            bare = bare.dropLast(other.byteCount + 3)
        }
        let text = bare + (bare.contains("?") ? "&" : "?") + "m=" + content.placeholder
        if !anyURL { _ = try Invocation.parse(String(text), profile: .strict, hosts: hosts) }
        let bytes = try NDEFMessage([URIRecord(String(text)).record()]).encoded()
        let wanted = WantedMessage(bytes: bytes, url: String(text), changes: changes, notes: notes)
        return (wanted, .on(content, offset: bytes.count - content.byteCount))
    }
}

/// The confirmation options of commands that write.
struct WriteOptions: ParsableArguments {
    @Flag(help: "Replace another message without asking.")
    var overwrite = false

    @Flag(help: "Do what cannot be undone without asking.")
    var yes = false

    @Flag(help: "Read, print the exact writes, and send none.")
    var dryRun = false

    @Flag(help: "Write a tag that phones do not read, or whose chip is not known.")
    var force = false

    /// The changes that need no confirmation.
    var permission: Programming.Permission {
        var options: ProgrammingOptions = []
        if overwrite { options.insert(.overwrite) }
        if force { options.insert(.force) }
        return Programming.Permission(options: options, yes: yes, dryRun: dryRun)
    }
}
