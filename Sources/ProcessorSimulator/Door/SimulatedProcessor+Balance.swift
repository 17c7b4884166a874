public import MoneyKit
public import Processor

extension SimulatedProcessor {
    /// Moves money of the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey)
        async throws(ProcessorError) -> Transfer
    {
        try await carryOut("transfers", request, key) { try $0.create($1) }
    }

    /// Retrieves an application fee, with its latest returned parts.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        try await look { work in
            var fee = try work.inPath(ApplicationFee.self, id)
            fee.returns = try work.children(FeeRefund.self, of: id).reversed().prefix(10).map {
                ApplicationFee.Return(id: $0.id, created: $0.created, amount: $0.amount)
            }
            return fee
        }
    }

    /// The transfer of this id.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        try await look { try $0.inPath(Transfer.self, id) }
    }

    /// Lists the transfers to an account, or all transfers, newest first.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        try await look { try $0.transfers(to: account, query) }
    }

    /// What was taken back of a transfer, newest first.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        try await look { work in
            _ = try work.inPath(Transfer.self, transfer)
            return ListPage(try work.children(TransferReversal.self, of: transfer).reversed(), hasMore: false)
        }
    }

    /// Takes a part of a transfer back, at most what is left of it and what the account holds.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        try await carryOut(
            "transfers/\(transfer)/reversals", WantedReversal(amount: amount, metadata: metadata), key
        ) { try $0.reverse(transfer: transfer, amount: $1.amount, $1.metadata) }
    }

    /// What an account holds, one entry a currency; nil is the platform.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        try await look { work in
            if let account { _ = try work.inPath(Account.self, account) }
            return try work.balances(of: account ?? "")
        }
    }

    /// The changes of an account's balance, newest first.
    public func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    {
        try await look { try $0.list(BalanceTransaction.self, of: account, query) }
    }

    /// The balance transaction of this id.
    public func balanceTransaction(_ id: String, of account: String?) async throws(ProcessorError)
        -> BalanceTransaction
    {
        try await look { try $0.inPath(BalanceTransaction.self, id) }
    }

    /// Sends what is available to the bank.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        try await carryOut(
            "payouts", WantedPayout(account: account, amount: amount, currency: currency), key, of: account
        ) { try $0.createPayout(of: $1.account, amount: $1.amount, $1.currency) }
    }

    /// The payout of this id.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        try await look { try $0.inPath(Payout.self, id) }
    }

    /// The payouts of an account, newest first.
    public func payouts(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Payout>
    {
        try await look { try $0.list(Payout.self, of: account, query) }
    }

    /// What happened in the last 30 days, newest first.
    public func events(ofTypes types: [String], _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<ProcessorEvent>
    {
        try await look { try $0.events(query, ofTypes: types) }
    }
}

private struct WantedReversal: Hashable, Sendable, Codable {
    var amount: Int64
    var metadata: Metadata
}

private struct WantedPayout: Hashable, Sendable, Codable {
    var account: String?
    var amount: Int64
    var currency: Currency
}
