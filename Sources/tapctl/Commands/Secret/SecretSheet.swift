import ArgumentParser
import DataFolderKit
import Documents
import TagSecurity

/// `tapctl secret sheet`: what a church keeps on paper.
struct SecretSheet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: "Write the recovery sheet of a secret, to be printed.",
        discussion: """
            EXAMPLES:
              tapctl secret sheet box.secret | lp
              tapctl secret sheet box.secret -o sheet.html

            The sheet has the recovery words, and in HTML also as a QR code. Print it, keep
            it with the church's keys, and remove the sheet's file: no copy of it on a
            phone or in the mail. The secret's own file stays: every run needs it.
            """)

    @Argument(help: "The secret's file, or - for standard input.", completion: .file())
    var file: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A page in HTML, which only you may read, in place of text.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var output: String?

    func run() async throws {
        let secret = try await SecretInput.secret(file)
        let sheet = RecoverySheet(words: secret.recoveryWords, name: file)
        guard let output else { return try SecretPaper.show(sheet.text, "no sheet was made") }
        try NewFile.refuseExisting([output], force: false, remedy: "take another name")
        try NewFile.write(Array(sheet.html().utf8), to: output, force: false, mode: 0o600)
        Talk.say("\(printable(output)): print it and remove it; \(printable(file)) stays")
    }
}
