import DatabaseKit
import Foundation
import Giving
import MoneyKit
import Testing

/// Back from the review, or from a gift that was not paid, to the page where it was chosen.
@Suite struct ChangeTests {
    @Test("\"Edit gift\" comes back with all that was chosen, on the same form, and keeps no second tap")
    func review() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let taps = try await bench.taps()
            let chosen = ["other": "37.50", "fund": "13", "monthly": "1", "cover": "1", "by": "card"]
            let review = try await visitor.send(page, chosen)
            let again = try await visitor.send(review, to: "/-/change")
            #expect(again.says("name=\"other\"") && again.says("value=\"37.50\""))
            #expect(again.chosen["fund"] == "13" && again.ticked == ["monthly", "cover"])
            #expect(again.hidden == page.hidden)
            #expect(try await bench.taps() == taps)
            let thanks = try await visitor.send(
                visitor.send(again, ["other": "40", "by": "card"]),
                Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!") && thanks.says("$40.00"))
        }
    }

    @Test("the donor's details return with the next review of the same form, and appear in no URL or cookie")
    func contact() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let typed = Visitor.donor.merging(["name": "مريم \"; <b>"]) { $1 }
            let again = try await visitor.send(review, typed, to: "/-/change")
            #expect(again.target.hasPrefix("/-/choose?") && !again.target.contains("example"))
            let scope = "; Path=/-/review; Max-Age=600; HttpOnly; SameSite=Strict"
            #expect(visitor.cookies.setting.hasSuffix(scope))
            #expect(!visitor.cookies.setting.contains("donor") && !visitor.cookies.setting.contains("555"))
            let cookie = visitor.cookies.header
            let next = try await visitor.send(again, ["amount": "50.00", "by": "card"])
            #expect(next.says("value=\"مريم &quot;; &lt;b&gt;\"") && next.says("value=\"donor@example.org\""))
            let other = try await visitor.send(
                visitor.open("/Grace?f=12&r=0"), ["amount": "50.00", "by": "card"])
            #expect(!other.says("مريم") && !other.says("donor@example.org"))
            visitor.cookies.forge("contact=" + String(cookie.dropFirst(8).reversed()))
            #expect(try await !visitor.open(next.target).says("donor@example.org"))
            let long = ["name": String(repeating: "x", count: 2_001)]
            visitor.cookies.forge("")
            #expect(try await visitor.send(review, long, to: "/-/change").status == 200)
            #expect(visitor.cookies.header.isEmpty)
            #expect(try await visitor.post("/-/change", ["org": "Grace"]).status == 400)
        }
    }

    @Test("\"Edit gift\" starts another gift with the choices of the declined one")
    func declined() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let declined = try await visitor.give(
                "/Grace?f=13&r=0", ["other": "37.50", "cover": "1"], card: "pm_card_visa_chargeDeclined")
            let again = try await visitor.open(#require(declined.link("Edit gift")))
            #expect(
                again.says("value=\"37.50\"") && again.chosen["fund"] == "13" && again.ticked == ["cover"])
            let review = try await visitor.send(again, ["other": "10", "by": "card"])
            let thanks = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!") && thanks.target != declined.target)
            let gifts = try await bench.gifts()
            #expect(gifts.map(\.amount.minorUnits).sorted() == [1000, 3750])
            #expect(Set(gifts.map(\.tap)).count == 1 && gifts[0].tap != nil)
        }
    }

    @Test("after a gift was made, \"Edit gift\" on its old review starts another gift")
    func editedAfterGift() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["other": "20", "by": "card"])
            let donor = Visitor.donor.merging(["method": "pm_card_visa"]) { $1 }
            let first = try await visitor.send(review, donor)
            let again = try await visitor.send(review, Visitor.donor, to: "/-/change")
            #expect(again.says("value=\"20.00\"") && again.hidden["key"] != page.hidden["key"])
            // The donor's details return with the new form.
            let next = try await visitor.send(again, ["other": "77", "by": "card"])
            #expect(next.says("$77.00") && next.says("value=\"donor@example.org\""))
            for _ in 0..<2 {
                let second = try await visitor.send(next, donor)
                #expect(second.says("Thank you for your generosity!") && second.says("$77.00"))
                #expect(second.target != first.target)
            }
            #expect(try await bench.gifts().map(\.total.minorUnits).sorted() == [20_00, 77_00])
        }
    }

    @Test("\"Give again\" starts a one-time gift with the choices of the previous gift")
    func giveAgain() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let thanks = try await visitor.give("/Grace?f=13&r=1", ["other": "37.50", "monthly": "1"])
            let again = try await visitor.open(#require(thanks.link("Give again")))
            #expect(again.says("value=\"37.50\"") && again.chosen["fund"] == "13" && again.ticked.isEmpty)
            let review = try await visitor.send(again, ["other": "37.50", "by": "card"])
            let second = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(second.says("Thank you for your generosity!") && second.target != thanks.target)
            #expect(try await bench.charges() == 2)
        }
    }

    @Test("after a declined gift, a changed choice is reviewed as a new gift")
    func changedAfterDecline() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["other": "20", "by": "card"])
            let declined = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa_chargeDeclined"]) { $1 })
            #expect(try await visitor.open(review.target).target == declined.target)
            let next = try await visitor.send(page, ["other": "30", "by": "card"])
            #expect(next.says("Review your gift") && next.hidden["key"] != page.hidden["key"])
            // The old review may still be open.
            let other = review.hidden.merging(["amount": "30.00", "method": "pm_card_visa"]) { $1 }
            let used = try await visitor.post("/-/give", other.merging(Visitor.donor) { $1 })
            #expect(used.says("Your new gift was not made.") && !used.says("This gift was already made"))
            let thanks = try await visitor.send(
                next, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!") && thanks.says("$30.00"))
            #expect(try await bench.charges() == 1)
        }
    }

    @Test("a link without a form's key opens nothing", arguments: ["", "?org=Grace", "?org=Grace&key=short"])
    func broken(query: String) async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open("/-/choose\(query)")
            #expect(page.status == 400 && page.says("incomplete"))
        }
    }
}

extension Page {
    /// The URL of the link with this text.
    fileprivate func link(_ words: String) -> String? {
        html.matches(of: /<a [^>]*href="([^"]*)">([^<]*)</).first { $0.2 == words }
            .map { String($0.1).replacing("&amp;", with: "&") }
    }

    /// The boxes that are ticked, and "monthly" if that is chosen.
    fileprivate var ticked: [String] {
        html.matches(of: /<input type="\w+" name="(\w+)" value="1"[^>]* checked/).map { String($0.1) }
    }
}

extension SiteBench {
    /// The number of taps saved.
    fileprivate func taps() async throws -> Int {
        try await file.read { try $0.taps(organization: nil, after: nil, limit: 100) }.count
    }
}
