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
        TestMethod(names: ["createDisputeInquiry"], number: "4000000000001976", behavior: .isInquired),
        TestMethod(names: ["createIssuerFraudRecord"], number: "4000000000005423", behavior: .succeeds),
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
        TestMethod(
            names: ["authenticationRequiredOnSetup"], number: "4000002500003155",
            behavior: .needsAuthenticationUnlessSetUp, country: "FR"),
        TestMethod(
            names: ["authenticationRequired"], number: "4000002760003184", behavior: .needsAuthentication,
            country: "DE"),
        TestMethod(
            names: ["authenticationRequiredSetupForOffSession"], number: "4000003800000446",
            behavior: .needsAuthenticationOnSession, country: "IT"),
        TestMethod(
            names: ["authenticationRequiredChargeDeclinedInsufficientFunds"], number: "4000008260003178",
            behavior: .declinesAfterAuthentication(.insufficientFunds), country: "GB"),
        TestMethod(
            names: ["threeDSecure2Required"], number: "4000000000003220", behavior: .needsAuthentication,
            country: "IE"),
        TestMethod(
            names: ["threeDSecureRequired"], number: "4000000000003063", behavior: .needsAuthentication),
        TestMethod(names: [], number: "4000008400000027", behavior: .needsAuthentication),
        TestMethod(
            names: ["threeDSecureRequiredChargeDeclined"], number: "4000008400001629",
            behavior: .declinesAfterAuthentication(.generic)),
        TestMethod(
            names: ["threeDSecureRequiredProcessingError"], number: "4000008400001280",
            behavior: .declinesOnceAttached()),
        TestMethod(names: ["threeDSecureOptional"], number: "4000000000003055", behavior: .succeeds),
        TestMethod(
            names: ["threeDSecureOptionalProcessingError"], number: "4000000000003097", behavior: .succeeds),
        TestMethod(names: [], number: "4000000032200000", behavior: .succeeds),
        // The challenges of mobile apps, and captchas.
        TestMethod(names: [], number: "4000582600000094", behavior: .needsAuthentication, country: "GB"),
        TestMethod(names: [], number: "4000582600000045", behavior: .needsAuthentication, country: "GB"),
        TestMethod(names: [], number: "4000582600000102", behavior: .needsAuthentication, country: "GB"),
        TestMethod(names: [], number: "4000582600000110", behavior: .needsAuthentication, country: "GB"),
        TestMethod(names: [], number: "4000000000001208", behavior: .succeeds),
        TestMethod(names: [], number: "4000000000003725", behavior: .succeeds),
    ]

    private static let settled: [TestMethod] = [
        TestMethod(names: ["bypassPending"], number: "4000000000000077", behavior: .succeedsAvailable),
        TestMethod(
            names: ["bypassPendingInternational"], number: "4000003720000278", behavior: .succeedsAvailable,
            country: "IE"),
        TestMethod(names: ["domesticPricing"], number: "4000000000000093", behavior: .succeeds),
        TestMethod(names: ["refundFail"], number: "4000000000005126", behavior: .refundFails),
        TestMethod(names: ["pendingRefund"], number: "4000000000007726", behavior: .refundPends),
    ]

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
