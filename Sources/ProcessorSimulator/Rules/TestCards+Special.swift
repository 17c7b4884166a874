/// Stripe's test cards with special behavior. For example, their charges are declined or disputed.
extension TestCards {
    /// All special test cards. No two special cards have the same brand and last four digits.
    ///
    /// Source: Stripe documentation, "Testing".
    static let special: [TestMethod] = declining + blocked + checked + disputed + authenticated + settled

    private static let declining: [TestMethod] = [
        declined("chargeDeclined", "4000000000000002", .generic),
        declined(
            "chargeDeclinedInsufficientFunds", "4000000000009995", .insufficientFunds,
            alias: "visa_debit_chargeDeclinedInsufficientFunds"),
        declined("chargeDeclinedLostCard", "4000000000009987", .card("lost_card")),
        declined("chargeDeclinedStolenCard", "4000000000009979", .card("stolen_card")),
        declined("chargeDeclinedVelocityLimitExceeded", "4000000000006975", .card("card_velocity_exceeded")),
        declined("chargeDeclinedExpiredCard", "4000000000000069", .expired),
        declined(
            "chargeDeclinedIncorrectCvc", "4000000000000127",
            Decline(
                code: "incorrect_cvc", declineCode: "incorrect_cvc",
                message: "Your card's security code is incorrect.")),
        declined(
            "chargeDeclinedProcessingError", "4000000000000119",
            Decline(
                code: "processing_error", declineCode: "processing_error",
                message: "An error occurred while processing your card. Try again in a little bit.")),
        TestMethod(
            names: ["chargeCustomerFail", "visa_chargeCustomerFail"], number: "4000000000000341",
            behavior: .declinesOnceAttached()),
        // Stripe documents no numbers for these two.
        TestMethod(
            names: ["visa_chargeCustomerFailLostCard"], last4: "3987",
            behavior: .declinesOnceAttached(.card("lost_card"))),
        TestMethod(
            names: ["visa_chargeCustomerFailStolenCard"], last4: "3979",
            behavior: .declinesOnceAttached(.card("stolen_card"))),
    ]

    private static let blocked: [TestMethod] = [
        risky(
            ["radarBlock", "chargeDeclinedFraudulent", "visa_chargeDeclinedFraudulent"], "4100000000000019",
            "highest", .isBlocked),
        risky(["riskLevelHighest"], "4000000000004954", "highest", .isBlocked),
        risky(["riskLevelElevated"], "4000000000009235", "elevated"),
        risky(["highFraudDisputeScore"], "4000008400000407", "normal"),
        risky(["highEfwScore"], "4000008400000159", "normal"),
        risky(["radarDynamicRiskThreshold"], "4000008400001017", "normal"),
        risky(["adaptive3dsChallenge"], "4000008405600003", "normal"),
    ]

    private static let checked: [TestMethod] = [
        failing("cvcCheckFail", "4000000000000101", [.cvc]),
        failing("cvcCheckFailElevatedRisk", "4000058400307872", [.cvc], risk: "elevated"),
        failing("avsZipFail", "4000000000000036", [.postalCode]),
        failing("avsZipFailElevatedRisk", "4000058400306072", [.postalCode], risk: "elevated"),
        failing("avsLine1Fail", "4000000000000028", [.line1]),
        failing("avsFail", "4000000000000010", [.line1, .postalCode]),
        failing("avsUnchecked", "4000000000000044", [], hidesAddress: true),
    ]

    private static let disputed: [TestMethod] = [
        disputed("createDispute", "4000000000000259"),
        disputed("createDisputeProductNotReceived", "4000000000002685", "product_not_received"),
        card("createDisputeInquiry", "4000000000001976", .isInquired),
        card("createIssuerFraudRecord", "4000000000005423"),
        disputed("createMultipleDisputes", "4000000404000079"),
        disputed("createCe3EligibleDispute", "4000000404000038"),
        disputed("createComplianceDispute", "4000008400000779", "noncompliant"),
        disputed(
            "createMastercardComplianceDispute", "5105008400000002", "noncompliant", brand: "mastercard"),
        disputed("createAutoRepresentmentEligibleDispute", "4000000001000043"),
        disputed("createRapidDisputeResolutionDispute", "4000000404004816"),
        disputed("createCe3BlockDispute", "4000000404005649"),
        disputed("createEthocaAlert", "5105000300000018", brand: "mastercard"),
    ]

