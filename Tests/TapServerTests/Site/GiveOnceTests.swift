import DatabaseKit
import Giving
import MoneyKit
import PaymentCore
import Processor
import ProcessorSimulator
import TapServer
import Testing

/// From the tag to the receipt, once.
@Suite struct GiveOnceTests {
    // G1-01, G1-12
    @Test("a gift by card is charged once, thanked for, and has a receipt")
    func card() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let thanks = try await visitor.give()
            #expect(thanks.status == 200)
            #expect(
                thanks.says(
                    "Thank you for your generosity! Manage your giving profile using the tap.giving app."))
            #expect(thanks.says("Test mode: no real charges"))
            let gift = try #require(try await bench.gifts().first)
            #expect(gift.status == .succeeded && gift.amount.minorUnits == 5_000 && gift.fund == "12")
            #expect(gift.recurring == nil && gift.tap != nil)
            #expect(try await bench.charges() == 1)
            #expect(thanks.says(try #require(gift.receiptNumber)))
            let receipt = try await visitor.open(thanks.target + "/receipt")
            #expect(receipt.says("Missions") && receipt.says("$50.00"))
            #expect(receipt.says("TEST: no money moved, not a receipt"))
            #expect(receipt.says("<a href=\"\(thanks.target)\">Back to your gift</a>"))
        }
    }

    // G1-03
    @Test(
        "the page of a tap names the organization and the fund of its URL",
        arguments: [
            ("/Grace?f=12&r=0", "The Grace Church", "selected>Missions</option>"),
            ("/grace?f=13&r=0", "The Grace Church", "selected>Building</option>"),
            ("/Grace?r=0", "The Grace Church", "selected>Missions</option>"),
            ("/Hope?f=7&r=0", "Hope", "<strong>For</strong> <bdi>All</bdi>"),
        ])
    func destination(target: String, name: String, fund: String) async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open(target)
            #expect(page.status == 200 && page.says("<h1><bdi>\(name)</bdi></h1>") && page.says(fund))
        }
    }

    // G1-09
    @Test("the page offers $50.00, or the organization's own amount, and charges what is typed instead")
    func amount() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(page.says("name=\"amount\" value=\"50.00\" checked"))
            let review = try await visitor.send(page, ["amount": "50.00", "other": "37.50", "by": "card"])
            _ = try await visitor.send(review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            #expect(try await bench.gifts().map(\.total.minorUnits) == [37_50])
            try await bench.file.write { transaction in
                var fields = OrganizationFields()
                fields.defaultAmount = "25"
                _ = try transaction.editOrganization("Hope", fields, at: SiteBench.start)
            }
            #expect(try await visitor.open("/Hope?r=0").says("name=\"amount\" value=\"25.00\" checked"))
        }
    }

    @Test("the covered fee that is shown is the one that is charged")
    func coveredFee() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(page.says("Add $1.80 so <bdi>The Grace Church</bdi> receives the full $50<"))
            let review = try await visitor.send(page, ["amount": "100.00", "cover": "1", "by": "card"])
            #expect(review.says("$100.00") && review.says("$3.30") && review.says("$103.30"))
            _ = try await visitor.send(review, Visitor.donor.merging(["method": "pm_card_visa"]) { $1 })
            let gift = try #require(try await bench.gifts().first)
            #expect(gift.total.minorUnits == 10_330 && gift.coveredFeeMinor == 330)
        }
    }

    // G1-11, G1-18, G1-19
    @Test("the simulated wallet provides name, e-mail, phone and an Apple Pay card")
    func wallet() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            #expect(page.says(">Give Now via Apple Pay</button>"))
            let sheet = try await visitor.send(page, ["amount": "25.00", "by": "wallet"])
            #expect(sheet.says("value=\"pat@example.org\"") && sheet.says("value=\"Pat Example\""))
            #expect(sheet.says("name=\"phone\" value=\"+1 202 555 0143\""))
            // The line above the button repeats the amount.
            let button = "</strong></p>\n<button class=\"wallet\">"
            #expect(sheet.says("<strong>Pay <bdi>The Grace Church</bdi>: $25.00\(button)"))
            let monthly = try await visitor.send(page, ["amount": "25.00", "monthly": "1", "by": "wallet"])
            #expect(monthly.says("<strong>Pay <bdi>The Grace Church</bdi>: $25.00 every month\(button)"))
            let fields = ["name": "Pat Example", "email": "pat@example.org", "phone": "+1 202 555 0143"]
            let thanks = try await visitor.send(sheet, fields.merging(["method": "pm_card_visa"]) { $1 })
            #expect(thanks.says("Thank you for your generosity!"))
            let gift = try #require(try await bench.gifts().first)
            let intent = try await bench.processor.paymentIntent(try #require(gift.paymentIntent))
            let method = try await bench.processor.paymentMethod(try #require(intent.paymentMethod))
            #expect(method.card?.wallet == "apple_pay")
            #expect(gift.giver?.name == "Pat Example" && gift.giver?.email == "pat@example.org")
            #expect(gift.giver?.phone == "+1 202 555 0143")
        }
    }

    @Test("a form that is submitted twice makes one gift", arguments: ["card", "wallet"])
    func doublePost(means: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": means])
            let fields = review.hidden.merging(Visitor.donor) { $1 }.merging(["method": "pm_card_visa"]) {
                $1
            }
            async let first = visitor.post("/-/give", fields)
            async let second = visitor.post("/-/give", fields)
            let targets = [try await first.target, try await second.target]
            #expect(targets[0] == targets[1])
            let third = try await visitor.post("/-/give", fields)
            #expect(third.target == targets[0] && third.says("Thank you"))
            #expect(try await bench.gifts().count == 1)
        }
    }

    @Test("a page that is loaded again keeps its key until the gift is made")
    func reload() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let again = try await visitor.open(review.target)
            #expect(again.hidden["key"] == review.hidden["key"])
            let other = try await visitor.open("/Grace?f=12&r=0")
            #expect(other.hidden["key"] != page.hidden["key"])
        }
    }

    private static let used =
        "This gift was already made. Your new gift was not made, and nothing more was charged."

    @Test("a form that was used for a gift does not make another one")
    func usedForm() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            let fields = Visitor.donor.merging(["method": "pm_card_visa"]) { $1 }
            let thanks = try await visitor.send(review, fields)
            let same = try await visitor.open(review.target)
            #expect(same.target == thanks.target && !same.says(Self.used))
            // From the giving page, and from a review that is still open.
            let changed = try await visitor.send(page, ["amount": "100.00", "by": "card"])
            let sent = try await visitor.post(
                "/-/give", review.hidden.merging(fields) { $1 }.merging(["amount": "100.00"]) { $1 })
            for page in [changed, sent] {
                #expect(page.target == thanks.target + "?used=1" && page.says(Self.used))
                #expect(page.says("$50.00") && page.says(">Give again</a>"))
            }
            #expect(try await bench.gifts().count == 1)
        }
    }

    // G1-14, G1-20
    @Test("an account in a form is ignored: the gift goes to the directory's account")
    func account() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let target = "/Grace?f=12&r=0&account=acct_1&destination=acct_2"
            let page = try await visitor.open(target)
            let thanks = try await visitor.give(target, ["destination": "acct_3"])
            let gift = try #require(try await bench.gifts().first)
            let payment = try await bench.file.read { try $0.payment(gift.payment ?? "") }
            let account = try await bench.file.read { try $0.organization("Grace")?.account }
            #expect(payment?.payee == account && account != nil)
            let intent = try await bench.processor.paymentIntent(try #require(gift.paymentIntent))
            #expect(intent.destination == account)
            // No page shows an account.
            for page in [page, thanks] { #expect(!page.says(account ?? "acct_")) }
        }
    }
}
