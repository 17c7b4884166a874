import ArgumentParser
import DataFolderKit
import Documents
import TagSecurity
import TextKit

/// `tapctl secret restore`: from paper back into a file.
struct SecretRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a secret's file again from its recovery words.",
        discussion: """
            EXAMPLES:
              tapctl secret restore box.secret
              tapctl secret restore box.secret < words.txt

            When the computer is lost: type the words of the recovery sheet. Capitals,
            hyphens and spaces do not matter, and O is taken for 0, I and L for 1. A word
            with a mistake is named by its place, and nothing is made of it. No file is
            replaced, and only you will be able to read the new one.
            """)

    @Argument(help: "The new file.", completion: .file())
    var file: String

    func validate() throws {
        if file == "-" { throw ValidationError("A secret is made in a file: give its name.") }
    }

    func run() async throws {
        // Nobody shall type 35 characters for nothing.
        try NewFile.refuseExisting([file], force: false, remedy: "take another name: no secret is replaced")
        let secret = try await SecretInput.secret("-")
        try secret.write(path: file)
        Talk.say("\(printable(file)): the secret is there again")
        Talk.say("`tapctl secret sheet \(printable(file.shellWord))` prints its sheet anew")
    }
}
