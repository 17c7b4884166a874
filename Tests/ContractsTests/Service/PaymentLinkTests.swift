import Contracts
import DatabaseKit
import GRDB
import MoneyTestSupport
import PaymentCore
import SimulationKit
import Testing
import TimeKit
import TokenKit

/// Links that lead to a payment, and lists of contracts.
@Suite struct PaymentLinkTests {
    @Test("a token of 128 bits leads to the payment, and is kept as a hash alone")  // C0-30, X-08
    func leads() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.contracts.create(world.form(), sends: true)
        let token = try #require(sent.link)
        #expect(token.text.utf8.count == 22)
        #expect(!token.text.contains(sent.contract.id))
        let kept = try await world.file.read { unit in
            try unit.all("SELECT hash, CAST(body AS TEXT) AS body FROM contract_link").map { row in
                "\(row["hash"] as String) \(row["body"] as String)"
            }
        }
        #expect(kept.count == 1)
        #expect(!kept[0].contains(token.text))
        let paid = try await world.contracts.pay(.token(token.text), method: "pm_card_visa")
        #expect(paid.contract.id == sent.contract.id)
        #expect(paid.contract.status == .active)
    }

    @Test("asked again the open link is the same; another one leads nowhere")  // C0-14, C0-41, X-08
    func open() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.contracts.create(world.form(), sends: true)
        let id = sent.contract.id
        func ask(rotates: Bool = false) async throws -> String {
            let asked = try await world.contracts.perform(
                .requestPayment, on: id, by: .payee, rotates: rotates)
            return asked.link?.text ?? ""
        }
        func leads(_ token: String) async -> Bool {
            await (try? world.contracts.contract(token: token)) != nil
        }
        let first = try await ask()
        #expect(first == sent.link?.text)
        let second = try await ask(rotates: true)
        #expect(second != first)
        #expect(await !leads(first))
        #expect(await leads(second))
        try await world.contracts.revokeLink(of: id, instalment: 1)
        #expect(await !leads(second))
        let third = try await ask()
        world.clock.advance(seconds: PaymentLink.lifeSeconds - 1)
        #expect(await leads(third))
        world.clock.advance(seconds: 1)
        #expect(await !leads(third))
        #expect(try await ask() != third)
    }

    @Test("what is no token of ours leads nowhere", arguments: ["", "x", "con_1", "AAAAAAAAAAAAAAAAAAAAAA"])
    func foreign(token: String) async throws {  // C0-46
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: ContractError.self) {
            try await world.contracts.pay(.token(token), method: "pm_card_visa")
        }
        #expect(error?.code == .invalidToken)
    }

    @Test("contracts are listed by status and payee, the newest first")  // C0-02, C0-11, C0-54
    func lists() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let draft = try await world.contracts.create(world.form()).contract
        world.clock.advance(seconds: 1)
        let sent = try await world.sent(world.form())
        world.clock.advance(seconds: 1)
        let active = try await world.sent(world.form()).id
        try await world.pay(active)
        func list(_ status: ContractStatus?, payee: String? = nil) async throws -> [String] {
            try await world.contracts.contracts(ofPayee: payee, in: status).map(\.id)
        }
        #expect(draft.status == .draft)
        #expect(try await list(nil) == [active, sent.id, draft.id])
        #expect(try await list(.draft) == [draft.id])
        #expect(try await list(.pendingSignature, payee: world.payee) == [sent.id])
        #expect(try await list(.active, payee: world.payee) == [active])
        #expect(try await list(nil, payee: "acct_other") == [])
    }
}
