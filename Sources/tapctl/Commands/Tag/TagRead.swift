import ArgumentParser
import Documents
import FailureKit
import TagKit

/// `tapctl tag read`: what a phone would see.
struct TagRead: PrintsJSON {
    static let configuration = CommandConfiguration(
        commandName: "read", abstract: "Show what a phone would see on the tag.",
        discussion: """
            EXAMPLES:
              tapctl tag read
              tapctl tag read --reader sim:seat.nfc
              tapctl tag read --json | jq -r .invocation.canonical

            An empty tag is an answer too. Ends with 65 when what stands there is no
            message.
            """)

    @OptionGroup var hosts: HostOptions
    @OptionGroup var reader: ReaderOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let hosts = try hosts.hosts()
        let look = try await reader.look(.message)
        try output.print(look.readDocument(hosts: hosts)) { look.readText(hosts: hosts, style: $0) }
        // A message that is none is the error below, not one more warning.
        Talk.tell(look.findings.filter { if case .messageMalformed = $0 { false } else { true } })
        if let flaw = look.contents.flaw {
            Talk.tell(
                CommandError(
                    .malformed, code: flaw.code.rawValue, flaw.summary, reason: flaw.reason,
                    remedy:
                        "the next `tapctl tag write` repairs it; `tapctl tag dump` keeps what stands there"))
            throw ExitCode.malformed
        }
    }
}