    private static let authenticated: [TestMethod] = [
        card(
            "authenticationRequiredOnSetup", "4000002500003155", .needsAuthenticationUnlessSetUp,
            country: "FR"),
        card("authenticationRequired", "4000002760003184", .needsAuthentication, country: "DE"),
        card(
            "authenticationRequiredSetupForOffSession", "4000003800000446", .needsAuthenticationOnSession,
            country: "IT"),
        card(
            "authenticationRequiredChargeDeclinedInsufficientFunds", "4000008260003178",
            .declinesAfterAuthentication(.insufficientFunds), country: "GB"),
        card("threeDSecure2Required", "4000000000003220", .needsAuthentication, country: "IE"),
        card("threeDSecureRequired", "4000000000003063", .needsAuthentication),
        card(nil, "4000008400000027", .needsAuthentication),
        card(
            "threeDSecureRequiredChargeDeclined", "4000008400001629", .declinesAfterAuthentication(.generic)),
        card("threeDSecureRequiredProcessingError", "4000008400001280", .declinesOnceAttached()),
        card("threeDSecureOptional", "4000000000003055"),
        card("threeDSecureOptionalProcessingError", "4000000000003097"),
        card(nil, "4000000032200000"),
        // The challenges of mobile apps, and captchas.
        card(nil, "4000582600000094", .needsAuthentication, country: "GB"),
        card(nil, "4000582600000045", .needsAuthentication, country: "GB"),
        card(nil, "4000582600000102", .needsAuthentication, country: "GB"),
        card(nil, "4000582600000110", .needsAuthentication, country: "GB"),
        card(nil, "4000000000001208"),
        card(nil, "4000000000003725"),
    ]

    private static let settled: [TestMethod] = [
        card("bypassPending", "4000000000000077", .succeedsAvailable),
        card("bypassPendingInternational", "4000003720000278", .succeedsAvailable, country: "IE"),
        card("domesticPricing", "4000000000000093"),
        card("refundFail", "4000000000005126", .refundFails),
        card("pendingRefund", "4000000000007726", .refundPends),
    ]

    /// Creates a card. The name is nil for a card that is documented only by its number.
    private static func card(
        _ name: String?, _ number: String, _ behavior: TestMethod.Behavior = .succeeds, country: String = "US"
    ) -> TestMethod {
        TestMethod(
            names: name.map { [$0] } ?? [], number: number, behavior: behavior, country: country)
    }

    /// Creates a card that is declined. Stripe lists the names of declined cards both with and without the
    /// brand.
    private static func declined(
        _ name: String, _ number: String, _ decline: Decline, alias: String? = nil
    ) -> TestMethod {
        TestMethod(
            names: [name, "visa_\(name)"] + (alias.map { [$0] } ?? []), number: number,
            behavior: .declines(decline))
    }

    private static func risky(
        _ names: [String], _ number: String, _ risk: String, _ behavior: TestMethod.Behavior = .succeeds
    ) -> TestMethod {
        var card = TestMethod(names: names, number: number, behavior: behavior)
        card.risk = risk
        return card
    }

    private static func failing(
        _ name: String, _ number: String, _ checks: Set<TestMethod.Check>, risk: String = "normal",
        hidesAddress: Bool = false
    ) -> TestMethod {
        var card = risky([name], number, risk)
        card.failing = checks
        card.hidesAddress = hidesAddress
        return card
    }

    private static func disputed(
        _ name: String, _ number: String, _ reason: String = "fraudulent", brand: String = "visa"
    ) -> TestMethod {
        var card = TestMethod(names: [name], brand: brand, number: number, behavior: .isDisputed)
        card.disputeReason = reason
        return card
    }
}

extension Decline {
    static let insufficientFunds = card("insufficient_funds", "Your card has insufficient funds.")
}
