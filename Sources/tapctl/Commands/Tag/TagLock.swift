import ArgumentParser
import DataFolderKit
import Documents
import InvocationRouter
import LinkProbe
import TagKit

/// `tapctl tag lock`: permanently locks a tag, including its message and configuration.
struct TagLock: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Permanently lock the tag, with its message and its configuration.",
        discussion: """
            EXAMPLES:
              tapctl tag lock --dry-run
              tapctl tag lock
              tapctl tag lock --url "https://appclip.tap.giving/Grace?f=12&r=1" --yes
              tapctl tag lock --secret box.secret

            This cannot be undone. The message is read again, every bit to be locked is
            shown, and you type the tag's UID to confirm. Afterward, the message,
            container, lock bits and configuration can never be changed, and a test write
            confirms this. If the tag is removed halfway, run the command again to complete
            the lock. For a tag with a password, use --secret with the secret that protects
            the tag. If the tag belongs to a batch, it is recorded as locked.

            A tag that no phone can use, for example an erased tag or a tag whose URL has
            no host, is not locked, even with --yes. --force locks it.

            The tag's URL is opened once. If a phone would find no page there, --force is
            required. Without a network, a note says that the URL was not checked.
            """)

    @Option(help: ArgumentHelp("Lock the tag only if it contains this URL.", valueName: "url"))
    var url: String?

    @Flag(help: "Keep the UID or counter mirror switched on; without this option, it is switched off.")
    var keepMirror = false

    @Flag(help: "Skip the confirmation for permanent changes.")
    var yes = false

    @Flag(help: "Lock the tag even if no phone can use it or find a page at its URL.")
    var force = false

    @Flag(help: "Print every step and every bit that would change, but write nothing.")
    var dryRun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let keepsMirror = keepMirror
        let (check, hosts) = (try DestinationCheck.standard(), try HostList.ofEnvironment())
        let protecting = Protecting(
            object: "tag_lock", goal: { .permanent(mirror: keepsMirror ? $0.mirror : nil) },
            secret: try await secret.optional(), url: url, consent: dryRun ? .dryRun : yes ? .given : .typed,
            options: force ? .force : [],
            check: { snapshot in
                let destinations = snapshot.contents.url.map { Destination.of(tagURL: $0, hosts: hosts) }
                try await check.require(destinations ?? [], force: force)
            })
        try await protecting.runAndPrint(reader, data, output)
    }
}
