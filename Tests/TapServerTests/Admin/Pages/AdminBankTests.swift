import Foundation
import Giving
import MoneyKit
import PaymentCore
import ServerKit
import SimulationKit
import TapServer
import TestSupport
import Testing
import TimeKit

/// A bank's statement held against the payouts, on the pages.
@Suite struct AdminBankTests {
    private static let path = "/admin/org/Grace/payouts/bank"

    /// Sends the form of the page with a statement.
    private static func send(
        _ statement: String, by browser: StaffBrowser, _ more: [String: String] = [:], to path: String = path
    ) async throws -> Page {
        let form = try await browser.open(path)
        let fields = ["csrf": form.hidden["csrf"] ?? "", "statement": statement]
        return try await browser.post(path, fields.merging(more) { $1 })
    }

    @Test("each deposit is shown with its payout and its funds, and with the rest on both sides")
    func matched() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00", fund: "12", covers: true)
            try await bench.give("30.00", fund: "13")
            let first = try #require(try await bench.payOut("Grace"))
            bench.bench.clock.advance(seconds: 86_400 * 7)
            try await bench.give("20.00")
            let missing = try #require(try await bench.payOut("Grace"))
            let (day, last) = (first.arrival.date, missing.arrival.date.adding(days: 6))
            let browser = try await bench.browser("reader")
            let page = try await Self.send(
                """
                Date,Description,Amount
                \(day.adding(days: -1).iso8601),RENT,-900.00
                \(day.adding(days: 1).iso8601),STRIPE TRANSFER,\(first.amount.plainText)
                \(last.iso8601),<b>A CHECK</b>,12.00
                """, by: browser)
            #expect(page.status == 200 && page.says("Deposits that are payouts: 1 of 2."), "\(page.html)")
            #expect(page.says("payouts/\(first.id)\">\(first.amount.shownForTest)</a>"))
            #expect(
                page.says("Missions") && page.says("Building") && page.says("$51.80") && page.says("$30.00"))
            #expect(page.says("Payouts that should have arrived but did not"))
            #expect(page.says("payouts/\(missing.id)"))
            #expect(page.says("Deposits that are not payouts") && page.says("&lt;b&gt;A CHECK"))
        }
    }

    @Test("a result has its own address, which the browser can reopen in the same session")
    func resultAddress() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let result = try await Self.send("Date,Amount\n2026-03-04,5", by: browser)
            #expect(result.says("Deposits that are payouts: 0 of 1."))
            #expect(result.target.hasPrefix(Self.path + "?result=") && result.target.utf8.count < 70)
            let again = try await browser.open(result.target)
            #expect(again.status == 200 && again.says("Deposits that are payouts: 0 of 1."))
            let other = try await bench.browser("reader").open(result.target)
            #expect(other.says("This result is no longer available."))
            #expect(!other.says("Deposits that are payouts"))
            let many = try await Self.send("Date,Amount\n2026-03-04,6", by: browser)
            for _ in 0..<20 { _ = try await Self.send("Date,Amount\n2026-03-04,7", by: browser) }
            #expect(try await browser.open(many.target).says("This result is no longer available."))
        }
    }

    @Test("with several servers, the result is the response to the form")
    func severalServers() async throws {
        var settings = AdminSettings()
        settings.isOnlyServer = false
        try await AdminBench.with(settings: settings) { bench in
            let browser = try await bench.browser("treasurer")
            let result = try await Self.send("Date,Amount\n2026-03-04,5", by: browser)
            #expect(result.says("Deposits that are payouts: 0 of 1.") && result.target == Self.path)
        }
    }

    @Test("an unreadable line is named, and the pasted text stays in the form")
    func complaint() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await Self.send("Date,Amount\n03/04/2026,5", by: browser)
            #expect(
                page.status == 422 && page.says("Line 2: &quot;03/04/2026&quot; could be two different dates")
            )
            #expect(page.says("<textarea") && page.says("03/04/2026,5"))
            let clear = try await Self.send("Date,Amount\n03/04/2026,5", by: browser, ["order": "mdy"])
            #expect(clear.status == 200 && clear.says("4 March 2026"))
            let empty = try await Self.send("", by: browser)
            #expect(empty.status == 422 && empty.says("Choose a CSV file, or paste the text"))
            let long = "Date,Amount\n" + String(repeating: "2026-01-31,1.00\n", count: 700)
            #expect(try await Self.send(long, by: browser).status == 200)
        }
    }

    @Test("a file is read instead of the pasted text")
    func file() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00")
            let payout = try #require(try await bench.payOut("Grace"))
            let browser = try await bench.browser("treasurer")
            let form = try await browser.open(Self.path)
            #expect(form.says("enctype=\"multipart/form-data\"") && form.says("type=\"file\" name=\"file\""))
            let fields = ["csrf": form.hidden["csrf"] ?? "", "statement": "pasted"]
            let text = "Date,Amount\n\(payout.arrival.date.iso8601),\(payout.amount.plainText)\n"
            let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
            for bytes in [Array(text.utf8), utf16] {
                let page = try await browser.upload(Self.path, fields, file: bytes)
                #expect(page.status == 200 && page.says("Deposits that are payouts: 1 of 1."), "\(page.html)")
            }
            // Without a file, the pasted text counts.
            let pasted = try await browser.upload(Self.path, fields, file: [])
            #expect(pasted.status == 422 && pasted.says("pasted</textarea>"))
        }
    }

    @Test("the text of a file that cannot be read is in the form, so that it need not be chosen again")
    func refusedFile() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let fields = ["csrf": try await browser.open(Self.path).hidden["csrf"] ?? ""]
            let text = "Date,Amount\n03/04/2026,5"
            let page = try await browser.upload(Self.path, fields, file: Array(text.utf8))
            #expect(page.status == 422 && page.says("could be two different dates"))
            #expect(page.says("03/04/2026,5</textarea>") && page.says("<details open>"))
            #expect(!page.says("Choose the file again"))
            let picture = try await browser.upload(Self.path, fields, file: [0x89, 0x50, 0xFF, 0x00, 0x0D])
            #expect(picture.status == 422 && picture.says("Choose the file again"))
            let forged = try await browser.upload(Self.path, ["csrf": "x"], file: Array(text.utf8))
            #expect(forged.status == 403)
        }
    }

    @Test("refuses a form whose file was not sent completely")
    func broken() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await browser.open(Self.path)
            let sent = try await browser.upload(
                Self.path, page.hidden, file: Array("Date,Amount".utf8), isCut: true)
            #expect(sent.status == 400 && sent.says("The form could not be read."))
            let long = String(repeating: "x", count: 120_001)
            let fields = page.hidden.merging(["statement": long]) { $1 }
            let other = try await browser.upload(Self.path, fields, file: [])
            #expect(other.status == 400 && other.says("or a field that is too long."))
        }
    }

    @Test("only a signed-in member may send a file larger than other forms")
    func size() async throws {
        try await AdminBench.with { bench in
            let site = TapController(
                giving: bench.bench.giving, tags: nil,
                world: SimulatedWorld(
                    wallet: .apple(WalletDevice(), bench.bench.processor), answerBank: { _, _ in }),
                mail: bench.bench.mailbox, settings: SiteSettings(), admin: bench.admin, random: { 255 })
            var configuration = SiteServer.Configuration()
            configuration.port = 0
            let server = SiteServer(configuration)
            let running = try await RunningServer { started in
                try await server.serve(site, tend: {}, started: started)
            }
            let browser = try await bench.browser("treasurer")
            let cookie = try #require(browser.cookie)
            let csrf = try await browser.open(Self.path).hidden["csrf"] ?? ""
            let folder = FileManager.default.temporaryDirectory.appending(path: "bank-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            for (name, lines) in [("month", 3_000), ("decade", 90_000)] {
                let text = "Date,Amount\n" + String(repeating: "2026-01-31,1.00\n", count: lines)
                try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
            }
            let run = try await ProgramRun.shell(
                """
                post() { curl -s -o page -w '%{http_code} ' -F csrf=\(csrf) "$@"; cat page >> pages; }
                at=http://127.0.0.1:\(running.port)
                post -F file=@month -b '\(cookie)' $at\(Self.path)
                post -F file=@month $at\(Self.path)
                post -F file=@month -b 'tapctl-admin=x' $at\(Self.path)
                post -F file=@month -b '\(cookie)' $at/admin/org/Grace/funds
                post -F file=@decade -b '\(cookie)' $at\(Self.path)
                """, in: folder)
            #expect(run.standardOutput == "303 403 403 413 413 ")
            let pages = try String(contentsOf: folder.appending(path: "pages"), encoding: .utf8)
            #expect(
                pages.components(separatedBy: "Sign in again, and then choose the file again.").count == 3)
            #expect(pages.contains("The form is too long. The limit is 32 KiB."))
            #expect(pages.contains("The form, including its file, can be at most 1 MiB."))
            await running.ended()
        }
    }

    @Test("another organization's payout is not found by its amount")
    func scope() async throws {
        try await AdminBench.with { bench in
            try await bench.give("50.00")
            let payout = try #require(try await bench.payOut("Grace"))
            let statement = "Date,Amount\n\(payout.arrival.date.iso8601),\(payout.amount.plainText)"
            let browser = try await bench.browser("hope")
            let page = try await Self.send(
                statement, by: browser, to: "/admin/org/Hope/payouts/bank")
            #expect(
                page.status == 200 && page.says("Deposits that are payouts: 0 of 1.") && !page.says(payout.id)
            )
            #expect(try await browser.open(Self.path).status == 404)
            #expect(try await bench.browser("tags").open(Self.path).status == 403)
        }
    }

    @Test("a form that no page of ours made is not read")
    func forged() async throws {
        try await AdminBench.with { bench in
            let browser = try await bench.browser("treasurer")
            let page = try await browser.post(Self.path, ["csrf": "x", "statement": "Date,Amount"])
            #expect(page.status == 403)
        }
    }
}

extension Money {
    /// As pages show dollars.
    fileprivate var shownForTest: String { "$\(plainText)" }
}
