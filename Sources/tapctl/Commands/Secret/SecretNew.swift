import ArgumentParser
import Documents
import TagSecurity
import TextKit

/// `tapctl secret new`: a new secret in a file of its own, and its words for paper.
struct SecretNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Make a secret in a new file, and show its recovery words once.",
        discussion: """
            EXAMPLES:
              tapctl secret new box.secret

            Print the recovery sheet with `tapctl secret sheet`, or write the words on
            paper, and keep it where the church keeps its keys. A tag that is protected
            with a secret can never be rewritten without it.
            """)

    @Argument(help: "The new file; only you will be able to read it.", completion: .file())
    var file: String

    func validate() throws {
        if file == "-" { throw ValidationError("A secret is made in a file: give its name.") }
    }

    func run() throws {
        var generator = SystemRandomNumberGenerator()
        let secret = BatchSecret(from: &generator)
        try secret.write(path: file)
        try SecretPaper.show(
            "\(secret.recoveryWords)\n", "\(file) is made, and nobody has it on paper",
            remedy: "`tapctl secret sheet \(file.shellWord)` makes the sheet, before the first tag")
        Talk.say("written to \(printable(file)); copy these words to paper before the first tag")
    }
}
