import DatabaseKit
public import MoneyKit
import Processor
import TimeKit

extension PaymentDriver {
    /// Creates a connected account for a payee.
    ///
    /// - Parameters:
    ///   - name: The name that payers see.
    ///   - currency: The account's default currency.
    ///   - reference: This program's id for the payee. The idempotency key contains this id, so that a
    ///     request repeated after a crash returns the same account.
    public func makePayee(named name: String, currency: Currency, reference: String) async throws -> Payee {
        let request = Account.Create(
            defaultCurrency: currency, businessName: name, metadata: ["reference": reference])
        let account = try await reading {
            try await processor.create(request, key: IdempotencyKey("payee:\(reference)"))
        }
        return try await keep(account)
    }

    /// Fetches a payee's account from the processor, and saves its onboarding status.
    @discardableResult public func refresh(payee account: String) async throws -> Payee {
        try await keep(
            reading { try await processor.account(account) })
    }

    /// Creates a link to the onboarding page. The link can be opened once and expires after 300 seconds.
    public func onboardingLink(for account: String, refreshURL: String, returnURL: String) async throws
        -> String
    {
        try await reading {
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
    /// Creates a payee from a connected account, and derives the payee's onboarding state from the account.
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

// MARK: Collecting a payee's debt

extension PaymentDriver {
    /// Collects a payee's debt from the payee's account by reversing the newest transfers, up to the
    /// account's balance.
    ///
    /// A payee's debt consists of refunds and lost disputes that the payee's account could not cover,
    /// processor fees that refunds do not return, and dispute fees. A debt that exceeds the account's balance
    /// stays in the payee's receivable account.
    ///
    /// If the books may be incomplete for some period, this function does nothing, because the debt may have
    /// been collected in that period.
    public func collect(from payee: String) async throws {
        guard try await !debts(of: payee).isEmpty,
            try await database.read({ try $0.openGaps().isEmpty })
        else { return }
        // A transfer becomes known only after the processor has booked its charge.
        for payment in try await database.read({ try $0.unfinishedPayments(ofPayee: payee, limit: 20) }) {
            try await confirmFee(ofPayment: payment.id)
        }
        let held = try await reading { try await processor.balances(of: payee) }
        for balance in held where balance.total > 0 {
            let calls = try await database.write { transaction in
                try decideCollection(
                    from: payee, held: Money(balance.total, balance.currency), in: transaction)
            }
            for call in calls { try await execute(call) }
        }
    }

    /// Collects a payee's debts in the same way as ``collect(from:)``, but does not throw an error if the
    /// processor refuses or does not respond. In that case, the next reconciliation tries again.
    public func collectSoon(from payee: String) async throws {
        _ = try await tolerating { try await collect(from: payee) }
    }

    /// Returns a payee's debts, at most one for each currency.
    private func debts(of payee: String) async throws -> [LedgerEntry] {
        let account = LedgerAccount.receivable(payee)
        return try await database.read { try $0.balances(prefix: account.rawValue) }
            .filter { $0.account == account && $0.amount.minorUnits > 0 }
    }

    /// Returns the payees with at least one receivable balance that satisfies `isMeant`. A payee has one
    /// balance per currency.
    ///
    /// - Parameter isMeant: Checks a balance in minor units. A positive balance means that the payee owes
    ///   money.
    /// - Returns: The ids of the payees, sorted.
    func payees(where isMeant: (Int64) -> Bool) async throws -> [String] {
        let prefix = LedgerAccount.receivable("").rawValue
        let meant = try await database.read { try $0.balances(prefix: prefix) }
            .filter { isMeant($0.amount.minorUnits) }
        return Set(meant.map { String($0.account.rawValue.dropFirst(prefix.count)) }).sorted()
    }

    private func decideCollection(from payee: String, held: Money, in transaction: Transaction) throws
        -> [ProcessorCall]
    {
        let owed = try transaction.balance(of: .receivable(payee), in: held.currency)
        var wanted = min(owed, held.minorUnits)
        guard wanted > 0, try !transaction.isCollecting(from: payee), try !transaction.isRepaying(payee)
        else { return [] }
        var calls: [ProcessorCall] = []
        for var payment in try transaction.collectiblePayments(
            ofPayee: payee, currency: held.currency, limit: 50)
        where wanted > 0 {
            guard let transfer = payment.transfer else { continue }
            let taken = min(payment.collectibleMinor, wanted)
            guard taken > 0 else { continue }
            payment.collectedMinor += taken
            try transaction.save(payment)
            wanted -= taken
            let request = CallRequest.reverse(
                transfer: transfer, amount: taken,
                metadata: ["payment_id": payment.id, "collection_id": ids.make("col")])
            calls.append(try open(request, for: .collection(payee: payee), in: transaction))
        }
        return try calls + decideCollection(ofReleasesTo: payee, wanted, held.currency, in: transaction)
    }

    /// Creates calls that collect a payee's debt by reversing earlier releases of held money. `minor` is the
    /// amount that the reversals of destination charges do not cover, in minor units.
    private func decideCollection(
        ofReleasesTo payee: String, _ minor: Int64, _ currency: Currency, in transaction: Transaction
    ) throws -> [ProcessorCall] {
        var wanted = minor
        var calls: [ProcessorCall] = []
        for var release in try transaction.collectibleReleases(ofPayee: payee, currency: currency, limit: 50)
        where wanted > 0 {
            guard let transfer = release.transfer else { continue }
            let taken = min(release.leftMinor, wanted)
            release.collectedMinor += taken
            try transaction.save(release)
            wanted -= taken
            let request = CallRequest.reverse(
                transfer: transfer, amount: taken,
                metadata: [
                    "payment_id": release.payment, "release_id": release.id,
                    "collection_id": ids.make("col"),
                ])
            calls.append(try open(request, for: .collection(payee: payee), in: transaction))
        }
        return calls
    }

    /// Records the result of a collection. The response is nil if it is certain that the processor never
    /// executed the call.
    func bookCollection(
        _ answer: CallResponse?, of payee: String, call: ProcessorCall, in transaction: Transaction
    ) throws {
        guard case .reverse(_, let amount, let metadata) = call.request else { return }
        switch answer {
        case .reversal(let found):
            try post(
                .collected(Money(amount, found.currency), from: payee, reference: found.id), in: transaction)
        default:
            // The reversal failed. The debt remains, and the transfer can be reversed later.
            if let id = metadata["release_id"], var release = try transaction.release(id) {
                release.collectedMinor -= amount
                try keep(release, because: call.id, in: transaction)
            } else if let id = metadata["payment_id"], var payment = try transaction.payment(id) {
                payment.collectedMinor -= amount
                try transaction.save(payment)
            }
        }
    }
}

// MARK: Returned refunds

extension PaymentDriver {
    /// Transfers the money that the platform owes a payee, for example because a payer's bank returned a
    /// refund.
    ///
    /// If the platform's own balance is too low, nothing is transferred, and the amount remains as a negative
    /// balance of the payee's receivable account.
    func repay(_ payee: String) async throws {
        let calls = try await database.write { transaction -> [ProcessorCall] in
            guard try !transaction.isRepaying(payee), try !transaction.isCollecting(from: payee) else {
                return []
            }
            let account = LedgerAccount.receivable(payee)
            return try transaction.balances(prefix: account.rawValue)
                .filter { $0.account == account && $0.amount.minorUnits < 0 }
                .map { owed in
                    let request = Transfer.Create(
                        amount: -owed.amount.minorUnits, currency: owed.amount.currency, destination: payee,
                        metadata: ["repayment_id": ids.make("rep")])
                    return try open(.transfer(request), for: .repayment(payee: payee), in: transaction)
                }
        }
        for call in calls { try await execute(call) }
    }

    /// Records the result of a repayment. If the processor refused the repayment, for example because the
    /// platform's balance is too low, the amount is still owed, and the next reconciliation tries again.
    func bookRepayment(_ answer: CallResponse, of payee: String, in transaction: Transaction) throws {
        if case .transfer(let found) = answer {
            try post(
                .repaid(Money(found.amount, found.currency), to: payee, reference: found.id), in: transaction)
        }
    }
}
