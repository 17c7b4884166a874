import ArgumentParser
import DataFolderKit
import DatabaseKit
import Documents
import StaffAccess
import TagKit
import TagRegistry
import TagSecurity

/// `tapctl batch run`: programs one tag after another until every seat has one.
struct BatchRun: ChangesData {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Write the tags of a batch, one after another.",
        discussion: """
            EXAMPLES:
              tapctl batch run Main
              tapctl batch run Main --reader sim:box/
              tapctl batch run Main --reader libnfc:pn532_uart:/dev/ttyUSB0 --reader pcsc:1
              tapctl batch run Main --screen
              tapctl batch run Main --json | jq -r 'select(.result == "set_aside")'

            Hold a tag to the reader until you see "remove". The tag is inspected, written,
            read back and recorded; the next seat follows. Stop whenever you like, with
            Ctrl-C or the power switch: the same command resumes with the next open seat.

            A tag is never written twice or for two seats. A tag that is locked, too
            small, of the wrong kind or from another batch is rejected with a reason, and
            the seat remains open. If a tag has other contents, the command asks before
            replacing them. Without a terminal, with --json or with several readers, the
            command cannot ask, and rejects the tag unless --overwrite is given. A tag that
            is not genuine is written and marked, or rejected with --genuine-only. With
            several readers, each works on a different seat.

            A batch planned with --protect password needs --secret. Before the first tag,
            the command asks whether you have printed the recovery sheet. If the secret is
            lost, these tags can never be rewritten.

            With --screen, a page on this machine shows the seat in letters large enough to
            read from the aisle. The page's address is printed first.

            With --json, each tag is one document on its own line; the last line is a
            summary. Exits with 0 if every seat has its tag, and with 75 if no tag arrived
            for --wait seconds.
            """)

    @Argument(help: "The batch.")
    var name: String

    @Flag(help: "Replace a tag's contents without asking.")
    var overwrite = false

    @Flag(help: "Reject tags that are not genuine.")
    var genuineOnly = false

    @Flag(help: "Confirm that you have printed the recovery sheet.")
    var sheetPrinted = false

    @Flag(help: "Show the seat in large letters on a local web page.")
    var screen = false

    @Option(
        help: ArgumentHelp("The port for the --screen page; 0 chooses a free port.", valueName: "number"))
    var screenPort: UInt16 = 12_112

    @OptionGroup var secret: SecretOptions
    @OptionGroup var readers: ReadersOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    var action: AuditLogAction { .runBatch }

    func run() async throws {
        let secret = try await secret.optional()
        let screenPort = screen ? screenPort : nil
        try await data.withData(endsByInterrupt: true) { data in
            let (batch, rows) = try await data.read { transaction in
                let batch = try transaction.knownBatch(name)
                return (batch, try transaction.allRows(of: batch.name))
            }
            try await batch.prepareWriting(with: secret, sheetPrinted: sheetPrinted, in: data)
            let rules = RunRules(batch, overwrites: overwrite, genuineOnly: genuineOnly)
            let claims = try data.claims(of: batch)
            try await Self.withScreen(screenPort, of: batch) { screen in
                let view = BatchProgressView(batch, output: output, readers: readers.reader, screen: screen)
                try await readers.withReaders { opened in
                    let loops = opened.map { open in
                        BatchLoop(
                            programmer: BatchProgrammer(
                                open.reader, rules: rules, rows: rows, database: data.database,
                                clock: data.clock, claims: claims, trusting: open.trustedKeys,
                                secret: secret),
                            database: data.database, view: view, wait: open.waits(atMost: readers.limit),
                            mayAsk: opened.count == 1 && !output.json)
                    }
                    try await BatchLoop.run(loops, view: view)
                }
            }
        }
    }

    /// Runs `work`. If a port is given, a web page on that port shows the progress.
    private static func withScreen(
        _ port: UInt16?, of batch: Batch, _ work: @escaping @Sendable (RunScreen?) async throws -> Void
    ) async throws {
        guard let port else { return try await work(nil) }
        let screen = RunScreen(batch: batch.name)
        try await ScreenServer.serve(screen, port: Int(port)) { address in
            Terminal.say("screen: \(address)")
            try await work(screen)
        }
    }
}
