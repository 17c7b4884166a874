public import Processor

extension SimulatedProcessor {
    /// Refunds a payment.
    public func create(_ request: Refund.Create, key: IdempotencyKey) async throws(ProcessorError) -> Refund {
        try await carryOut("refunds", request, key) { try $0.create($1) }
    }

    /// Retrieves a refund.
    public func refund(_ id: String, of account: String?) async throws(ProcessorError) -> Refund {
        try await look { try $0.inPath(Refund.self, id) }
    }

    /// Lists refunds, newest first.
    public func refunds(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Refund> {
        try await look { try $0.list(Refund.self, query) }
    }

    /// Lists the refunds of an intent, newest first.
    public func refunds(ofIntent intent: String) async throws(ProcessorError) -> ListPage<Refund> {
        try await look { try $0.refunds(ofIntent: intent) }
    }

    /// Retrieves a dispute.
    public func dispute(_ id: String) async throws(ProcessorError) -> Dispute {
        try await look { try $0.inPath(Dispute.self, id) }
    }

    /// Lists disputes, newest first.
    public func disputes(_ query: ListQuery) async throws(ProcessorError) -> ListPage<Dispute> {
        try await look { try $0.list(Dispute.self, query) }
    }

    /// Lets the payer's bank dispute part of a charge. Test cards always dispute the whole charge.
    ///
    /// - Parameter amount: The disputed amount, in minor units.
    /// - Throws: `ProcessorError` if the charge was disputed before, or if the amount exceeds what is left of
    ///   it.
    public func dispute(charge: String, amount: Int64) async throws(ProcessorError) -> Dispute {
        try await transaction { work in
            let disputed = try work.inPath(Charge.self, charge)
            guard let dispute = try work.disputeArrives(disputed.id, amount: amount) else {
                throw ProcessorError.invalid(nil, "Charge \(charge) cannot be disputed for this amount.")
            }
            return dispute.noun
        }
    }

    /// Submits evidence for a dispute. `winning_evidence` wins it and `losing_evidence` loses it. With any
    /// other text, it is lost at its deadline.
    public func submit(evidence: String, for dispute: String, key: IdempotencyKey)
        async throws(ProcessorError) -> Dispute
    {
        try await carryOut("disputes/\(dispute)", evidence, key) { try $0.submit(evidence: $1, for: dispute) }
    }

    /// Accepts a dispute as lost.
    public func close(dispute: String, key: IdempotencyKey) async throws(ProcessorError) -> Dispute {
        try await carryOut("disputes/\(dispute)/close", NoParameters(), key) { work, _ in
            try work.close(dispute: dispute)
        }
    }
}
