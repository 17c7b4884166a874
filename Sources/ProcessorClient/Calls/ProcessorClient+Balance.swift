public import MoneyKit
public import Processor

extension ProcessorClient {
    /// Moves money of the platform to a connected account.
    public func create(_ request: Transfer.Create, key: IdempotencyKey) async throws(ProcessorError)
        -> Transfer
    {
        var form = Form()
        form.add("amount", request.amount)
        form.add("currency", request.currency)
        form.add("destination", request.destination)
        form.add("source_transaction", request.sourceTransaction)
        form.add("transfer_group", request.transferGroup)
        form.add(request.metadata)
        let answer: TransferAnswer = try await ask("POST", "/v1/transfers", form, key: key)
        return try answer.noun(of: nil)
    }

    /// Retrieves an application fee, with its latest returned parts.
    public func applicationFee(_ id: String) async throws(ProcessorError) -> ApplicationFee {
        let answer: ApplicationFeeAnswer = try await ask("GET", "/v1/application_fees/\(id)")
        return try answer.noun(of: nil)
    }

    /// The transfer of this id.
    public func transfer(_ id: String) async throws(ProcessorError) -> Transfer {
        let answer: TransferAnswer = try await ask("GET", "/v1/transfers/\(id)")
        return try answer.noun(of: nil)
    }

    /// Lists the transfers to an account, or all transfers, newest first.
    public func transfers(to account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Transfer>
    {
        var form = Form()
        form.add("destination", account)
        form.add(query)
        let answer: ListAnswer<TransferAnswer> = try await ask("GET", "/v1/transfers", form)
        return try answer.noun(of: nil)
    }

    /// What was taken back of a transfer, newest first.
    public func reversals(ofTransfer transfer: String)
        async throws(ProcessorError) -> ListPage<TransferReversal>
    {
        var form = Form()
        form.add("limit", 100 as Int64)
        let answer: ListAnswer<TransferReversalAnswer> = try await ask(
            "GET", "/v1/transfers/\(transfer)/reversals", form)
        return try answer.noun(of: nil)
    }

    /// Takes a part of a transfer back.
    public func reverse(transfer: String, amount: Int64, metadata: Metadata, key: IdempotencyKey)
        async throws(ProcessorError) -> TransferReversal
    {
        var form = Form()
        form.add("amount", amount)
        form.add(metadata)
        let answer: TransferReversalAnswer = try await ask(
            "POST", "/v1/transfers/\(transfer)/reversals", form, key: key)
        return try answer.noun(of: nil)
    }

    /// What an account holds; nil is the platform.
    public func balances(of account: String?) async throws(ProcessorError) -> [Balance] {
        let answer: BalanceAnswer = try await ask("GET", "/v1/balance", of: account)
        return try answer.noun(of: account)
    }

    /// The changes of an account's balance, newest first.
    public func balanceTransactions(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<BalanceTransaction>
    {
        var form = Form()
        form.add(query)
        let answer: ListAnswer<BalanceTransactionAnswer> = try await ask(
            "GET", "/v1/balance_transactions", form, of: account)
        return try answer.noun(of: account)
    }

    /// The balance transaction of this id.
    public func balanceTransaction(_ id: String, of account: String?)
        async throws(ProcessorError) -> BalanceTransaction
    {
        let answer: BalanceTransactionAnswer = try await ask(
            "GET", "/v1/balance_transactions/\(id)", of: account)
        return try answer.noun(of: account)
    }

    /// Sends what is available to the bank.
    public func createPayout(of account: String?, amount: Int64, currency: Currency, key: IdempotencyKey)
        async throws(ProcessorError) -> Payout
    {
        var form = Form()
        form.add("amount", amount)
        form.add("currency", currency)
        let answer: PayoutAnswer = try await ask("POST", "/v1/payouts", form, key: key, of: account)
        return try answer.noun(of: account)
    }

    /// The payout of this id.
    public func payout(_ id: String, of account: String?) async throws(ProcessorError) -> Payout {
        let answer: PayoutAnswer = try await ask("GET", "/v1/payouts/\(id)", of: account)
        return try answer.noun(of: account)
    }

    /// The payouts of an account, newest first.
    public func payouts(of account: String?, _ query: ListQuery)
        async throws(ProcessorError) -> ListPage<Payout>
    {
        var form = Form()
        form.add(query)
        let answer: ListAnswer<PayoutAnswer> = try await ask("GET", "/v1/payouts", form, of: account)
        return try answer.noun(of: account)
    }
}
