import Contracts
import DatabaseKit
import MoneyKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TapServer
import Testing
import TokenKit

/// The page of a payment link.
@Suite struct ContractPageTests {
    // C0-10, C0-15
    @Test("says what it is for, what it costs and who gets what, before anything is charged")
    func review() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent(.afterCompletion)
            #expect(link == "/pay/")
            for party in [ContractActor.payer, .payee] {
                _ = try await bench.service.perform(.accept, on: contract.id, by: party)
            }
            _ = try await bench.service.perform(.complete, on: contract.id, by: .payee)
            let asked = try await bench.service.perform(.requestPayment, on: contract.id, by: .payee)
            let page = await bench.site.open("/pay/\(try #require(asked.link).text)")
            #expect(page.status == 200)
            for words in [
                "As agreed", "Kitchen</bdi></th><td class=\"sum\">$50,000.00</td>",
                "Service fee</bdi></th><td class=\"sum\">$2,500.00</td>",
                "Total</th><td class=\"sum\">$52,500.00</td>",
                "The platform keeps $5,000.00 of this amount, and <bdi>Builder</bdi> receives $47,500.00.",
                "<button>Pay $52,500.00</button>", "You haven't been charged",
            ] {
                #expect(page.html.contains(words), "\(words)")
            }
            #expect(try await bench.service.contract(contract.id).instalment(1)?.payment == nil)
        }
    }

    @Test("the page is in the color of the organization that is paid")
    func color() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            let owner = contract.terms.payee
            let site = ContractController(
                service: bench.service, color: { $0 == owner ? "#1a5fb4" : nil }, answerBank: { _, _ in })
            #expect(await site.open(link).html.contains("<style>:root{--accent:#1a5fb4;"))
            #expect(await !bench.site.open(link).html.contains("#1a5fb4"))
        }
    }

    // C0-15, C0-16
    @Test("a card pays the milestone of the link, and the page confirms it")
    func pays() async throws {
        try await ContractBench.with { bench in
            let halves = [
                Milestone("First half", share: BasisPoints(5_000)),
                Milestone("Rest", share: BasisPoints(5_000)),
            ]
            let (contract, link) = try await bench.sent(.milestones(halves))
            let page = await bench.pay(link)
            #expect(page.status == 200 && page.html.contains("Payment confirmed"))
            #expect(page.html.contains("First half") && page.html.contains("$25,000.00"))
            #expect(page.html.contains("held until this part of the work is done"))
            let paid = try await bench.service.contract(contract.id)
            #expect(paid.instalments.map(\.paidMinor) == [25_000_00, 0] && paid.status == .active)
        }
    }

    // C0-15, C0-16
    @Test("a declined card can be replaced by another one, and is reported in one sentence")
    func declines() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            let page = await bench.pay(link, by: "pm_card_visa_chargeDeclined")
            #expect(page.html.contains("Card declined. Please try another card or payment method."))
            let first = try await bench.service.contract(contract.id).instalment(1)?.payment
            #expect(await bench.pay(link).html.contains("Payment confirmed"))
            #expect(try await bench.service.contract(contract.id).instalment(1)?.payment == first)
        }
    }

    // C0-16
    @Test("closing the sheet charges nothing, and the payer can pay later")
    func sheetClosed() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            let page = await bench.site.send("\(link)/cancel", [:])
            #expect(page.status == 200 && page.html.contains("<button>Pay $50,000.00</button>"))
            #expect(try await bench.service.contract(contract.id).instalment(1)?.payment == nil)
            #expect(await bench.pay(link).html.contains("Payment confirmed"))
        }
    }

    // C0-03, C0-04
    @Test("shows the contract's status, and its progress if it has milestones")
    func progress() async throws {
        try await ContractBench.with { bench in
            let halves = [
                Milestone("First half", description: "The cabinets", share: BasisPoints(5_000)),
                Milestone("Rest", share: BasisPoints(5_000)),
            ]
            let (contract, link) = try await bench.sent(.milestones(halves))
            let before = await bench.site.open(link).html
            #expect(before.contains("<span aria-hidden=\"true\">◔</span> pending signature"))
            #expect(before.contains("The cabinets"))
            #expect(before.contains("$0.00 of $50,000.00 settled (0 of 2 parts)"))
            _ = await bench.pay(link)
            for command in [ContractCommand.completeMilestone(1), .release(1)] {
                let actor: ContractActor = command.kind == .release ? .payer : .payee
                _ = try await bench.service.perform(command, on: contract.id, by: actor)
            }
            let after = await bench.site.open(link).html
            #expect(after.contains("<span aria-hidden=\"true\">●</span> active"))
            #expect(after.contains("value=\"2500000\" max=\"5000000\""))
            #expect(after.contains("$25,000.00 of $50,000.00 settled (1 of 2 parts)"))
            let (_, upfront) = try await bench.sent()
            #expect(await !bench.site.open(upfront).html.contains("<progress"))
        }
    }

    // C0-16, C0-33
    @Test("a bank's challenge is answered on its page", arguments: [("passed", true), ("failed", false)])
    func challenge(answer: String, isPaid: Bool) async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            let asks = await bench.pay(link, by: "pm_card_authenticationRequired")
            #expect(asks.html.contains("action=\"\(link)/bank\"") && asks.html.contains("$50,000.00"))
            // An invalid answer changes nothing, and neither does another payment at the same time.
            #expect(await bench.site.send("\(link)/bank", ["answer": "perhaps"]).html.contains("/bank\""))
            #expect(await bench.pay(link).html.contains("/bank\""))
            let page = await bench.site.send("\(link)/bank", ["answer": answer])
            #expect(page.html.contains("Payment confirmed") == isPaid)
            #expect(page.html.contains("Your bank did not confirm the payment.") == !isPaid)
            let paid = try await bench.service.contract(contract.id).instalment(1)?.paidAt
            #expect((paid != nil) == isPaid)
        }
    }

    // C0-31
    @Test("ten clicks at once are one charge")
    func race() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 { group.addTask { _ = await bench.pay(link) } }
            }
            #expect(await bench.site.open(link).html.contains("Payment confirmed"))
            let fee = try await bench.money.file.read { try $0.balances(prefix: "revenue:fee") }
            #expect(fee.map(\.amount.minorUnits) == [-2_500_00])
            #expect(try await bench.service.contract(contract.id).instalment(1)?.paidMinor == 50_000_00)
        }
    }

    // C0-16
    @Test("only the card of a form counts, and no other field")
    func amounts() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            let none = await bench.site.send(link, ["amount": "1"])
            #expect(none.status == 422 && none.html.contains("Choose a card."))
            let unknown = await bench.pay(link, by: "pm_card_of_nobody")
            #expect(unknown.status == 422)
            _ = await bench.site.send(link, ["method": "pm_card_visa", "amount": "1", "total_minor": "1"])
            #expect(try await bench.service.contract(contract.id).instalment(1)?.paidMinor == 50_000_00)
        }
    }

    // C0-16, C0-46
    @Test(
        "an unknown, a withdrawn and an expired link lead nowhere",
        arguments: ["/pay/x", "/pay/AAAAAAAAAAAAAAAAAAAAAA", "/pay/con_1", "withdrawn", "old"])
    func deadLinks(target: String) async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            switch target {
            case "withdrawn": try await bench.service.revokeLink(of: contract.id, instalment: 1)
            case "old": bench.money.clock.advance(seconds: 400 * 86_400)
            default: break
            }
            let address = target.hasPrefix("/") ? target : link
            for page in [await bench.site.open(address), await bench.pay(address)] {
                #expect(page.status == 404 && page.html.contains("This payment link is not valid"))
                #expect(!page.html.contains("Kitchen"))
            }
            #expect(try await bench.service.contract(contract.id).instalment(1)?.payment == nil)
        }
    }

    // C0-16, C0-25, C0-26
    @Test(
        "a contract that was canceled or is disputed cannot be paid, and the page says why",
        arguments: [
            (.cancel, "This contract was canceled."),
            (.dispute, "This contract is disputed. It can be paid once the dispute is resolved."),
        ] as [(ContractCommand, String)])
    func closed(command: ContractCommand, words: String) async throws {
        try await ContractBench.with { bench in
            let halves = ["First half", "Rest"].map { Milestone($0, share: BasisPoints(5_000)) }
            let (contract, first) = try await bench.sent(.milestones(halves))
            _ = await bench.pay(first)
            let asked = try await bench.service.perform(.requestMilestone(2), on: contract.id, by: .payee)
            let link = "/pay/\(try #require(asked.link).text)"
            _ = try await bench.service.perform(command, on: contract.id, by: .payee, reason: "No time")
            let page = await bench.pay(link)
            #expect(page.status == 200 && page.html.contains(words))
            #expect(!page.html.contains("<form"))
            #expect(try await bench.service.contract(contract.id).instalment(2)?.payment == nil)
        }
    }

    // C0-56, C0-67
    @Test("the link's page leads to the contract's sheet, and once it is paid to the invoice")
    func papers() async throws {
        try await ContractBench.with { bench in
            let (contract, link) = try await bench.sent()
            #expect(await bench.site.open(link).html.contains("href=\"\(link)/sheet\""))
            let sheet = await bench.site.open("\(link)/sheet")
            #expect(
                sheet.status == 200 && sheet.html.contains("As agreed") && sheet.html.contains(contract.id))
            let none = await bench.site.open("\(link)/invoice")
            #expect(none.status == 404 && none.html.contains("The invoice is not available yet"))
            #expect(await bench.pay(link).html.contains("href=\"\(link)/invoice\""))
            let invoice = await bench.site.open("\(link)/invoice")
            #expect(invoice.status == 200 && invoice.html.contains("Invoice \(contract.id)-1"))
            #expect(invoice.html.contains("$50,000.00") && invoice.html.contains("TEST: no money moved"))
            try await bench.service.revokeLink(of: contract.id, instalment: 1)
            for paper in ["sheet", "invoice"] {
                let page = await bench.site.open("\(link)/\(paper)")
                #expect(page.status == 404 && !page.html.contains("Kitchen"))
                guard case .notAllowed = await bench.site.answer(PageRequest("POST", "\(link)/\(paper)"))
                else {
                    Issue.record("\(paper) was posted")
                    return
                }
            }
        }
    }

    @Test("what a contract says cannot be taken for the page's own words")
    func escapes() async throws {
        try await ContractBench.with { bench in
            let (_, link) = try await bench.sent(title: "<script>alert(1)</script>")
            let page = await bench.site.open(link)
            #expect(!page.html.contains("<script>") && page.html.contains("&lt;script&gt;"))
        }
    }

    @Test("what is asked for in another way is refused", arguments: ["PUT", "DELETE"])
    func methods(method: String) async throws {
        try await ContractBench.with { bench in
            let (_, link) = try await bench.sent()
            guard case .notAllowed = await bench.site.answer(PageRequest(method, link)) else {
                Issue.record("it was answered")
                return
            }
        }
    }
}
