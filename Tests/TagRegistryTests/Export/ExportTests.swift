import InvocationRouter
import TagRegistry
import Testing
import TextKit

@Suite struct ExportTests {
    @Test("the table has each row with its tag, and no formula")
    func csv() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let export = try await file.write { transaction in
            var row = BatchRow.sample(2)
            row.seat = "=HYPERLINK(\"x\")"
            try transaction.save(row)
            try transaction.begin(("04E141124C2880", "NTAG213"), for: .main(1), at: noon)
            try transaction.finish(
                WrittenTag(uid: "04E141124C2880", readBackHash: "ab12", originality: .notGenuine), at: noon)
            try transaction.setAside(nil, from: .main(2), BatchFailure("tagLost", "it left"), at: noon)
            return try transaction.export("main")
        }
        let table = try CSVTable(Array(export.csv.utf8))
        #expect(table.header.fields.count == table.rows[0].fields.count)
        #expect(
            table.rows.map(\.fields) == [
                [
                    "1", "A1", "", "Grace", "12", "no", "https://appclip.tap.giving/Grace?f=12&r=0", "",
                    "verified", "04E141124C2880", "NTAG213", "not_genuine", "open", "no", "ab12",
                    "2026-11-21T12:00:00Z", "",
                ],
                [
                    "2", "=HYPERLINK(\"x\")", "", "Grace", "12", "no",
                    "https://appclip.tap.giving/Grace?f=12&r=0", "", "open", "", "", "", "", "no", "", "",
                    "tagLost: it left",
                ],
            ])
        #expect(export.csv.contains("\"'=HYPERLINK"))
    }

    @Test("each server's map contains paths with destinations, and none for a withdrawn id")
    func redirects() {
        var withdrawn = ManagedDestination(id: "old", aim: ManagedTests.aim("https://a.example"))
        withdrawn.state = .revoked
        let map = RedirectMap([
            ManagedDestination(id: "k3x9", aim: ManagedTests.aim("https://a.example/$x?b=c;d")), withdrawn,
        ])
        #expect(
            map.text(.netlify)
                == "# _redirects in the published folder\n/t/k3x9 https://a.example/$x?b=c;d 302\n# /t/old was withdrawn\n"
        )
        #expect(map.text(.apache).contains("Redirect 302 \"/t/k3x9\" \"https://a.example/$x?b=c;d\"\n"))
        #expect(map.text(.apache).contains("Redirect 410 \"/t/old\"\n"))
        #expect(map.text(.nginx).contains("    \"/t/k3x9\" \"https://a.example/%24x?b=c;d\";\n"))
        #expect(!map.text(.nginx).contains("\"/t/old\""))
    }

    @Test("the sheet has each seat with its code, escaped, and no place-holder of a mirror in it")
    func sheet() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let sheet = try await file.write { transaction in
            var row = BatchRow.sample(2)
            row.seat = "<A&2>"
            row.campus = "North"
            row.url = "https://appclip.tap.giving/Grace?r=0&t=k3x9&m=00000000000000x000000"
            try transaction.save(row)
            return SeatSheet(try transaction.export("Main"), hosts: .standard)
        }
        var drawn: [String] = []
        let html = sheet.html { text in
            drawn.append(text)
            return "<svg/>"
        }
        #expect(
            drawn == [
                "https://appclip.tap.giving/Grace?f=12&r=0", "https://appclip.tap.giving/Grace?r=0&t=k3x9",
            ])
        #expect(html.contains("<h2><bdi>North</bdi> · <bdi>&lt;A&amp;2&gt;</bdi></h2>"))
        #expect(!html.contains("<script"))
    }

    @Test("a page of the sheet has twelve cards with the names of the organization and the fund")
    func pages() async throws {
        let file = try await RegistryFile.withBatch(rows: 25)
        let sheet = try await file.write { SeatSheet(try $0.export("Main"), hosts: .standard) }
        let html = sheet.html(caption: { _ in SeatSheet.Caption(organization: "Grace <3", fund: "Roof") }) {
            _ in
            "<svg/>"
        }
        #expect(html.matches(of: #/<article>/#).count == 3 && html.matches(of: #/<section>/#).count == 25)
        #expect(
            html.contains("Page 3 of 3") && html.contains("<p class=\"church\"><bdi>Grace &lt;3</bdi></p>"))
        #expect(
            html.contains("Tap or scan to give") && html.contains("<p class=\"fund\"><bdi>Roof</bdi></p>"))
    }

    @Test("the names on a card are in the organization's color, dark enough for paper, and the code is black")
    func color() async throws {
        let file = try await RegistryFile.withBatch(rows: 1)
        let sheet = try await file.write { SeatSheet(try $0.export("Main"), hosts: .standard) }
        func section(_ color: String?) -> Substring? {
            let caption = SeatSheet.Caption(organization: "Grace", color: color)
            let html = sheet.html(caption: { _ in caption }) { _ in "<svg/>" }
            return html.firstMatch(of: #/<section[^>]*>/#)?.output
        }
        #expect(section("#1a5fb4") == "<section style=\"color: #1a5fb4\">")
        #expect(section("#ffffff") == "<section style=\"color: #767676\">")
        #expect(section(nil) == "<section>" && section("\">") == "<section>")
    }

    @Test("the sheet prints no code without a destination")
    func withdrawnSeat() async throws {
        let file = try await ManagedTests.file()
        let sheet = try await file.write { transaction in
            try transaction.save(Batch(name: "Main", isManaged: true, created: noon))
            try transaction.revoke("old")
            return SeatSheet(try transaction.export("Main"), hosts: .standard)
        }
        var drawn: [String] = []
        let html = sheet.html { text in
            drawn.append(text)
            return "<svg/>"
        }
        #expect(drawn == [BatchRow.sample(2).url])
        #expect(html.contains("no QR code: the id of this seat was withdrawn"))
        #expect(!html.contains("/t/old"))
    }
}
