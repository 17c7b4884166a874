import DatabaseKit
import Giving
import InvocationRouter
import TapServer
import Testing

/// The destination of a registered tag, and of a tag that was moved.
@Suite struct TagTests {
    static let tags = [
        DirectoryTag(
            id: "A1", org: "Grace", fund: "13", destination: "https://appclip.tap.giving/Grace?f=13&r=1"),
        DirectoryTag(
            id: "A2", org: "Grace", state: .revoked, destination: "https://appclip.tap.giving/Grace?r=0"),
        DirectoryTag(id: "A3", org: "Hope", destination: "https://appclip.tap.giving/Hope?r=0"),
    ]

    @Test("a managed tag opens the page of where it leads now")
    func managed() async throws {
        try await SiteBench.with(tags: Self.tags) { bench in
            let page = try await Visitor(bench: bench).open("/t/A1")
            #expect(page.status == 200 && page.says("The Grace Church"))
            #expect(page.chosen["fund"] == "13")
            #expect(page.says("name=\"monthly\" value=\"1\" checked"))
        }
    }

    @Test("a tag that was withdrawn says so")
    func revoked() async throws {
        try await SiteBench.with(tags: Self.tags) { bench in
            let page = try await Visitor(bench: bench).open("/t/A2")
            #expect(page.status == 410 && page.says("This tag was withdrawn"))
        }
    }

    @Test("a tag of another organization asks the donor to confirm the name")
    func moved() async throws {
        try await SiteBench.with(tags: Self.tags) { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0&t=A3")
            #expect(page.status == 200 && page.says("is the organization that I want to give to"))
            let asked = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            #expect(asked.status == 422 && asked.says("Please check the box to confirm the organization."))
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card", "sure": "1"])
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
        }
    }

    @Test("a gift records its own tap, and no tap of another organization")
    func tap() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give("/Grace?f=12&r=0&t=A1&m=04E141124C2880x00002A")
            let gift = try #require(try await bench.gifts().first)
            let tap = try #require(try await bench.file.read { try $0.tap(gift.tap ?? "") })
            #expect(tap.uid == "04E141124C2880" && tap.counter == 42 && tap.source == .tag)
            let other = try await visitor.open("/Hope?f=7&r=0")
            let foreign = try #require(other.hidden["tap"])
            _ = try await visitor.give("/Grace?f=12&r=0", ["tap": foreign])
            #expect(try await bench.gifts().first { $0.id != gift.id }?.tap == nil)
            #expect(try await bench.gifts().count == 2)
        }
    }

    @Test(
        "a card's number in a URL is not kept, the page opens, and the gift names the tap",
        arguments: [
            "n=4242-4242-4242-4242", "n=4242%204242%204242%204242%zz", "t=4242424242424242",
        ])
    func cardNumber(field: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            _ = try await visitor.give("/Grace?f=12&r=0&\(field)")
            let gift = try #require(try await bench.gifts().first)
            let tap = try #require(try await bench.file.read { try $0.tap(gift.tap ?? "") })
            #expect(tap.url == "https://appclip.tap.giving/Grace" && tap.organization == "Grace")
            #expect(tap.canonical == nil && tap.fund == nil)
        }
    }

    @Test("an unclear fund is asked for, and never the default fund")
    func unclear() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&f=13&r=0")
            #expect(page.chosen["fund"]?.isEmpty == true && page.says("Choose a fund"))
            let complaint = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            #expect(complaint.status == 422 && complaint.says("Please choose a fund"))
        }
    }
}
