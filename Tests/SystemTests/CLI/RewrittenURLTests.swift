import Foundation
import TestSupport
import Testing

/// T-5, with the real program: every command that writes a URL either refuses it, or lists each piece that it
/// drops or changes.
@Suite("Written URLs (T-5)", .serialized) struct RewrittenURLTests {
    private static let ours = "https://appclip.tap.giving/Grace"

    @Test(
        "tag write refuses what would be lost, shows the corrected URL, and leaves the tag as it was",
        arguments: [
            ("?f=12&amp;r=1", "?f=12&r=1"), ("?fund=12&r=1", "?f=12&r=1"), ("?f=12&monthly=1", "?f=12&r=1"),
            ("?f=12;r=1", "?f=12&r=1"), ("?F=12", "?f=12&r=0"), ("?f=12#r=1", "?f=12&r=1"),
            ("#f=12", "?f=12&r=0"),
            ("?f=12&v=1", "?f=12&r=1"), ("?f=12&r=1&x=2", "?f=12&r=1"),
        ])
    func refusedOnTag(given: String, corrected: String) async throws {
        try await Scratch.with { scratch in
            for form in ["'\(Self.ours)\(given)'", "--uri '\(Self.ours)\(given)' --text en:Give"] {
                let run = try await scratch.run(
                    "tapctl tag write \(form) --overwrite --reader sim:tag.nfc --json")
                #expect(run.exitCode == 65, "\(form)")
                #expect(run.standardError.contains(Self.ours + corrected + "\n"), "\(run.standardError)")
                #expect(run.standardOutput.contains(#""object":"error""#))
                #expect(scratch.tagIsUnharmed)
            }
            let code = try await scratch.run("tapctl url qr '\(Self.ours)\(given)'")
            #expect(code.exitCode == 65 && code.standardOutput.isEmpty)
            let check = try await scratch.run("tapctl url check '\(Self.ours)\(given)'")
            #expect(check.exitCode != 0 && check.standardOutput.contains(Self.ours + corrected))
        }
    }

    @Test("tag write and url qr list what is left out, in text and in JSON")
    func listed() async throws {
        try await Scratch.with { scratch in
            let url = Self.ours + "/?utm_source=mail&r=1&f=12#top"
            for command in [
                "tapctl tag write '\(url)' --overwrite --reader sim:tag.nfc --json",
                "tapctl tag write '\(url)' --overwrite --reader sim:tag.nfc --json --dry-run",
                "tapctl url qr '\(url)' --json",
            ] {
                let run = try await scratch.run(command)
                #expect(run.exitCode == 0, "\(run.standardError)")
                let notes = run.standardError.split(separator: "\n").filter { $0.hasPrefix("note: ") }
                #expect(
                    notes == [
                        "note: the URL becomes \(Self.ours)?f=12&r=1",
                        "note: the slash after the organization is left out",
                        "note: utm_source=mail is left out: giving URLs do not have this parameter",
                        "note: the parameters are put in order: f=12&r=1",
                        "note: #top is left out: a fragment never leaves the phone",
                    ])
                let report = try JSONDecoder().decode(Report.self, from: Data(run.standardOutput.utf8))
                #expect(report.changes?.map(\.from) == ["/", "utm_source=mail", "r=1&f=12", "#top"])
                #expect(report.changes?.map(\.change) == ["dropped", "dropped", "moved", "dropped"])
            }
        }
    }

    @Test("a URL in a list of records is written in its canonical form, too, and listed")
    func records() async throws {
        try await Scratch.with { scratch in
            let run = try await scratch.run(
                "tapctl tag write --uri '\(Self.ours)?r=1&utm_source=a' --text en:Give --overwrite "
                    + "--reader sim:tag.nfc && tapctl tag read --reader sim:tag.nfc")
            #expect(run.standardError.contains("note: the URL becomes \(Self.ours)?r=1\n"))
            #expect(run.standardOutput.contains("\(Self.ours)?r=1\n") && !run.standardOutput.contains("utm"))
        }
    }

    @Test("HTTPS:// in capitals takes the abbreviation of https:// (low finding)")
    func capitals() async throws {
        try await Scratch.with { scratch in
            let encoded = try await scratch.run("tapctl ndef encode --uri HTTPS://EXAMPLE.com/A")
            #expect(encoded.standardOutput.hasPrefix("d1010e5504"))
            let run = try await scratch.run(
                "tapctl tag write --any-url HTTPS://Church.EXAMPLE/Give --overwrite --reader sim:tag.nfc --json"
            )
            let report = try JSONDecoder().decode(Report.self, from: Data(run.standardOutput.utf8))
            #expect(report.url == "https://church.example/Give")
            #expect(report.changes?.map(\.part) == ["scheme", "host"])
            let read = try await scratch.run("tapctl tag read --reader sim:tag.nfc --json")
            #expect(read.standardOutput.contains(#""https://church.example/Give""#))
        }
    }

    @Test(
        "batch new refuses and lists by line, with and without an organization directory",
        arguments: [false, true])
    func table(hasDirectory: Bool) async throws {
        try await Scratch.with { scratch in
            if hasDirectory {
                let made = try await scratch.run(
                    "tapctl org add Grace --name Grace && tapctl fund add 12 --org Grace --name Roof")
                try #require(made.exitCode == 0, "\(made.standardError)")
            }
            try write(
                "seat,url\nA1,\(Self.ours)?f=12&r=1\nA2,\(Self.ours)?f=12&amp;r=1\nA3,\(Self.ours)?fund=12\n"
                    + "A4,\(Self.ours)?f=12#r=1\nA5,\(Self.ours)?f=12;r=1\nA6,\(Self.ours)?F=12\n", scratch)
            let refused = try await scratch.run("tapctl batch new Main --csv seats.csv --json")
            #expect(refused.exitCode == 65)
            let check = try JSONDecoder().decode(Check.self, from: Data(refused.standardOutput.utf8))
            #expect(check.problems.map(\.line) == [3, 4, 5, 6, 7])
            #expect(
                check.problems.map(\.code) == [
                    "unclearURL", "unclearURL", "unclearURL", "unclearURL", "invalidURL",
                ])
            for (problem, corrected) in zip(check.problems, ["1", "0", "1", "1", "0"]) {
                #expect(problem.message.contains("\(Self.ours)?f=12&r=\(corrected)"), "\(problem.message)")
                #expect(refused.standardError.contains("line \(problem.line): "))
            }
            let nothing = try await scratch.run("tapctl batch status Main")
            #expect(nothing.exitCode == 66)

            try write(
                "seat,url\nA1,\(Self.ours)?f=12&r=1&utm_source=mail\nA2,\(Self.ours)?f=12&r=1\n"
                    + "A3,\(Self.ours)/?r=1\nA4,\(Self.ours)?f=12&r=1&utm_source=mail\n", scratch)
            let kept = try await scratch.run("tapctl batch new Main --csv seats.csv --json")
            #expect(kept.exitCode == 0, "\(kept.standardError)")
            let plan = try JSONDecoder().decode(Plan.self, from: Data(kept.standardOutput.utf8))
            #expect(
                plan.rewritten.map(\.line) == [2, 4, 5] && plan.rewritten.map(\.seat) == ["A1", "A3", "A4"])
            #expect(plan.rewritten[0].changes.map(\.from) == ["utm_source=mail"])
            #expect(
                kept.standardError.contains(
                    "note: lines 2, 5: the URL becomes \(Self.ours)?f=12&r=1: utm_source=mail"))
            #expect(
                kept.standardError.contains("note: line 4: A3: the URL becomes \(Self.ours)?r=1: the slash"))
        }
    }

    @Test("batch new and managed aim list what they leave out of a URL for many tags")
    func common() async throws {
        try await Scratch.with { scratch in
            let url = "'\(Self.ours)?r=1&utm_source=mail'"
            let made = try await scratch.run("tapctl batch new Main --count 20 --managed --url \(url)")
            #expect(
                made.exitCode == 0
                    && made.standardError.contains("note: 20 seats: the URL becomes \(Self.ours)?r=1: "))
            let aimed = try await scratch.run("tapctl managed aim --batch Main --seat 1 --url \(url) --json")
            #expect(aimed.standardError.contains("note: utm_source=mail is left out"))
            #expect(
                aimed.standardOutput.contains(
                    #""changes":[{"change":"dropped","part":"parameter","from":"utm_source=mail""#))
            let refused = try await scratch.run(
                "tapctl managed aim --batch Main --seat 1 --url '\(Self.ours)?month=1'")
            #expect(refused.exitCode == 65 && refused.standardError.contains(Self.ours + "?r=1"))
        }
    }

    @Test("tag restore refuses a dump whose URL phones read in part, unless it is wanted as it is")
    func restored() async throws {
        try await Scratch.with { scratch in
            let made = try await scratch.run(
                "tapctl sim tag new bad.nfc && tapctl tag write --any-url https://church.example/a --reader sim:bad.nfc "
                    + "&& tapctl ndef encode --uri '\(Self.ours)?f=12&amp;r=1' --as type2")
            try #require(made.exitCode == 0, "\(made.standardError)")
            // Replaces the tag's message directly, because a writer would refuse it.
            let area = made.standardOutput.split(separator: "\n").last.map(String.init) ?? ""
            try put(area, onto: "bad.nfc", in: scratch)
            let refused = try await scratch.run("tapctl tag restore bad.nfc --overwrite --reader sim:tag.nfc")
            #expect(refused.exitCode == 65 && refused.standardError.contains("\(Self.ours)?f=12&r=1"))
            #expect(refused.standardError.contains("--as-is") && scratch.tagIsUnharmed)
            let done = try await scratch.run(
                "tapctl tag restore bad.nfc --overwrite --as-is --reader sim:tag.nfc")
            #expect(done.exitCode == 0, "\(done.standardError)")
            let read = try await scratch.run("tapctl tag read --reader sim:tag.nfc --json")
            #expect(read.standardOutput.contains("?f=12&amp;r=1"))
        }
    }

    @Test("prints an invisible character or a line break of a seat escaped, and names it (low finding)")
    func seats() async throws {
        try await Scratch.with { scratch in
            try write("seat,org\nA\u{200B}1,Grace\n\"B\n2\",Grace\nC\u{202E}3,Grace\n", scratch)
            let run = try await scratch.run("tapctl batch new Main --csv seats.csv --json")
            #expect(run.exitCode == 65)
            #expect(
                run.standardError.contains(
                    #"A\u{200b}1: the seat's name has an invisible character at character 2: U+200B"#))
            #expect(run.standardError.contains(#"B\u{a}2: the seat's name has a line break at character 2"#))
            #expect(run.standardError.contains(#"C\u{202e}3: the seat's name has a bidirectional control"#))
            for raw in ["\u{200B}", "\u{202E}", "B\n2"] {
                #expect(!run.standardError.contains(raw))
            }
        }
    }

    @Test("ndef decode names the layer that the bytes are, strictly and leniently (low finding)")
    func layers() async throws {
        try await Scratch.with { scratch in
            for option in ["", "--lenient", "--lenient --json"] {
                let run = try await scratch.run(
                    "tapctl ndef decode \(option) '03 10 D1 01 0C 55 04 65 78 61 6D 70 6C 65 2E 63 6F 6D'")
                #expect(
                    run.exitCode == 65 && run.standardError.contains("add --as type2"), "\(run.standardError)"
                )
                #expect(!run.standardOutput.contains("empty message"))
            }
        }
    }

    private func write(_ table: String, _ scratch: Scratch) throws {
        try Data(table.utf8).write(to: scratch.folder.appending(path: "seats.csv"))
    }

    /// Writes a data area, in hex, to a tag's file, starting at page 4.
    private func put(_ area: String, onto name: String, in scratch: Scratch) throws {
        let file = scratch.folder.appending(path: name)
        var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        let digits = Array(area + String(repeating: "0", count: (8 - area.count % 8) % 8)).map(String.init)
        for index in 0..<digits.count / 8 {
            let bytes = (0..<4).map { digits[index * 8 + $0 * 2] + digits[index * 8 + $0 * 2 + 1] }
            let page = "Page \(index + 4): \(bytes.joined(separator: " ").uppercased())"
            text = text.replacing(try Regex("(?m)^Page \(index + 4): .*$"), with: page)
        }
        try Data(text.utf8).write(to: file)
    }

    private struct Change: Decodable {
        var change, part: String
        var from: String?
    }
    private struct Report: Decodable {
        var url: String?
        var changes: [Change]?
    }
    private struct Check: Decodable {
        struct Problem: Decodable {
            var code, message: String
            var line: Int
        }
        var problems: [Problem]
    }
    private struct Plan: Decodable {
        struct Row: Decodable {
            var line: Int?
            var seat: String
            var changes: [Change]
        }
        var rewritten: [Row]
    }
}
