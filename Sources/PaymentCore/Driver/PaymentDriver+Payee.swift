import DatabaseKit
public import MoneyKit
import Processor

extension PaymentDriver {
    /// Makes a connected account for somebody who will be paid.
    ///
    /// - Parameters:
    ///   - name: As donors know it.
    ///   - reference: Ours: the same reference gives the same account, also after a crash.
    public func makePayee(named name: String, currency: Currency, reference: String) async throws -> Payee {
        let request = Account.Create(
            defaultCurrency: currency, businessName: name, metadata: ["reference": reference])
        let account = try await reading { () throws(ProcessorError) in
            try await processor.create(request, key: IdempotencyKey("payee:\(reference)"))
        }
        return try await keep(account)
    }

    /// Reads how far a payee's onboarding is.
    @discardableResult public func refresh(payee account: String) async throws -> Payee {
        try await keep(
            try await reading { () throws(ProcessorError) in try await processor.account(account) })
    }

    /// The page where a payee is onboarded: good for 300 seconds, once.
    public func onboardingLink(for account: String, refreshURL: String, returnURL: String) async throws
        -> String
    {
        try await reading { () throws(ProcessorError) in
            try await processor.accountLink(for: account, refreshURL: refreshURL, returnURL: returnURL)
        }.url
    }

    private func keep(_ account: Account) async throws -> Payee {
        let payee = Payee(account)
        try await database.write { try $0.save(payee) }
        return payee
    }
}

extension Payee {
    /// Source: Stripe documentation, "Identity verification", states of a connected account.
    init(_ account: Account) {
        let onboarding: Onboarding =
            if account.chargesEnabled, account.payoutsEnabled, account.transfers == .active {
                .active
            } else if !account.detailsSubmitted {
                .notSetUp
            } else if !account.pendingVerification.isEmpty || account.transfers == .pending {
                .pendingVerification
            } else {
                .restricted
            }
        self.init(
            id: account.id, onboarding: onboarding,
            takesCharges: account.chargesEnabled && account.transfers == .active,
            takesPayouts: account.payoutsEnabled)
    }
}
