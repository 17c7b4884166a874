import Giving
import Testing

/// Values in the URLs of staff pages that cannot be read.
@Suite struct AdminAddressTests {
    @Test("refuses an unreadable value in a URL, on pages and in exports")
    func refusals() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let donor = gift.donor ?? ""
            let browser = try await bench.browser("owner")
            for (path, words) in [
                ("/gifts.csv?status=x", "“x” is not a gift status."),
                ("/gifts?status=x", "“x” is not a gift status."),
                ("/gifts.csv?fund=99", "“99” is not one of the funds."),
                ("/gifts?fund=99", "“99” is not one of the funds."),
                ("/gifts?recurring=x", "“x” is not a monthly gift."),
                ("/gifts?after=zzz", "“zzz” is not a position in this list."),
                ("/monthly?after=zzz", "“zzz” is not a position in this list."),
                ("/payouts?after=zzz", "“zzz” is not a position in this list."),
                ("/statements?after=zzz", "“zzz” is not a position in this list."),
                ("/statements?year=abc", "“abc” is not a year with statements."),
                ("/statements/\(donor)?year=20", "“20” is not a year with statements."),
                ("/statements/\(donor).pdf?year=abc", "Enter a year such as 2026."),
                ("/donors/\(donor)?after=zzz", "“zzz” is not a position in this list."),
                ("/audit-log?action=x", "“x” is not an action."),
                ("/audit-log.csv?outcome=x", "“x” is not an outcome."),
                ("/audit-log.csv?after=x", "“x” is not a position in this list."),
            ] {
                let page = try await browser.open("/admin/org/Grace\(path)")
                #expect(page.status == 400 && page.says(words), "\(path)")
            }
        }
    }

    @Test("an empty value is the same as a missing one")
    func empty() async throws {
        try await AdminBench.with { bench in
            let gift = try await bench.give()
            let browser = try await bench.browser("owner")
            for path in [
                "/gifts.csv?status=&fund=&after=&recurring=", "/gifts?status=succeeded&fund=12",
                "/statements/\(gift.donor ?? "")?year=", "/payouts?after=",
                "/audit-log?action=&outcome=&after=",
            ] {
                #expect(try await browser.open("/admin/org/Grace\(path)").status == 200, "\(path)")
            }
        }
    }
}
