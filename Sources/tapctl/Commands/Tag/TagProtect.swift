import ArgumentParser
import TagKit

/// `tapctl tag protect`: sets a password that is required for writing to a tag. The password is derived from
/// a secret.
struct TagProtect: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "protect", abstract: "Protect the tag with a password; phones can still read it.",
        discussion: """
            EXAMPLES:
              tapctl tag protect --secret box.secret
              tapctl tag protect --secret box.secret --dry-run
              tapctl tag protect --secret - < box.secret

            The password is derived from the secret and the tag's UID and is never shown.
            Without the secret, the tag can never be rewritten: keep the secret's recovery
            words on paper. The password is tested before the tag requires it, and a test
            write then checks that the tag refuses writes without the password. If the tag
            is removed halfway, run the command again to complete the protection. If the
            tag belongs to a batch, it is recorded as protected.
            """)

    @Option(
        help: ArgumentHelp(
            "After this many wrong passwords in a row (1 to 7), the tag can never be written again. (default: no limit)",
            valueName: "count"))
    var attemptLimit: Int?

    @Flag(help: "Keep the UID or counter mirror switched on; without this option, it is switched off.")
    var keepMirror = false

    @Flag(help: "Print every step and every bit that would change, but write nothing.")
    var dryRun = false

    @OptionGroup var secret: SecretOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var data: DataOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if let attemptLimit, !(1...7).contains(attemptLimit) {
            throw ValidationError("--attempt-limit must be between 1 and 7; without it, there is no limit.")
        }
    }

    func run() async throws {
        let protecting = Protecting(
            object: "tag_protect",
            goal: { .password(attemptLimit: attemptLimit ?? 0, mirror: keepMirror ? $0.mirror : nil) },
            secret: try await secret.required(), consent: dryRun ? .dryRun : .given)
        try await protecting.runAndPrint(reader, data, output)
    }
}

/// `tapctl tag unprotect`: removes a tag's password.
struct TagUnprotect: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "unprotect", abstract: "Remove the password, using the secret that protects the tag.",
        discussion: """
            EXAMPLES:
              tapctl tag unprotect --secret box.secret
              tapctl tag unprotect --secret box.secret --dry-run

            The tag refuses a wrong secret. If the tag was protected with --attempt-limit,
            a wrong secret counts as an attempt, so the secret is tried only once. Parts
            that are permanently locked stay locked. If the tag belongs to a batch, the
            change is recorded.
            """)

    @Flag(help: "Print every step and every bit that would change, but write nothing.")
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
