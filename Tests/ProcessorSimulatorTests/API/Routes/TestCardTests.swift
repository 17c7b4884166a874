import Processor
import SimulationKit
import Testing

@testable import ProcessorSimulator

/// Stripe's documented test cards and test bank accounts.
@Suite struct TestCardTests {
    @Test("every number has a valid check digit, and no two special cards have the same digits")
    func numbers() {
        for card in TestMethod.cards {
            if let number = card.number { #expect(CardNumbers.passesLuhn(number), "\(number)") }
        }
        let digits = TestCards.special.map { $0.brand + $0.last4 }
        #expect(Set(digits).count == digits.count)
        let names = TestMethod.cards.flatMap(\.names)
        #expect(Set(names).count == names.count)
        let numbers = TestMethod.cards.compactMap(\.number)
        #expect(Set(numbers).count == numbers.count)
    }

    @Test(
        "a card has the brand, funding and country of its name or number",
        arguments: [
            ("pm_card_visa", "visa", "credit", "US"), ("pm_card_visa_debit", "visa", "debit", "US"),
            ("pm_card_mastercard_prepaid", "mastercard", "prepaid", "US"),
            ("pm_card_diners", "diners", "credit", "US"), ("pm_card_br", "visa", "credit", "BR"),
            ("pm_card_gb_debit", "visa", "debit", "GB"), ("pm_card_jp", "visa", "credit", "JP"),
            ("tok_de", "visa", "credit", "DE"),
        ])
    func details(name: String, brand: String, funding: String, country: String) async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=\(name)&expand[]=latest_charge")
        #expect(paid["status"] == "succeeded")
        let card = "latest_charge.payment_method_details.card."
        #expect(paid[card + "brand"] == brand && paid[card + "funding"] == funding)
        #expect(paid[card + "country"] == country)
    }

    @Test(
        "cards of other countries do not behave as the US card with the same digits",
        arguments: ["pm_card_br", "pm_card_cn", "pm_card_fr", "pm_card_jp"])
    func sameDigits(name: String) async throws {
        let bench = try ProcessorBench()
        #expect(try await bench.gift(to: nil, with: name).status == .succeeded)
    }

    @Test("a number without a name makes a card")
    func unnamed() async throws {
        let bench = try ProcessorBench()
        let method = await bench.api(
            "POST", "/v1/payment_methods",
            "type=card&card[number]=6011981111111113&card[exp_month]=1&card[exp_year]=2030")
        #expect(method["card.brand"] == "discover" && method["card.funding"] == "debit")
    }

    @Test(
        "a risky charge is blocked, or has its risk level",
        arguments: [
            ("pm_card_radarBlock", 402, "highest"), ("pm_card_riskLevelHighest", 402, "highest"),
            ("pm_card_riskLevelElevated", 200, "elevated"),
        ])
    func risk(name: String, status: Int, level: String) async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=\(name)")
        #expect(paid.status == status)
        let id = status == 200 ? paid["latest_charge"] : paid["error.charge"]
        let charge = await bench.api("GET", "/v1/charges/\(id)")
        #expect(charge["outcome.risk_level"] == level)
        #expect(charge["outcome.type"] == (status == 200 ? "authorized" : "blocked"))
        if status == 402 { #expect(paid["error.decline_code"] == "fraudulent") }
    }

