public import Processor

extension ProcessorClient {
    /// Sends money back.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        var form = Form()
        form.add("payment_intent", request.paymentIntent)
        form.add("amount", request.amount)
        if request.reverseTransfer { form.add("reverse_transfer", true) }
        if request.refundApplicationFee { form.add("refund_application_fee", true) }
        form.add("reason", request.reason?.rawValue)
        form.add(request.metadata)
        form.expand("transfer_reversal")
        let answer: RefundAnswer = try await ask("POST", "/v1/refunds", form, key: key)
        return try answer.noun(of: nil)
    }

    /// The refund of this id.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        var form = Form()
        form.expand("transfer_reversal")
        let answer: RefundAnswer = try await ask("GET", "/v1/refunds/\(id)", form, of: account)
        return try answer.noun(of: account)
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        var form = Form()
        form.add(query)
        form.expand("data.transfer_reversal")
        let answer: ListAnswer<RefundAnswer> = try await ask("GET", "/v1/refunds", form)
        return try answer.noun(of: nil)
    }

    /// The refunds of an intent, newest first.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        var form = Form()
        form.add("payment_intent", intent)
        form.add("limit", 100 as Int64)
        form.expand("data.transfer_reversal")
        let answer: ListAnswer<RefundAnswer> = try await ask("GET", "/v1/refunds", form)
        return try answer.noun(of: nil)
    }

    /// The dispute of this id.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await dispute("GET", id, Form(), key: nil)
    }

    /// Disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        var form = Form()
        form.add(query)
        let answer: ListAnswer<DisputeAnswer> = try await ask("GET", "/v1/disputes", form)
        return try answer.noun(of: nil)
    }

    /// Answers a dispute.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        var form = Form()
        form.add("evidence[uncategorized_text]", evidence)
        form.add("submit", true)
        return try await self.dispute("POST", dispute, form, key: key)
    }

    /// Accepts that a dispute is lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await self.dispute("POST", dispute + "/close", Form(), key: key)
    }

    private func dispute(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> Dispute
    {
        let answer: DisputeAnswer = try await ask(method, "/v1/disputes/" + path, form, key: key)
        return try answer.noun(of: nil)
    }
}
