import Foundation
import TestSupport
import Testing

/// Runs the real program on dumps and URLs like those that people send.
@Suite(.serialized) struct StrangerInputTests {
    /// An NFC Tools export of a programmed NTAG213 with page 7 unread.
    private static let incomplete: String = {
        let pages =
            ["04:A1:B2:9F", "C3:D4:E5:F6", "04:48:00:00", "E1:10:12:00", "01:03:A0:0C", "34:03:10:D1"]
            + ["01:0C:55:04", "", "70:6C:65:2E", "63:6F:6D:FE"]
        return pages.enumerated().map { "[ \($0.element) ] Addr. 0\($0.offset) : DATA\n" }.joined()
    }()

    @Test("tag restore refuses a dump whose message continues into an unknown page")
    func incompleteDump() async throws {
        try await Scratch.with { scratch in
            try Data(Self.incomplete.utf8).write(to: scratch.folder.appending(path: "export.txt"))
            let run = try await scratch.run(
                "tapctl tag restore export.txt --overwrite --reader sim:tag.nfc --json")
            #expect(run.exitCode == 65)
            #expect(run.standardOutput.contains(#""code":"incompleteDump""#))
            #expect(run.standardError.contains("no data for page 7"))
            #expect(scratch.tagIsUnharmed)
            let check = try await scratch.run("tapctl dump check export.txt")
            #expect(check.exitCode == 0 && !check.standardOutput.contains("error"))
        }
    }

    @Test("tag restore refuses a host that only resembles ours, unless --as-is is given")
    func lookalike() async throws {
        // The message is https://appclip.tap.givin/x in another program's Type 4 tag file.
        let message =
            "D1 01 16 55 04 61 70 70 63 6C 69 70 2E 74 61 70\nNDEF Data: 2E 67 69 76 69 6E 2F 78 2F 79"
        let text =
            "Filetype: Flipper NFC device\nVersion: 4\nDevice type: Type 4 Tag\nUID: 04 A1 B2 C3 D4 E5 F6\n"
            + "NDEF Data Size: 26\nNDEF Data: \(message)\n"
        try await Scratch.with { scratch in
            try Data(text.utf8).write(to: scratch.folder.appending(path: "dump.nfc"))
            let command = "tapctl tag restore dump.nfc --overwrite --reader sim:tag.nfc"
            let refused = try await scratch.run(command)
            #expect(refused.exitCode == 77 && refused.standardError.contains("--as-is"))
            #expect(scratch.tagIsUnharmed)
            #expect(try await scratch.run(command + " --as-is").exitCode == 0)
        }
    }

    @Test("tag write refuses invisible characters in a URL of another host")
    func invisible() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "tapctl tag write --any-url \"$(printf 'https://example.org/\\342\\200\\256x')\" --overwrite --reader sim:tag.nfc"
            )
            #expect(run.exitCode == 65)
            #expect(run.standardError.contains(#"\u{202e}"#) && !run.standardError.contains("\u{202E}"))
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test(
        "tag write warns if no phone can use the message",
        arguments: ["--uri notascheme --force", "--text en:", "--app 'not a package'"])
    func useless(records: String) async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run("tapctl tag write \(records) --overwrite --reader sim:tag.nfc")
            #expect(run.exitCode == 0)
            #expect(run.standardError.contains("warning: no phone can use this message: "))
        }
    }

    @Test("a URL without a host is not called a lookalike")
    func noHost() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "tapctl tag write --uri https:// --overwrite --reader sim:tag.nfc")
            #expect(run.exitCode == 65 && run.standardError.hasPrefix("error: the URL has no host\n"))
            #expect(scratch.tagIsUnharmed)
        }
    }

    @Test("the note about assumed passwords appears once for a folder of simulated tags")
    func folderNote() async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run("tapctl sim tag new box/ --count 3 --uid 04E141124C28A0")
            #expect(made.exitCode == 0)
            for name in ["tag-1", "tag-2"] {
                let file = scratch.folder.appending(path: "box/\(name).nfc")
                let text = try String(contentsOf: file, encoding: .utf8)
                try Data(text.replacing("Pages read: 45", with: "Pages read: 43").utf8).write(to: file)
            }
            let run = try await scratch.run("tapctl tag info --reader sim:box")
            #expect(run.exitCode == 0)
            let notes = run.standardError.split(separator: "\n").filter { $0.contains("FFFFFFFF") }
            #expect(notes.count == 1 && notes.first?.hasPrefix("note: 2 of 3 tags: ") == true)
        }
    }

    @Test("hints name the command that reads the input")
    func hints() async throws {
        try await Scratch.with { scratch in
            try Data(Self.incomplete.utf8).write(to: scratch.folder.appending(path: "export.txt"))
            let hints = [
                ("tapctl site check church.example", "https://church.example"),
                ("tapctl ndef decode --file export.txt", "tapctl dump check"),
                ("tapctl tag info --reader sim:export.txt", "tapctl dump convert export.txt"),
                (
                    "tapctl invoke https://appclip.tap.giving/Grace --experience nonsense",
                    "https:// and a host"
                ),
            ]
            for (command, hint) in hints {
                let run = try await scratch.run(command)
                #expect(run.exitCode != 0 && run.standardError.contains(hint), "\(command)")
            }
        }
    }
}
