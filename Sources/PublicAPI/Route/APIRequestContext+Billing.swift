import DataFolderKit
import DatabaseKit
package import Documents
import Giving
import PaymentCore
package import Plans
import Processor
import TimeKit

extension APIRequestContext {
    /// Returns the subscriber: the organization, or one of its members, whom no other organization can name.
    ///
    /// - Throws: `GivingError` with code `unknownOrganization`; ``APIError`` if the member's name cannot be stored.
    package func subscriber() async throws -> String {
        let org = try await listedOrganization()
        guard let member = fields.text("member") else { return org }
        guard member.count <= 64, printable(member) == member, member.contains(where: { !$0.isWhitespace }),
            !CardNumber.stands(in: member)
        else {
            throw APIError.field(
                "outOfRange", "member", "is not a valid member name",
                remedy: "Use 1 to 64 visible characters and no card number.")
        }
        return "\(org)/\(member)"
    }

    /// Returns the decision about a question on the subscriber's plan.
    func decide(_ question: (Entitlements) throws -> QuotaDecision) async throws -> JSONValue {
        let status = try await data.products.plans.status(of: subscriber())
        return try question(status.plan.entitlements).document(of: status)
    }

    /// Buys a plan, once per idempotency key.
    ///
    /// - Throws: ``APIError`` of the card if it was declined, or with status 503 if the result is not known yet.
    ///   Repeating the request with the same key then completes it, and charges once.
    package func checkout() async throws -> JSONValue {
        let subscriber = try await subscriber()
        let (plans, payer) = (data.products.plans, try payer())
        return try await onceDone(["checkout", "plan", subscriber]) {
            let status = try await plans.checkout(
                .price(fields.needed("price_id")), for: subscriber, by: payer,
                method: fields.needed("method"), promotionCode: fields.text("promotion_code"),
                key: requestKey)
            if let error = APIError(unbought: status) { throw error }
        } find: {
            try data.status(of: subscriber, in: $0).document
        }
    }

    /// Confirms or refuses the first charge of a plan at the payer's simulated bank, once per idempotency key.
    ///
    /// - Returns: The resulting status.
    /// - Throws: `PlanError` with code `wrongState` if the bank has not requested verification of a charge; ``APIError`` of the card
    ///   if the charge was refused or declined, also for a repeated request.
    func answerPlanBank() async throws -> JSONValue {
        let (subscriber, plans) = (try await subscriber(), data.products.plans)
        let outcome = fields.code("outcome", of: PaymentIntent.ChallengeOutcome.self)
        try await onceDone(["challenge", "plan", subscriber]) {
            guard try await plans.refresh(subscriber).view == .requiresAction, let outcome else {
                throw PlanError(.wrongState, "the bank has not requested verification of a charge")
            }
            _ = try await data.play(outcome, forPlanOf: subscriber)
        }
        // A repeated request reports a declined card again.
        let status = try await plans.status(of: subscriber)
        if let error = APIError(unbought: status) { throw error }
        return status.document
    }

    /// Changes to another plan, once per idempotency key.
    package func changePlan() async throws -> JSONValue {
        let (subscriber, plans) = (try await subscriber(), data.products.plans)
        return try await onceDone(["change", "plan", subscriber]) {
            _ = try await plans.changePlan(of: subscriber, to: .price(fields.needed("price_id")))
        } find: {
            try data.status(of: subscriber, in: $0).document
        }
    }

    /// Returns the payer, with a valid e-mail address.
    private func payer() throws -> Payer {
        let name = fields.needed("name")
        guard let address = EmailAddress(fields.needed("email")) else { throw GivingError(.invalidEmail) }
        guard name.count <= 200, printable(name) == name, name.contains(where: { !$0.isWhitespace }) else {
            throw GivingError(.invalidName)
        }
        return Payer(name: name, email: address.text, phone: nil, client: fields.text("client"))
    }

    /// Changes a subscription, once per idempotency key.
    package func change(_ change: PlanChange, _ name: String) async throws -> JSONValue {
        let subscriber = try await subscriber()
        let plans = data.products.plans
        return try await onceDone([name, "plan", subscriber]) {
            _ = try await plans.change(subscriber, change)
        } find: {
            try data.status(of: subscriber, in: $0).document
        }
    }
}

extension DataFolder {
    /// Returns the status of a subscriber, within a transaction.
    fileprivate func status(of subscriber: String, in transaction: Transaction) throws -> PlanStatus {
        PlanStatus(
            of: subscriber, try transaction.planSubscriptions(of: subscriber, limit: 1).first,
            at: clock.now(),
            grace: products.plans.grace, in: products.plans.catalogue)
    }
}
