import ArgumentParser
import TagKit

/// `tapctl tag write`: a message onto a tag, read back.
struct TagWrite: AsyncParsableCommand, PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "write", abstract: "Write a giving URL, or any message, and read it back.",
        discussion: """
            EXAMPLES:
              tapctl tag write --org WoodlandsChurch --fund 12 --recurring
              tapctl tag write "https://appclip.tap.giving/Grace?f=12&r=1" --dry-run
              tapctl tag write --any-url https://example.org/give
              tapctl tag write --org Grace --mirror both
              tapctl tag write --uri https://appclip.tap.giving/Grace --text en:Give

            The tag is looked at first, and all that speaks against writing is said before
            the first write. Taking the tag away at any moment leaves the old message, an
            empty one or the new one. "verified" means: read back and compared. Where there
            is a data folder, --org is written as its directory spells it, and what the
            directory does not know is warned of. With --mirror the chip shows its UID, its
            tap counter or both in the URL's m at each tap, and it is read back there.
            """)

    @OptionGroup var message: MessageOptions

    @Option(
        help: ArgumentHelp(
            "What the chip shows in the URL's m: uid, counter or both; off switches a mirror off.",
            valueName: "what"))
    var mirror: MirrorChoice?

    @OptionGroup var permission: WriteOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (wanted, wish) = try await message.checked(in: data).wanted()
            .mirroring(mirror, anyURL: message.anyURL, hosts: message.hosts.hosts())
        for note in wanted.notes { Talk.say("note: \(note)") }
        let programming = Programming(
            object: "tag_write", goal: .message(wanted.bytes),
            depth: .writing(messageBytes: wanted.bytes.count),
            url: wanted.url, permission: permission.permission, mirror: wish)
        try await programming.runAndPrint(reader, output)
    }
}
