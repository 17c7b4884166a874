import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagKit

/// `tapctl tag write`: writes a message to a tag and reads it back.
struct TagWrite: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Write a giving URL, or any message, and read it back.",
        discussion: """
            EXAMPLES:
              tapctl tag write --org WoodlandsChurch --fund 12 --recurring
              tapctl tag write "https://appclip.tap.giving/Grace?f=12&r=1" --dry-run
              tapctl tag write --any-url https://example.org/give
              tapctl tag write --pay 3q2-7wAAAAAAAAAAAAAAAA
              tapctl tag write --org Grace --mirror both
              tapctl tag write --org Grace --sun --secret row-a.secret
              tapctl tag write --uri https://appclip.tap.giving/Grace --text en:Give

            The tag is inspected first, and all problems are reported before the first
            write. Whenever the tag is removed, it contains the old message, an empty
            message or the new message. "verified" means that the message was read back and
            compared. If there is a data folder, the organization's name is spelled as in
            the folder's list of organizations, and a warning reports an organization or
            fund that is unknown or closed. With --mirror, the chip adds its UID, its tap
            counter or both to the URL's parameter m at each tap; the result is read back.

            With --sun, an NTAG 424 DNA adds a new code to the URL at each tap, which
            `tapctl url verify-sun` verifies. All five keys are replaced with keys derived
            from the secret and the UID, and the tag can then be written only with these
            keys. The settings and one tap are read back and verified. If the command is
            interrupted, run it again. With the secret, everything can be changed again;
            without the secret, the tag can never be rewritten. A URL that no phone can
            open, for example one without a valid host, is refused, unless you use --force.
            Without --sun, a URL that requires an app causes only a warning.
            """)

    @OptionGroup var message: MessageOptions

    @Option(
        help: ArgumentHelp(
            "The data that the chip shows in the URL's parameter m: uid, counter or both; off switches the mirror off.",
            valueName: "what"))
    var mirror: MirrorOption?

    @Flag(help: "Make an NTAG 424 DNA add a code to the URL at each tap; needs --secret.")
    var sun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sun, mirror != nil {
            throw ValidationError("Use either --mirror or --sun: a tag can have only one of them.")
        }
        if secret.secret != nil, !sun {
            throw ValidationError("--secret requires --sun; `tapctl tag protect` protects other tags.")
        }
    }

    func run() async throws {
        if sun { return try await runProving() }
        let (wanted, request) = try await message.wanted(checkedIn: data)
            .mirroring(mirror, anyURL: message.anyURL, hosts: message.hosts.hosts())
        Terminal.note(wanted.notes)
        try refuseDeadURL(in: wanted)
        PhoneUse(message: wanted.bytes).warnIfUseless()
        let programming = Programming(
            object: "tag_write", goal: .message(wanted.bytes),
            depth: .writing(messageBytes: wanted.bytes.count),
            url: wanted.url, changes: wanted.changes, permission: permission.permission, mirror: request)
        try await programming.runAndPrint(reader, output)
    }

    private func runProving() async throws {
        let wanted = try await message.wanted(checkedIn: data)
            .proving(anyURL: message.anyURL, hosts: message.hosts.hosts())
        Terminal.note(wanted.notes)
        let writing = SUNWriting(
            wanted: wanted, secret: try await secret.required(), permission: permission.permission)
        try await writing.runAndPrint(reader, data, output)
    }

    /// Throws an error if the message's URL has a flaw that prevents every phone from opening it. A URL that
    /// requires an app is not refused. `--force` permits any URL.
    private func refuseDeadURL(in wanted: WantedMessage) throws {
        let use = PhoneUse(message: wanted.bytes)
        switch use[.android].obstacle {
        case .noScheme, .noHost, .incompleteURI:
            guard !use.isUsable, !permission.force else { break }
            throw CommandError(
                .refused, code: TagError.Code.unusableMessage.rawValue, "no phone can use the message",
                reason: use.reason, remedy: "correct the URL, or use --force to write it anyway")
        default: break
        }
    }
}
