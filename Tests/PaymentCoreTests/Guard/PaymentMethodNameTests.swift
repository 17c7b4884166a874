import PaymentCore
import Processor
import Testing

/// M-7: mistyped test methods.
@Suite struct PaymentMethodNameTests {
    @Test(
        "suggests the intended test method (M-7)",
        arguments: [
            ("pm_card_viza", "pm_card_visa"), ("pm_card_vissa", "pm_card_visa"),
            ("pm_card_vsia", "pm_card_visa"),
            ("pm_card_visa ", "pm_card_visa"), ("PM_CARD_VISA", "pm_card_visa"), ("pm_visa", "pm_card_visa"),
            ("card_visa", "pm_card_visa"), ("visa", "pm_card_visa"), ("pm-card-visa", "pm_card_visa"),
            ("pm_card_visa_debt", "pm_card_visa_debit"), ("pm_card_mastercrad", "pm_card_mastercard"),
            ("pm_card_amexx", "pm_card_amex"), ("pm_card_chargedeclined", "pm_card_chargeDeclined"),
            ("pm_card_visa_chargeDecline", "pm_card_visa_chargeDeclined"),
            ("pm_card_chargeDeclinedInsuficientFunds", "pm_card_chargeDeclinedInsufficientFunds"),
            ("pm_card_authenticationrequired", "pm_card_authenticationRequired"),
            ("tok_viza", "tok_visa"), ("tok_mastercard ", "tok_mastercard"),
            ("pm_usBankAcount_success", "pm_usBankAccount_success"),
            ("pm_usbankaccount_success", "pm_usBankAccount_success"),
            ("pm_card_nobody", nil), ("cash", nil), ("pm_card_", nil), ("pm_", nil), ("", nil),
            ("pm_nope", nil),
            ("pm_card_\u{202E}", nil), ("4242424242424242", nil),
        ])
    func suggests(typed: String, meant: String?) {
        let error = #expect(throws: PaymentError.self) { try PaymentMethodName.check(typed) }
        #expect(error?.code == .unknownMethod && error?.suggestion == meant, "\(error?.suggestion ?? "none")")
        #expect(error?.remedy.contains(meant ?? "pm_card_visa") == true)
    }

    @Test("accepts every test method, and leaves the check of ids to the processor")
    func accepts() throws {
        let ids = ["pm_1", "pm_1PqRsTuVwXyZ", "tok_1PqRs", "pm_00000000000000000000000q"]
        let names = TestMethodName.all + TestMethodName.cards.map { "tok_\($0)" }
        for name in names + ids { try PaymentMethodName.check(name) }
    }

    @Test(
        "never repeats a possible card number",
        arguments: ["4242424242424242", "pm_card_4242424242424242", "4242-4242-4242-4242"])
    func cardNumbers(typed: String) {
        let error = #expect(throws: PaymentError.self) { try PaymentMethodName.check(typed) }
        #expect(error?.reason == "")
    }
}
