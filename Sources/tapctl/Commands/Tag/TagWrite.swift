import ArgumentParser
import DataFolderKit
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

            The tag is looked at first, and all that speaks against writing is said before
            the first write. Taking the tag away at any moment leaves the old message, an
            empty one or the new one. "verified" means: read back and compared. Where there
            is a data folder, --org is written as its directory spells it, and what the
            directory does not know is warned of. With --mirror the chip shows its UID, its
            tap counter or both in the URL's m at each tap, and it is read back there.

            With --sun an NTAG 424 DNA puts another code into the URL at each tap, which
            `tapctl url verify-sun` proves: all five keys are changed from a new tag's to
            those that are derived from the secret and the UID, nobody writes the tag
            without them, and settings and a tap are read back and proved. What was
            interrupted is ended by the same command. Nothing of it is permanent for who
            has the secret; without it nobody writes the tag again. A URL that no phone
            can open is refused there, unless --force.
            """)

    @OptionGroup var message: MessageOptions

    @Option(
        help: ArgumentHelp(
            "What the chip shows in the URL's m: uid, counter or both; off switches a mirror off.",
            valueName: "what"))
    var mirror: MirrorOption?

    @Flag(help: "Let an NTAG 424 DNA put a proof of each tap into the URL; needs --secret.")
    var sun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sun, mirror != nil { throw ValidationError("Give --mirror or --sun: a tag has one of them.") }
        if secret.secret != nil, !sun {
            throw ValidationError("--secret goes with --sun; `tapctl tag protect` protects other tags.")
        }
    }

    func run() async throws {
        if sun { return try await runProving() }
        let (wanted, request) = try await message.checked(in: data).wanted()
            .mirroring(mirror, anyURL: message.anyURL, hosts: message.hosts.hosts())
        for note in wanted.notes { Terminal.say("note: \(note)") }
        PhoneUse(message: wanted.bytes).warnIfUseless()
        let programming = Programming(
            object: "tag_write", goal: .message(wanted.bytes),
            depth: .writing(messageBytes: wanted.bytes.count),
            url: wanted.url, changes: wanted.changes, permission: permission.permission, mirror: request)
        try await programming.runAndPrint(reader, output)
    }

    private func runProving() async throws {
        let wanted = try await message.checked(in: data).wanted()
            .proving(anyURL: message.anyURL, hosts: message.hosts.hosts())
        for note in wanted.notes { Terminal.say("note: \(note)") }
        let writing = SUNWriting(
            wanted: wanted, secret: try await secret.required(), permission: permission.permission)
        try await writing.runAndPrint(reader, data, output)
    }
}
