import DisplayKit
import MoneyKit
import PaymentCore

extension GiftRequest {
    /// Checks the values of the request that do not depend on the organization: the donor, the payment method
    /// and the idempotency key.
    func checkDonor() throws {
        for text in [method, name, email, client] where CardNumber.stands(in: text ?? "") {
            throw GivingError(.cardNumber)
        }
        // Idempotency keys are often long numbers, and telephone numbers of some countries have 13 digits or more.
        if let key, CardNumber.stands(printedIn: key) { throw GivingError(.cardNumber) }
        if let phone, CardNumber.stands(inPhone: phone) { throw GivingError(.cardNumber) }
        if let flaw = DisplayText.flaw(in: name, atMost: DisplayText.longestName) {
            throw GivingError(flaw)
        }
        guard !LinkText.isIn(name) else { throw GivingError.linkInName }
        guard EmailAddress(email) != nil else { throw GivingError.invalidEmail(email) }
        if let phone, !phone.isEmpty {
            if let flaw = DisplayText.flaw(in: phone, atMost: DonorDetails.longestPhone) {
                throw GivingError(flaw, code: .invalidPhone)
            }
            guard phone.allSatisfy({ $0.isNumber || " +-().".contains($0) }) else {
                throw GivingError(.invalidPhone)
            }
        }
        try Self.check(method: method)
        if let key, key.isEmpty || key.utf8.count > AnsweredRequest.longestKey || !Self.isText(key, upTo: 255)
        {
            throw GivingError(.invalidKey)
        }
    }

    /// Checks the id of a payment method.
    ///
    /// - Throws: ``GivingError`` with code `cardNumber`, or `invalidMethod` if the method is neither a
    ///   processor id nor a test method.
    static func check(method: String) throws {
        if CardNumber.stands(in: method) { throw GivingError(.cardNumber) }
        do { try PaymentMethodName.check(method) } catch {
            var refusal = GivingError(
                .invalidMethod, isText(method, upTo: 40) ? method : "", wanted: "nothing was charged")
            refusal.suggestion = error.suggestion
            throw refusal
        }
    }

    /// Returns the requested amount, or the organization's default amount if the request contains no amount.
    ///
    /// - Throws: ``GivingError`` if the amount is invalid, has a different currency or is not within the
    ///   organization's limits.
    func amount(for organization: Organization) throws -> Money {
        let amount: Money
        switch self.amount {
        case nil: amount = Money(organization.defaultMinor, organization.currency)
        case .money(let money): amount = money
        case .text(let text): amount = try Self.amount(text, in: organization.currency)
        case .plain(let text):
            amount = try Self.amount(
                Money.typedText(ofPlain: text, in: organization.currency), in: organization.currency)
        }
        guard amount.currency == organization.currency else {
            throw GivingError(
                .wrongCurrency, amount.currency.code,
                wanted: "\(organization.id) accepts only \(organization.currency.code)")
        }
        try amount.checkChargeStep()
        let (least, most) = (
            Money(organization.leastMinor, amount.currency), Money(organization.mostMinor, amount.currency)
        )
        guard amount.minorUnits >= least.minorUnits else {
            throw GivingError(.amountTooSmall, amount.named, wanted: "the minimum is \(least.named)")
        }
        guard amount.minorUnits <= most.minorUnits else {
            throw GivingError(.amountTooLarge, amount.named, wanted: "the maximum is \(most.named)")
        }
        return amount
    }

    private static func amount(_ text: String, in currency: Currency) throws(GivingError) -> Money {
        do { return try Money(asTyped: text, in: currency) } catch { throw GivingError(error) }
    }

    private static func isText(_ text: String, upTo length: Int) -> Bool {
        DisplayText.flaw(in: text, atMost: length) == nil
    }
}

extension Money {
    /// The amount followed by its currency code, as in `5.00 USD`.
    var named: String { "\(plainText) \(currency.code.uppercased())" }

    /// Checks whether the amount is a multiple of the currency's ``MoneyKit/Currency/chargeStep``, as the
    /// processor requires for charges and refunds.
    ///
    /// - Throws: ``GivingError`` with code `malformedAmount` if it is not.
    func checkChargeStep() throws(GivingError) {
        let step = currency.chargeStep
        guard minorUnits.isMultiple(of: step) else {
            throw GivingError(
                .malformedAmount, named,
                wanted: "amounts in \(currency) must be multiples of \(Money(step, currency).plainText)")
        }
    }
}
