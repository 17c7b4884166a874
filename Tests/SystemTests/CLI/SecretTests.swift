import Foundation
import TestSupport
import Testing

/// Transfers a secret's words between paper, a keyboard and a file, without showing them to anyone else.
@Suite(.serialized) struct SecretTests {
    static let words = "000GC-40R4Y-0M301-E209M-185G2-R38EE-1YZ4V"
    /// The second group has a wrong character.
    static let mistyped = "000GC-40R4X-0M301-E209M-185G2-R38EE-1YZ4V"

    /// The output of a terminal if these words are typed, one after another, into a command that asks for them.
    private func typed(
        _ answers: [String], to command: String, in scratch: Scratch
    ) async throws -> (shown: String, exitCode: Int32) {
        let program = try RunningProgram(
            ["script", "--quiet", "--return", "--echo", "always", "--command", command, "/dev/null"],
            in: scratch.folder)
        var (shown, left) = ("", answers[...])
        for await line in program.lines {
            shown += line + "\n"
            if line.contains("they are not shown"), let next = left.popFirst() { program.type(next) }
        }
        return (shown, await program.exitCode())
    }

    @Test("words typed at a terminal are asked for and not shown; one line is enough")
    func terminal() async throws {
        try await Scratch.with { scratch in
            let (shown, exitCode) = try await typed(
                [Self.words.lowercased()], to: "tapctl secret restore new.secret", in: scratch)
            #expect(exitCode == 0, "\(shown)")
            #expect(!shown.uppercased().contains("000GC"), "\(shown)")
            let file = scratch.folder.appending(path: "new.secret")
            #expect(try String(contentsOf: file, encoding: .utf8).contains(Self.words))
            let stat = try await scratch.run("stat -c %a new.secret")
            #expect(stat.standardOutput == "600\n")
        }
    }

    @Test("mistyped words are asked for again, three times in all, and the wrong group is named")
    func again() async throws {
        try await Scratch.with { scratch in
            let second = try await typed(
                [Self.mistyped, Self.words], to: "tapctl secret restore new.secret", in: scratch)
            #expect(second.exitCode == 0, "\(second.shown)")
            #expect(second.shown.contains("wrong: group 2 of 7"))
            let never = try await typed(
                [Self.mistyped, Self.mistyped, Self.mistyped, Self.words],
                to: "tapctl secret restore other.secret", in: scratch)
            #expect(never.exitCode == 65, "\(never.shown)")
            #expect(
                !FileManager.default.fileExists(atPath: scratch.folder.appending(path: "other.secret").path))
        }
    }

    @Test("Ctrl-C at the prompt for words exits with 130, and the terminal echoes typing again")
    func interrupted() async throws {
        try await Scratch.with { scratch in
            let program = try RunningProgram(
                [
                    // The test environment may ignore the signal, and a shell cannot undo that.
                    "env", "--default-signal=INT", "script", "--quiet", "--return", "--echo", "always",
                    "--command",
                    "trap : INT; tapctl secret restore new.secret; echo ended $?; stty -a", "/dev/null",
                ], in: scratch.folder)
            var shown = ""
            for await line in program.lines {
                shown += line + "\n"
                // What Ctrl-C sends: the terminal makes a signal of it.
                if line.contains("they are not shown") { program.press("\u{03}") }
            }
            #expect(shown.contains("ended 130"), "\(shown)")
            #expect(shown.contains(" echo "), "\(shown)")
        }
    }

    @Test(
        "words in the command itself are refused, and shown by no error",
        arguments: [
            "tag protect --secret \(words) --reader sim:tag.nfc",
            "tag protect --secret=\(words) --reader sim:tag.nfc",
            "tag unprotect --reader sim:tag.nfc --secret '\(words.replacing("-", with: " "))'",
            "batch run Main --secret \(words.replacing("-", with: " ")) --wait 1",
            "tag lock --secret \(mistyped.lowercased())", "backup make new --secret \(words)",
            "secret sheet \(words)", "secret sheet \(words.replacing("-", with: " "))", "secret new \(words)",
            "secret restore \(words)", "invoke --keys \(words) https://appclip.tap.giving/Grace",
            "url verify-sun --keys \(words) https://appclip.tap.giving/Grace",
        ])
    func inSight(arguments: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run("tapctl \(arguments)")
            #expect(run.exitCode == 64)
            #expect(run.standardError.contains("the command itself contains a secret's recovery words"))
            let said = (run.standardOutput + run.standardError).uppercased()
            for group in Self.words.split(separator: "-") { #expect(!said.contains(group), "\(said)") }
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test("a file whose name looks like words is a file")
    func namedAlike() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "umask 077; echo \(Self.words) > \(Self.words); tapctl secret sheet \(Self.words)")
            #expect(run.exitCode == 0, "\(run.standardError)")
        }
    }

    @Test("restores the same file from words on standard input")
    func restored() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                tapctl secret new one.secret > words.txt && tapctl secret restore two.secret < words.txt && \
                cmp one.secret two.secret && stat -c %a two.secret
                """)
            #expect(run.exitCode == 0, "\(run.standardError)")
            #expect(run.standardOutput == "600\n")
        }
    }

    @Test("replaces no file, and creates none from mistyped words")
    func refused() async throws {
        try await Scratch.with { scratch in
            let there = try await scratch.run("echo \(Self.words) | tapctl secret restore tag.nfc")
            #expect(there.exitCode == 73)
            #expect(scratch.tagIsUnharmed)
            let wrong = try await scratch.run(
                "echo \(Self.mistyped) | tapctl secret restore new.secret; test ! -e new.secret")
            #expect(
                wrong.exitCode == 0 && wrong.standardError.contains("group 2 of 7"), "\(wrong.standardError)")
        }
    }

    @Test(
        "a secret whose words could not be shown is saved, and the command says that it is not on paper",
        arguments: ["> /dev/full", "> pipe", ">&-"])
    func notShown(output: String) async throws {
        try await Scratch.with { scratch in
            // A pipe whose only reader has gone.
            let run = try await scratch.run(
                "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; tapctl secret new a.secret \(output == "> pipe" ? ">&4" : output)"
            )
            #expect(run.exitCode == 74, "\(run.standardError)")
            #expect(run.standardError.contains("a.secret was created, but its recovery words were not shown"))
            #expect(run.standardError.contains("`tapctl secret sheet a.secret` creates the sheet"))
            #expect(try await scratch.run("tapctl secret sheet a.secret").exitCode == 0)
        }
    }

    @Test("a sheet that cannot be read is an error")
    func sheetNotTaken() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "mkfifo pipe; exec 3<>pipe 4>pipe 3<&-; tapctl secret new a.secret > words; tapctl secret sheet a.secret >&4"
            )
            #expect(run.exitCode == 74)
            #expect(run.standardError.contains("no sheet was created"))
        }
    }

    @Test("TAPCTL_SEED determines ids, but not the secret of payment links")
    func seed() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                """
                for data in one two; do
                    TAPCTL_SEED=7 tapctl org add Grace --name Grace --data $data > /dev/null
                done
                cmp -s one/links.secret two/links.secret || echo differ
                """)
            #expect(run.standardOutput == "differ\n", "\(run.standardError)")
        }
    }
}
