public import MoneyKit
public import Processor

extension ProcessorClient {
    /// Transfers money from the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Transfer
    {
        try await ask(
            TransferResponse.self, "POST", "/v1/transfers",
            [
                "amount": request.amount, "currency": request.currency, "destination": request.destination,
                "source_transaction": request.sourceTransaction, "transfer_group": request.transferGroup,
                "metadata": request.metadata,
            ], key: key)
    }

    /// Retrieves an application fee with its latest refunds.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        try await ask(ApplicationFeeResponse.self, "GET", "/v1/application_fees/\(id)")
    }

    /// Retrieves a transfer.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        try await ask(TransferResponse.self, "GET", "/v1/transfers/\(id)")
    }

    /// Lists the transfers to an account, newest first. If `account` is nil, lists all transfers.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        try await list(TransferResponse.self, "/v1/transfers", query, ["destination": account])
    }

    /// Lists the latest reversals of a transfer, newest first, up to 100.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        try await ask(
            ListResponse<TransferReversalResponse>.self, "GET", "/v1/transfers/\(transfer)/reversals",
            ["limit": 100])
    }

    /// Reverses all or part of a transfer. The amount must not exceed the unreversed part of the transfer or
    /// the connected account's balance.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        try await ask(
            TransferReversalResponse.self, "POST", "/v1/transfers/\(transfer)/reversals",
            ["amount": amount, "metadata": metadata], key: key)
    }

    /// Retrieves an account's balances, one per currency. If `account` is nil, retrieves the platform's
    /// balances.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        try await ask(BalanceResponse.self, "GET", "/v1/balance", of: account)
    }

    /// Lists an account's balance transactions, newest first. If `account` is nil, lists the platform's
    /// balance transactions.
    public func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    {
        try await list(BalanceTransactionResponse.self, "/v1/balance_transactions", query, of: account)
    }

    /// Retrieves a balance transaction.
    public func balanceTransaction(_ id: String, of account: String?)
        async throws(ProcessorError) -> BalanceTransaction
    {
        try await ask(BalanceTransactionResponse.self, "GET", "/v1/balance_transactions/\(id)", of: account)
    }

    /// Pays out money from an account's available balance to its bank account. If `account` is nil, pays out
    /// the platform's money.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        try await ask(
            PayoutResponse.self, "POST", "/v1/payouts", ["amount": amount, "currency": currency], key: key,
            of: account)
    }

    /// Retrieves a payout.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        try await ask(PayoutResponse.self, "GET", "/v1/payouts/\(id)", of: account)
    }

    /// Lists an account's payouts, newest first. If `account` is nil, lists the platform's payouts.
    public func payouts(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Payout>
    {
        try await list(PayoutResponse.self, "/v1/payouts", query, of: account)
    }
}
