import Foundation
import TestSupport
import Testing

/// tapctl asks questions and uses color only on a terminal.
@Suite(.serialized) struct TerminalTests {
    /// Runs a command on its own terminal, and types `answer` into it.
    private func atTerminal(
        _ command: String, answer: String = "", variables: String = "TERM=xterm", in scratch: Scratch
    ) async throws -> ProgramRun {
        try await scratch.run(
            "printf '\(answer)' | env \(variables) script --quiet --return --echo never "
                + "--command '\(command)' /dev/null")
    }

    @Test("another message is replaced when the person says yes", arguments: ["y\\n", "YES\\n"])
    func yes(answer: String) async throws {
        try await Scratch.with { scratch in
            let run = try await atTerminal(
                "tapctl tag write --org Grace --reader sim:tag.nfc", answer: answer, in: scratch)
            #expect(
                run.standardOutput.contains(
                    "contains https://appclip.tap.giving/GraceChapel?f=7&r=0.\r\nReplace it? [y/N] "))
            #expect(run.standardOutput.contains("verified"))
            #expect(run.exitCode == 0)
        }
    }

    @Test("anything but yes leaves the tag", arguments: ["n\\n", "\\n", "yess\\n", ""])
    func no(answer: String) async throws {
        try await Scratch.with { scratch in
            let run = try await atTerminal(
                "tapctl tag write --org Grace --reader sim:tag.nfc", answer: answer, in: scratch)
            #expect(run.exitCode == 77, "\(run.standardOutput)")
            #expect(run.standardOutput.contains("nothing was written"))
            #expect(!run.standardOutput.contains("error:"))
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test("asks before writing a capability container, which is permanent")
    func formatting() async throws {
        try await Scratch.with { scratch in
            _ = try await scratch.run("tapctl sim tag new blank.nfc --type ultralight --uid 04E141124C2880")
            let command = "tapctl tag format --reader sim:blank.nfc"
            let no = try await atTerminal(command, answer: "n\\n", in: scratch)
            #expect(
                no.standardOutput.contains(
                    "page 3 of the tag 04E141124C2880 will permanently contain e1100600"))
            #expect(no.exitCode == 77)
            #expect(try await atTerminal(command, answer: "y\\n", in: scratch).exitCode == 0)
        }
    }

    @Test("output is colored only on a terminal", arguments: ["TERM=xterm NO_COLOR=1", "TERM=dumb"])
    func colour(plain: String) async throws {
        try await Scratch.with { scratch in
            let command = "tapctl tag info --reader sim:tag.nfc"
            let terminal = try await atTerminal(command, in: scratch).standardOutput
            #expect(terminal.contains("\u{1B}[1mNTAG213\u{1B}[0m"))
            #expect(
                !(try await atTerminal(command, variables: plain, in: scratch)).standardOutput.contains(
                    "\u{1B}"))
            #expect(!(try await scratch.run(command)).standardOutput.contains("\u{1B}"))
        }
    }
}
