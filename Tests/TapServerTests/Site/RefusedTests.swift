import DatabaseKit
import Giving
import TapServer
import Testing

/// Refused requests, with a page that explains.
@Suite struct RefusedTests {
    @Test(
        "a link without a gift is explained",
        arguments: [
            ("/Nobody?r=0", 404, "Unknown organization"), ("/Grace?f=99&r=0", 404, "Choose a fund"),
            ("/t/none", 404, "Unknown tag"), ("/api/x", 404, "Page not found"),
            ("/Grace/more", 404, "Page not found"), ("/%zz", 400, "This link cannot be read"),
            ("/PAY/AAAAAAAAAAAAAAAAAAAAAA", 404, "in lower case"), ("/-/review", 400, "incomplete"),
            ("/-/give/AAAAAAAAAAAAAAAAAAAAAA", 404, "This gift cannot be shown"),
        ])
    func explained(target: String, status: Int, words: String) async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open(target)
            #expect(page.status == status && page.says(words), "\(page.status) \(page.html)")
            #expect(page.says("Test mode: no real charges"))
        }
    }

    @Test("a closed fund is explained, and another one has to be chosen")
    func closedFund() async throws {
        try await SiteBench.with { bench in
            try await bench.file.write { transaction in
                _ = try transaction.closeFund(
                    "12", of: "Grace", successor: "13", at: SiteBench.start)
                _ = try transaction.addFund("14", name: "Youth", to: "Grace", at: SiteBench.start)
            }
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(page.status == 200 && page.says("closed") && page.says("Choose a fund"))
            let complaint = try await visitor.send(page, ["amount": "50.00", "fund": "", "by": "card"])
            #expect(complaint.status == 422 && complaint.says("Please choose a fund"))
            #expect(try await bench.gifts().isEmpty)
        }
    }

    @Test("an organization without an open fund says so, and offers no choice of funds")
    func noFund() async throws {
        try await SiteBench.with { bench in
            try await bench.addOrganization("Empty", "Empty Church", funds: [])
            let page = try await Visitor(bench: bench).open("/Empty?r=0")
            #expect(page.says("<h1>Gifts cannot be accepted right now</h1>"))
            #expect(page.says("Empty Church has no open fund") && page.says("Nothing was charged"))
            #expect(page.says("Ask the organization for another way to give.") && !page.says("Choose one of"))
        }
    }

    @Test("a fund without monthly gifts is named, and the next step gives once")
    func withoutMonthly() async throws {
        try await SiteBench.with { bench in
            try await bench.file.write { transaction in
                _ = try transaction.addFund(
                    "14", name: "New roof", to: "Grace", offersMonthly: false, at: SiteBench.start)
            }
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=1")
            let chosen = ["amount": "50.00", "fund": "14", "monthly": "1", "by": "card"]
            let complaint = try await visitor.send(page, chosen)
            #expect(complaint.status == 422)
            #expect(
                complaint.says(
                    "&quot;New roof&quot; does not accept monthly gifts. Choose another fund, or continue"))
            #expect(complaint.says("name=\"monthly\" value=\"1\"><span>"), "the box is clear")
            let review = try await visitor.send(complaint, ["amount": "50.00", "fund": "14", "by": "card"])
            #expect(review.status == 200 && !review.says("every month"))
        }
    }

    @Test("the fund of another organization is refused, on the way and at the end")
    func foreignFund() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let complaint = try await visitor.send(page, ["amount": "50.00", "fund": "7", "by": "card"])
            #expect(complaint.says("Please choose a fund"))
            let review = try await visitor.send(page, ["amount": "50.00", "fund": "12", "by": "card"])
            let refused = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa", "fund": "7"]) { $1 })
            #expect(refused.status == 404)
            #expect(try await bench.gifts().isEmpty)
        }
    }

    // G1-09
    @Test(
        "an amount beyond the limits is refused, even if it is changed at the end",
        arguments: ["4.99", "10000.01", "-5", "1e3", "€50", "1,000", "0", "5.001"])
    func amounts(amount: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let complaint = try await visitor.send(page, ["amount": "50.00", "other": amount, "by": "card"])
            #expect(complaint.status == 422 && complaint.says("role=\"alert\""))
            #expect(complaint.says("value=\"\(amount)\""))
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let refused = try await visitor.send(
                review, Visitor.donor.merging(["method": "pm_card_visa", "amount": amount]) { $1 })
            #expect(refused.status == 422)
            #expect(try await bench.gifts().isEmpty)
        }
    }

    @Test("direction marks that are pasted with a phone number or a name are removed")
    func pasted() async throws {
        try await SiteBench.with { bench in
            let pasted = [
                "phone": "\u{202A}+1\u{A0}202\u{2011}555\u{2013}0101\u{202C}",
                "name": "\u{200E}A Donor\u{200F}",
            ]
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let entered = Visitor.donor.merging(pasted) { $1 }.merging(["method": "pm_card_visa"]) { $1 }
            #expect(try await visitor.send(review, entered).says("Thank you for your generosity!"))
            let giver = try #require(try await bench.gifts().first?.giver)
            #expect(giver.phone == "+1 202-555-0101" && giver.name == "A Donor")
        }
    }

    // G1-18
    @Test(
        "complete donor details are required, and no card number is stored",
        arguments: [
            (["name": ""], "Your name is missing"), (["email": ""], "Your e-mail address is missing"),
            (["phone": ""], "Your phone number is missing"), (["email": "nobody"], "someone@example.org"),
            (["phone": "call me"], "enter a phone number"),
            (["method": ""], "one of the test cards"),
            (["name": "An\u{202E}n"], "U+202E RIGHT-TO-LEFT OVERRIDE"),
            (["name": "An\u{3164}n"], "U+3164 HANGUL FILLER"),
            (["email": "an\u{FFA0}n@example.org"], "U+FFA0"), (["phone": "+1\u{200B}555"], "U+200B"),
            (["name": "4242 4242 4242 4242"], "Do not enter a card number here"),
        ])
    func contact(changed: [String: String], words: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let entered = Visitor.donor.merging(["method": "pm_card_visa"]) { $1 }.merging(changed) { $1 }
            let complaint = try await visitor.send(review, entered)
            #expect(complaint.status == 422 && complaint.says(words), "\(complaint.html)")
            let thanks = try await visitor.send(
                complaint, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
        }
    }

    @Test("an organization that takes no gifts says so")
    func suspended() async throws {
        try await SiteBench.with { bench in
            try await bench.file.write {
                _ = try $0.setStatus(
                    .suspended, ofOrganization: "Hope", at: SiteBench.start)
            }
            let page = try await Visitor(bench: bench).open("/Hope?r=0")
            #expect(page.status == 410 && page.says("Gifts cannot be accepted right now"))
        }
    }

    @Test("opening a form's address changes nothing")
    func methods() async throws {
        try await SiteBench.with { bench in
            let answer = await bench.site.answer(PageRequest("GET", "/-/give?org=Grace"))
            #expect(answer == .notAllowed(methods: "POST"))
            #expect(await bench.site.answer(PageRequest("DELETE", "/Grace")) == .notAllowed(methods: "GET"))
        }
    }
}
