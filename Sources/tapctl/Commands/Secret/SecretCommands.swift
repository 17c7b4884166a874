import ArgumentParser
import DataFolderKit
import Documents
import FailureKit
import TagSecurity
import TextKit

/// `tapctl secret`: manages the secrets from which tag passwords are derived.
struct SecretCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "secret", abstract: "Create, print and restore the secret that protects tags.",
        subcommands: [SecretNew.self, SecretSheet.self, SecretRestore.self])
}

/// `tapctl secret new`: creates a secret in a new file, and prints its recovery words.
struct SecretNew: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a secret in a new file, and show its recovery words once.",
        discussion: """
            EXAMPLES:
              tapctl secret new box.secret

            Print the recovery sheet with `tapctl secret sheet`, or write the words on
            paper, and keep the paper with the church's keys. If the file and the words are
            both lost, the tags protected with the secret can never be rewritten.
            """)

    @Argument(help: "The new file; only you will be able to read it.", completion: .file())
    var file: String

    func validate() throws {
        if file == "-" {
            throw ValidationError("A secret cannot be written to standard output. Enter a file name.")
        }
    }

    func run() throws {
        var generator = SystemRandomNumberGenerator()
        let secret = BatchSecret(from: &generator)
        try secret.write(path: file)
        try SecretPaper.show(
            "\(secret.recoveryWords)\n", "\(file) was created, but its recovery words were not shown",
            remedy: "`tapctl secret sheet \(file.shellWord)` creates the sheet; print it before writing a tag"
        )
        Terminal.say(
            "the secret was written to \(printable(file)); copy the words to paper before you write the first tag"
        )
    }
}

/// `tapctl secret sheet`: prints a secret's recovery sheet, or writes it as an HTML page.
struct SecretSheet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Create a secret's recovery sheet for printing.",
        discussion: """
            EXAMPLES:
              tapctl secret sheet box.secret | lp
              tapctl secret sheet box.secret -o sheet.html

            The sheet contains the recovery words and, as HTML, also a QR code. Print it,
            keep it with the church's keys, and delete the sheet's file: do not keep a copy
            on a phone or in your mail. Keep the secret's file: you need it whenever you
            write tags that are protected with the secret.
            """)

    @Argument(help: "The secret's file, or - for standard input.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write an HTML page that only you can read, instead of text.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String?

    func run() async throws {
        let secret = try await SecretInput.secret(file)
        let sheet = RecoverySheet(words: secret.recoveryWords, name: file == "-" ? "(standard input)" : file)
        guard let output else { return try SecretPaper.show(sheet.text, "no sheet was created") }
        try NewFile.refuseExisting([output], force: false, remedy: "choose another name")
        try NewFile.write(Array(sheet.html().utf8), to: output, force: false, mode: 0o600)
        let kept = file == "-" ? "the secret's file" : printable(file)
        Terminal.say("print \(printable(output)) and then delete it; keep \(kept)")
    }
}

/// `tapctl secret restore`: restores a secret's file from its recovery words.
struct SecretRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a secret's file from its recovery words.",
        discussion: """
            EXAMPLES:
              tapctl secret restore box.secret
              tapctl secret restore box.secret < words.txt

            Use this command if the secret's file is lost. Enter the words from the
            recovery sheet. Capitals, hyphens and spaces do not matter, O is read as 0, and
            I and L as 1. If a word has a mistake, its position is shown and no file is
            created. An existing file is never replaced, and only you can read the new one.
            """)

    @Argument(help: "The new file.", completion: .file())
    var file: String

    func validate() throws {
        if file == "-" {
            throw ValidationError("A secret cannot be written to standard output. Enter a file name.")
        }
    }

    func run() async throws {
        // The file is checked first, so that a person does not type 35 characters in vain.
        try NewFile.refuseExisting(
            [file], force: false, remedy: "choose another name: a secret is never replaced")
        let secret = try await SecretInput.secret("-")
        try secret.write(path: file)
        Terminal.say("\(printable(file)): the secret was restored")
        Terminal.say("`tapctl secret sheet \(printable(file.shellWord))` prints a new recovery sheet")
    }
}

/// Functions that print a secret's recovery words to standard output.
enum SecretPaper {
    /// Prints a secret's recovery words.
    ///
    /// A closed pipe is also an error here, because a person could otherwise believe that the words are on
    /// paper.
    ///
    /// - Parameters:
    ///   - text: The text with the recovery words.
    ///   - fact: The error's message, which describes the resulting state.
    ///   - remedy: The error's remedy, which is the next step.
    /// - Throws: An error with exit code 74 if the words could not be written.
    static func show(_ text: String, _ fact: String, remedy: String = "run the command again") throws {
        let reason: String
        do {
            return try StandardStream.out.write(text)
        } catch is ClosedPipe {
            reason = "the output was closed"
        } catch let error as CommandError {
            reason = error.reason
        }
        throw CommandError(
            .inputOutput, code: "outputFailed", fact,
            reason: "the recovery words could not be written: \(reason)",
            remedy: remedy)
    }
}