    @Test(
        "the outcome of a declined charge has the bank's decline code",
        arguments: [
            ("chargeDeclined", "generic_decline"), ("chargeDeclinedInsufficientFunds", "insufficient_funds"),
            ("chargeDeclinedLostCard", "lost_card"), ("chargeDeclinedStolenCard", "stolen_card"),
            ("chargeDeclinedVelocityLimitExceeded", "card_velocity_exceeded"),
            ("chargeDeclinedExpiredCard", "expired_card"), ("chargeDeclinedIncorrectCvc", "incorrect_cvc"),
            ("chargeDeclinedProcessingError", "processing_error"), ("chargeCustomerFail", "generic_decline"),
            ("visa_chargeCustomerFailLostCard", "lost_card"),
        ])
    func outcome(name: String, code: String) async throws {
        let bench = try ProcessorBench()
        let declined = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=pm_card_\(name)")
        #expect(declined["error.decline_code"] == code)
        let charge = await bench.api("GET", "/v1/charges/\(declined["error.charge"])")
        #expect(charge["outcome.reason"] == code && charge["outcome.type"] == "issuer_declined")
        #expect(
            charge["outcome.seller_message"]
                == (code == "generic_decline"
                    ? "The bank did not return any further details with this decline."
                    : "The bank returned the decline code `\(code)`."))
    }

    @Test("the checks of a card fail as documented")
    func checks() async throws {
        let bench = try ProcessorBench()
        let paid = await bench.api(
            "POST", "/v1/payment_intents",
            "amount=1000&currency=usd&confirm=true&payment_method=pm_card_avsFail&expand[]=latest_charge")
        let checks = "latest_charge.payment_method_details.card.checks."
        #expect(paid[checks + "address_line1_check"] == "fail" && paid[checks + "cvc_check"] == "pass")
        #expect(paid[checks + "address_postal_code_check"] == "fail")
    }

    @Test(
        "off-session payments succeed with a card that is set up",
        arguments: [
            ("pm_card_authenticationRequiredOnSetup", false, "authentication_required"),
            ("pm_card_authenticationRequiredSetupForOffSession", true, ""),
            ("pm_card_authenticationRequiredChargeDeclinedInsufficientFunds", false, "card_declined"),
        ])
    func offSession(name: String, succeeds: Bool, code: String) async throws {
        let bench = try ProcessorBench()
        let form = "amount=1000&currency=usd&confirm=true&payment_method=\(name)"
        let asked = await bench.api("POST", "/v1/payment_intents", form)
        #expect(asked["status"] == "requires_action")
        let paid = await bench.api("POST", "/v1/payment_intents", form + "&off_session=true")
        #expect((paid.status == 200) == succeeds && paid["error.code"] == code)
    }

    @Test("a card that is set up pays off-session, but asks on-session")
    func setUp() async throws {
        let bench = try ProcessorBench()
        let customer = await bench.api("POST", "/v1/customers")["id"]
        let method = await bench.api(
            "POST", "/v1/payment_methods/pm_card_authenticationRequiredOnSetup/attach",
            "customer=\(customer)")["id"]
        let form =
            "amount=1000&currency=usd&confirm=true&customer=\(customer)&payment_method=\(method)"
        #expect(await bench.api("POST", "/v1/payment_intents", form)["status"] == "requires_action")
        let paid = await bench.api("POST", "/v1/payment_intents", form + "&off_session=true")
        #expect(paid["status"] == "succeeded")
    }

    @Test("a dispute has the reason of its card")
    func dispute() async throws {
        let bench = try ProcessorBench()
        _ = try await bench.gift(to: nil, with: "pm_card_createDisputeProductNotReceived")
        bench.clock.advance(seconds: 60)
        let disputes = await bench.api("GET", "/v1/disputes")
        #expect(disputes["data.0.reason"] == "product_not_received")
    }

    @Test(
        "a bank debit fails later for the reason of its account",
        arguments: [
            ("accountClosed", "account_closed"), ("noAccount", "no_account"),
            ("insufficientFunds", "insufficient_funds"), ("debitNotAuthorized", "debit_not_authorized"),
        ])
    func debits(name: String, code: String) async throws {
        let bench = try ProcessorBench()
        let begun = try await bench.gift(to: nil, with: "pm_usBankAccount_\(name)")
        #expect(begun.status == .processing)
        bench.clock.advance(seconds: 2 * 86_400)
        let ended = try await bench.processor.paymentIntent(begun.id)
        #expect(ended.status == .requiresPaymentMethod && ended.lastPaymentError?.code == code)
        let charge = try await bench.processor.charge(#require(ended.latestCharge))
        #expect(charge.status == .failed && charge.failureCode == code)
        #expect(try await bench.holding(of: nil) == 0)
    }

    @Test("a debit of the processing account never ends")
    func processing() async throws {
        let bench = try ProcessorBench()
        let begun = try await bench.gift(to: nil, with: "pm_usBankAccount_processing")
        bench.clock.advance(seconds: 30 * 86_400)
        #expect(try await bench.processor.paymentIntent(begun.id).status == .processing)
    }
}
