import DataFolderKit
import DatabaseKit
import DisplayKit
import Documents
import Giving
import PaymentCore
import Plans
import Processor
import TimeKit

extension APIRequestContext {
    /// Returns the subscriber's id: the organization's id or, for a member, `organization/member`. Because
    /// the id contains the organization, other organizations cannot access the member.
    ///
    /// - Throws: `GivingError` with code `unknownOrganization`; ``APIError`` if the organization is missing
    ///   or the member's name is invalid.
    func subscriber() async throws -> String {
        let org = try await listedOrganization()
        guard let member = fields.text("member") else { return org }
        guard member.count <= 64, printable(member) == member, member.contains(where: { !$0.isWhitespace }),
            !CardNumber.stands(in: member)
        else {
            throw APIError.field(
                "outOfRange", "member", "is not a valid member name",
                remedy: "Use 1 to 64 visible characters, without a card number.")
        }
        return "\(org)/\(member)"
    }

    /// Returns the JSON document of a quota decision for the subscriber's plan.
    func decide(_ question: (Entitlements) throws -> QuotaDecision) async throws -> JSONValue {
        let status = try await data.products.plans.status(of: subscriber())
        return try question(status.plan.entitlements).document(of: status)
    }

    /// Buys a plan, once per idempotency key.
    ///
    /// - Throws: ``APIError`` with the card's error code if the card was declined, or with status 503 if the
    ///   result is not known yet. After status 503, repeating the request with the same key completes the
    ///   purchase, and charges only once. Other errors are thrown if the request is invalid or the plan
    ///   cannot be bought.
    func checkout() async throws -> JSONValue {
        // Other operations do not check this: a name that an earlier version accepted may be refused now.
        if let flaw = fields.text("member").flatMap({ DisplayText.flaw(in: $0, atMost: 64) }) {
            throw APIError.field("outOfRange", "member", flaw.summary, remedy: APIError.whole(flaw.remedy))
        }
        let subscriber = try await subscriber()
        let (plans, payer) = (data.products.plans, try payer())
        return try await once("checkout", forPlanOf: subscriber) {
            let status = try await plans.checkout(
                .price(fields.needed("price_id")), for: subscriber, by: payer,
                method: fields.needed("method"), promotionCode: fields.text("promotion_code"),
                key: requestKey)
            if let error = APIError(unbought: status) { throw error }
        }
    }

    /// Responds to the simulated bank's challenge for the first charge of a plan, in place of the payer. The
    /// response either confirms or refuses the charge, and is given once per idempotency key.
    ///
    /// - Returns: The resulting status of the plan.
    /// - Throws: `PlanError` with code `wrongState` if the bank is not waiting for a confirmation;
    ///   ``APIError`` with the card's error code if the charge was refused or declined. A repeated request
    ///   throws the same ``APIError``.
    func answerPlanBank() async throws -> JSONValue {
        let (subscriber, plans) = (try await subscriber(), data.products.plans)
        let outcome = fields.challengeOutcome
        try await onceDone(["challenge", "plan", subscriber]) {
            guard try await plans.refresh(subscriber).view == .requiresAction, let outcome else {
                throw PlanError(.wrongState, "the bank is not waiting for a confirmation")
            }
            _ = try await data.play(outcome, forPlanOf: subscriber)
        }
        // A repeated request reports a declined card again.
        let status = try await plans.status(of: subscriber)
        if let error = APIError(unbought: status) { throw error }
        return status.document
    }

    /// Changes the subscription to a different plan, once per idempotency key.
    func changePlan() async throws -> JSONValue {
        let (subscriber, plans) = (try await subscriber(), data.products.plans)
        return try await once("change", forPlanOf: subscriber) {
            _ = try await plans.changePlan(of: subscriber, to: .price(fields.needed("price_id")))
        }
    }

    /// Returns the payer from the request, after checking the name and the e-mail address.
    private func payer() throws -> Payer {
        let (name, email) = (fields.needed("name"), fields.needed("email"))
        guard let address = EmailAddress(email) else { throw GivingError.invalidEmail(email) }
        if let flaw = DisplayText.flaw(in: name, atMost: DisplayText.longestName) { throw GivingError(flaw) }
        return Payer(name: name, email: address.text, phone: nil, client: fields.text("client"))
    }

    /// Changes a subscription, once per idempotency key.
    func change(_ change: PlanChange, _ name: String) async throws -> JSONValue {
        let (subscriber, plans) = (try await subscriber(), data.products.plans)
        return try await once(name, forPlanOf: subscriber) {
            _ = try await plans.change(subscriber, change)
        }
    }

    /// Performs work on a subscriber's plan, once per idempotency key, and returns the plan's status.
    private func once(
        _ name: String, forPlanOf subscriber: String, work: () async throws -> Void
    ) async throws -> JSONValue {
        try await onceDone([name, "plan", subscriber], work: work) {
            try data.status(of: subscriber, in: $0).document
        }
    }
}

extension DataFolder {
    /// Returns the plan status of a subscriber, read in the given transaction.
    fileprivate func status(of subscriber: String, in transaction: Transaction) throws -> PlanStatus {
        PlanStatus(
            of: subscriber, try transaction.planSubscriptions(of: subscriber, limit: 1).first,
            at: clock.now(),
            grace: products.plans.grace, in: products.plans.catalogue)
    }
}
