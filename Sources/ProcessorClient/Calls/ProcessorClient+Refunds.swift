public import Processor

extension ProcessorClient {
    /// Sends money back.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        try await ask(
            RefundAnswer.self, "POST", "/v1/refunds",
            [
                "payment_intent": request.paymentIntent, "amount": request.amount,
                "reverse_transfer": request.reverseTransfer ? true : nil,
                "refund_application_fee": request.refundApplicationFee ? true : nil,
                "reason": request.reason?.rawValue, "metadata": request.metadata,
                "expand[0]": "transfer_reversal",
            ], key: key)
    }

    /// The refund of this id.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        try await ask(
            RefundAnswer.self, "GET", "/v1/refunds/\(id)", ["expand[0]": "transfer_reversal"], of: account)
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        try await list(RefundAnswer.self, "/v1/refunds", query, ["expand[0]": "data.transfer_reversal"])
    }

    /// The refunds of an intent, newest first.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        try await ask(
            ListAnswer<RefundAnswer>.self, "GET", "/v1/refunds",
            ["payment_intent": intent, "limit": 100, "expand[0]": "data.transfer_reversal"])
    }

    /// The dispute of this id.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await dispute("GET", id, [:], key: nil)
    }

    /// Disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        try await list(DisputeAnswer.self, "/v1/disputes", query)
    }

    /// Answers a dispute.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await self.dispute(
            "POST", dispute, ["evidence[uncategorized_text]": evidence, "submit": true], key: key)
    }

    /// Accepts that a dispute is lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await self.dispute("POST", dispute + "/close", [:], key: key)
    }

    private func dispute(_ method: String, _ path: String, _ form: Form, key: IdempotencyKey?)
        async throws(ProcessorError) -> Dispute
    {
        try await ask(DisputeAnswer.self, method, "/v1/disputes/" + path, form, key: key)
    }
}
