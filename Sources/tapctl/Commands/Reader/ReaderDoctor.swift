import ArgumentParser
import Documents
import FailureKit
import TagReaders

/// `tapctl reader doctor`: what keeps a reader from working, and the commands that mend it.
struct ReaderDoctor: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what keeps a reader from working, and how to mend it.",
        discussion: """
            EXAMPLES:
              tapctl reader doctor
              tapctl reader doctor --json
              tapctl reader doctor --root /media/ann/rootfs --user pi

            Looked at: what is plugged in, who holds it (the kernel's pn533, pcscd,
            another program), whether you may use it, udev's rules, blacklists of modules,
            libnfc's files and PC/SC's daemon. Nothing is opened, asked or changed: the
            commands that mend a cause are printed for you to type. Ends with 1 when
            something is in the way or no reader is there.
            """)

    @Option(
        help: ArgumentHelp(
            "The root folder of another system, as a mounted card.", valueName: "folder"),
        completion: .directory)
    var root = "/"

    @Option(help: ArgumentHelp("Who shall use the reader. (default: you)", valueName: "name"))
    var user: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        let diagnosis = ReaderDiagnosis(ReaderFacts(root: root, account: try account()))
        try output.print(diagnosis.document) { diagnosis.text(style: $0) }
        if !diagnosis.isGood { throw ExitCode.no }
    }

    private func account() throws -> ReaderFacts.Account {
        guard let user else { return .current(root: root) }
        guard let account = ReaderFacts.Account(named: user, root: root) else {
            throw CommandError(
                .notFound, code: "noSuchUser", "there is no user \(user)",
                reason: "\(root == "/" ? "" : root)/etc/passwd does not name them",
                remedy: "check how the name is spelled")
        }
        return account
    }
}
