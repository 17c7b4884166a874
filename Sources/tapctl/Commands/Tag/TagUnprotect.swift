import ArgumentParser
import DataFolderKit
import TagKit

/// `tapctl tag unprotect`: the password is taken off.
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
