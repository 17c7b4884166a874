import MoneyKit
import Processor
import ProcessorSimulator
import SimulationKit
import TestSupport
import Testing
import TimeKit

/// Source: Stripe documentation, "Connect onboarding"; API reference, "Account Links".
@Suite struct AccountTests {
    let bench: ProcessorBench

    init() throws { bench = try ProcessorBench() }

    private func link(_ account: String) async throws -> AccountLink {
        try await bench.processor.accountLink(
            for: account, refreshURL: "https://tap.example/again", returnURL: "https://tap.example/done")
    }

    @Test(
        "the onboarding outcome decides what an account may do",
        arguments: [
            (.complete, true, .active, false), (.pendingVerification, true, .pending, true),
            (.abandoned, false, .inactive, false), (.rejected, true, .inactive, false),
        ] as [(Account.OnboardingOutcome, Bool, Account.Capability, Bool)])
    func outcomes(
        outcome: Account.OnboardingOutcome, submitted: Bool, transfers: Account.Capability, waits: Bool
    ) async throws {
        let made = try await bench.processor.create(
            Account.Create(email: "office@grace.example", businessName: "Grace"), key: bench.key)
        #expect(!made.detailsSubmitted && !made.chargesEnabled && made.transfers == .inactive)
        #expect(!made.currentlyDue.isEmpty)
        let account = try await bench.processor.completeOnboarding(made.id, outcome)
        #expect(account.detailsSubmitted == submitted)
        #expect(account.transfers == transfers)
        #expect(account.chargesEnabled == (transfers == .active))
        #expect(account.payoutsEnabled == (transfers == .active))
        #expect(account.pendingVerification.isEmpty == !waits)
        #expect(try await bench.processor.account(made.id) == account)
        #expect(try await bench.events().first == "connected account.updated")
        let refused = await refusal { try await bench.gift(to: made.id) }
        let code = transfers == .active ? nil : "insufficient_capabilities_for_transfer"
        #expect(refused?.code == code)
    }

    @Test("pending verification can succeed")
    func verified() async throws {
        let made = try await bench.processor.create(Account.Create(), key: bench.key)
        _ = try await bench.processor.completeOnboarding(made.id, .pendingVerification)
        let account = try await bench.processor.completeOnboarding(made.id, .complete)
        #expect(account.payoutsEnabled)
        #expect(account.pendingVerification.isEmpty)
    }

    // B3-42
    @Test(
        "an account link works once, for 300 seconds",
        arguments: [(299, true), (300, false)] as [(Int64, Bool)])
    func links(seconds: Int64, good: Bool) async throws {
        let account = try await bench.processor.create(Account.Create(), key: bench.key)
        let link = try await link(account.id)
        #expect(link.expiresAt == link.created.adding(seconds: 300))
        bench.clock.advance(seconds: seconds)
        let opened = await refusal { try await bench.processor.open(accountLink: link.url) }
        #expect((opened == nil) == good)
        let again = await refusal { try await bench.processor.open(accountLink: link.url) }
        #expect(again?.code == "account_link_expired")
    }

    @Test("refuses unknown account links")
    func strangeLinks() async throws {
        for url in ["", "https://connect.processor.invalid/setup/", "https://elsewhere.example/"] {
            #expect(await refusal { try await bench.processor.open(accountLink: url) }?.status == 400)
        }
        #expect(await refusal { try await link("acct_1") }?.parameter == "account")
    }

    // G1-13
    @Test("an account has an onboarding page before onboarding, and a dashboard after it")
    func loginLink() async throws {
        let account = try await bench.processor.create(Account.Create(), key: bench.key)
        #expect(await refusal { try await bench.processor.loginLink(for: account.id) }?.status == 400)
        _ = try await bench.processor.completeOnboarding(account.id, .complete)
        #expect(try await bench.processor.loginLink(for: account.id).expiresAt == nil)
        // Stripe's API has both: account links before the onboarding, login links after it.
        let other = try await bench.processor.create(Account.Create(), key: bench.key).id
        func path(_ id: String) -> String { "/v1/accounts/\(id)/login_links" }
        #expect(await bench.exchange("POST", path(other)).status == 400)
        let form =
            [("account", other), ("type", "account_onboarding")].map(FormField.init)
            + ["refresh_url", "return_url"].map { FormField($0, "https://tap.example/") }
        let onboarding = await bench.exchange("POST", "/v1/account_links", form)
        #expect(onboarding.status == 200)
        let login = await bench.exchange("POST", path(account.id))
        #expect(login.status == 200)
        for (answer, page) in [(onboarding, "/pages/onboarding/"), (login, "/pages/express/")] {
            #expect(String(decoding: answer.body, as: UTF8.self).contains(page))
        }
    }
}
