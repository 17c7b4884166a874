import Contracts
import DatabaseKit
import MoneyTestSupport
import PaymentCore
import SimulationKit
import TestSupport
import Testing
import TimeKit
import TokenKit

/// Payment links, and lists of contracts.
@Suite struct PaymentLinkTests {
    @Test("a token of 128 bits opens the payment, and only its hash is stored")  // C0-30, X-08
    func leads() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let sent = try await world.contracts.create(world.form(), sends: true)
        let token = try #require(sent.link)
        #expect(token.text.utf8.count == 22)
        #expect(!token.text.contains(sent.contract.id))
        let kept = try await world.file.read { transaction in
            try transaction.all("SELECT hash, \(TestStore.text(ofBytes: "body")) AS body FROM contract_link")
                .map { row in
                    "\(row["hash"] as String) \(row["body"] as String)"
                }
        }
        #expect(kept.count == 1)
        #expect(!kept[0].contains(token.text))
        let paid = try await world.contracts.pay(.token(token.text), method: "pm_card_visa")
        #expect(paid.contract.id == sent.contract.id)
        #expect(paid.contract.status == .active)
    }

    @Test("requests return the open link until it is rotated, revoked or expired")  // C0-14, C0-41, X-08
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

    @Test("refuses a malformed or unknown token", arguments: ["", "x", "con_1", "AAAAAAAAAAAAAAAAAAAAAA"])
    func foreign(token: String) async throws {  // C0-46
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let error = await #expect(throws: ContractError.self) {
            try await world.contracts.pay(.token(token), method: "pm_card_visa")
        }
        #expect(error?.code == .invalidToken)
    }

    @Test("contracts are listed by status and by payee, newest first")  // C0-02, C0-54
    func lists() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        var ids: [ContractStatus: String] = [:]
        for status in ContractStatus.allCases {
            ids[status] = try await ContractTableTests.contract(status, in: world).id
            world.clock.advance(seconds: 1)
        }
        func list(_ status: ContractStatus?, payee: String? = nil) async throws -> [String] {
            try await world.contracts.contracts(ofPayee: payee, in: status).map(\.id)
        }
        #expect(try await list(nil) == ContractStatus.allCases.reversed().compactMap { ids[$0] })
        for status in ContractStatus.allCases {
            for payee in [nil, world.payee] {
                #expect(try await list(status, payee: payee) == [ids[status]], "\(status)")
            }
            #expect(try await list(status, payee: "acct_other") == [])
        }
    }

    @Test("a payment request names the part whose payment link the payer needs")  // C0-14, C0-38
    func notices() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form(.parts(5000, 5000))).id
        try await world.pay(id)
        let asked = try await world.contracts.perform(.requestMilestone(2), on: id, by: .payee)
        func links() async throws -> [String?] {
            try await world.file.read { transaction in
                try transaction.notices(isWaiting: true, after: nil, limit: 10)
                    .map { try world.contracts.openLink(askedBy: $0, in: transaction)?.text }
            }
        }
        let notices = try await world.file.read { try $0.notices(isWaiting: true, after: nil, limit: 10) }
        #expect(notices.map(\.kind) == ["payment_request", "payment_received", "payment_request"])
        #expect(notices.last?.data == ["contract_id": id, "instalment": "2"])
        let link = try #require(asked.link?.text)
        #expect(try await links().last == link)
        #expect(try await world.contracts.contract(token: link).instalment == 2)
        #expect(try await links()[1] == nil)
        try await world.contracts.revokeLink(of: id, instalment: 2)
        #expect(try await links().last == .some(nil))
    }

    // C0-20
    @Test("a contract is stored without its fee and the payee's share, which are computed from its terms")
    func stored() async throws {
        let world = try await ContractWorld.make()
        defer { world.remove() }
        let id = try await world.sent(world.form()).id
        let body = try await world.file.read { transaction in
            try transaction.all(
                "SELECT \(TestStore.text(ofBytes: "body")) AS body FROM contract WHERE id = ?", [id]
            )
            .map { $0["body"] as String }
        }
        #expect(body.count == 1 && body[0].contains("5000000"))
        for words in ["fee", "surcharge", "receives", "250000", "4750000"] {
            #expect(!body[0].lowercased().contains(words), "\(words)")
        }
    }
}
