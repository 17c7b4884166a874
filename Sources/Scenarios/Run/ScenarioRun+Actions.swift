import DataFolderKit
import DatabaseKit
import Documents
import FailureKit
import Giving
import InvocationRouter
import MoneyKit
import Payees
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TimeKit

extension ScenarioRun {
    mutating func perform(_ action: ScenarioAction) async throws -> Outcome {
        let now = world.clock.now
        switch action {
        case .gift(let gift): return try await give(gift)
        case .product(let action): return try await action.verb.perform(in: &self)
        case .card(let name, let testName, let month, let year):
            let request = PaymentMethod.Create(testName: testName, expiryMonth: month, expiryYear: year)
            let key = IdempotencyKey("card:\(name):\(year)-\(month)")
            let made = try await world.processor.create(request, key: key)
            cards[name] = made.id
            return Outcome(text: "made")
        case .tap(let url): return try await tap(url)
        case .refund(let name, let amount, let reason):
            let known = try await self.gift(name)
            let plain = amount.map { Money.typedText(ofPlain: $0, in: known.amount.currency) }
            let gift = try await world.giving.refund(known.id, amount: plain, reason: reason)
            return Outcome(text: gift.status.rawValue)
        case .change(let name, let change): return try await self.change(name, change)
        case .dispute(let name, let evidence): return try await dispute(name, evidence)
        case .challenge(let name, let passed): return try await challenge(name, passed)
        case .advance(let time): return try await advance(time)
        case .fault(let plan):
            fail(by: plan)
            return Outcome(text: "in effect from now on")
        case .reconcile:
            let done = try await world.giving.payments.reconcile()
            try await world.products.settleDue()
            return Outcome(text: "\(counted(done.callsEnded, "call")) ended, \(done.callsLeft) left")
        case .payout(let name):
            let payouts = try await world.giving.payments.payOut(to: await account(of: name))
            return Outcome(
                text: payouts.first.map { "\($0.amount.shown) on its way" } ?? "nothing to pay out")
        case .closeFund(let org, let fund, let successor):
            _ = try await world.file.write { transaction in
                try transaction.closeFund(fund, of: org, successor: successor, at: now)
            }
            return Outcome(text: "closed")
        case .reopenFund(let org, let fund):
            _ = try await world.file.write { try $0.reopenFund(fund, of: org, at: now) }
            return Outcome(text: "open")
        case .setStatus(let org, let status):
            _ = try await world.file.write { try $0.setStatus(status, ofOrganization: org, at: now) }
            return Outcome(text: status.rawValue)
        case .expect: return Outcome(text: "")
        }
    }

    private func advance(_ time: ScenarioTime) async throws -> Outcome {
        let now = world.clock.now
        let end =
            switch time {
            case .seconds(let seconds): now.adding(seconds: seconds)
            case .until(let moment): moment
            case .months(let months): MonthlyAnchor(now).occurrence(months)
            }
        guard end >= now else {
            throw CommandError(
                .refused, code: GivingError.Code.wrongState.rawValue,
                "the clock cannot be moved back to \(end.iso8601)",
                reason: "it already shows \(now.iso8601)", remedy: "use a later time")
        }
        guard end - now <= Self.longestAdvance, ProcessEnvironment.years.contains(end.date.year) else {
            throw CommandError(
                .refused, code: GivingError.Code.wrongState.rawValue,
                "the clock cannot be moved to \(end.iso8601)",
                reason: "one step can advance the clock by at most ten years, and not past the year 8999",
                remedy: "use an earlier time")
        }
        try await world.advance(to: end)
        return Outcome(text: "time: \(end.iso8601)")
    }

    private func tap(_ url: String) async throws -> Outcome {
        let resolution = try await resolve(url)
        let fund = resolution.fund?.id ?? "a fund to choose"
        let place = "\(resolution.organization.id)/\(fund)" + (resolution.recurring ? " monthly" : "")
        return Outcome(text: place, leadsTo: place)
    }

    /// Returns the destination of a URL, as determined by the router and the directory of organizations.
    func resolve(_ url: String) async throws -> Resolution {
        let invoked = try await Invoked(
            url, hosts: .standard, answers: [], organizations: GivingDirectory(world.file))
        if let failure = invoked.failure { throw failure }
        guard case .success(let resolution) = invoked.resolution else {
            throw CommandError(
                .refused, code: "otherDestination", "the URL is not a giving URL", reason: url,
                remedy: "use an organization's giving URL")
        }
        return resolution
    }

    private func change(_ name: String, _ change: RecurringChange) async throws -> Outcome {
        var change = change
        if case .method(let method) = change { change = .method(cards[method] ?? method) }
        let known = try await gift(name)
        guard let id = known.recurring else { throw GivingError(.notFound, "monthly gift \(name)") }
        let recurring = try await world.giving.change(
            id, change.readingPlainAmount(in: known.amount.currency))
        return Outcome(text: recurring.status.rawValue)
    }

    private func dispute(_ name: String, _ evidence: String) async throws -> Outcome {
        let payment = try await gift(name).payment
        let disputes = try await world.file.read { transaction in
            try payment.map { try transaction.disputes(ofPayment: $0) } ?? []
        }
        guard let dispute = disputes.first else { throw GivingError(.notFound, "dispute of \(name)") }
        try await world.giving.payments.submit(evidence: evidence, for: dispute.id)
        let state = try await world.file.read { try $0.dispute(dispute.id)?.state }
        return Outcome(text: state?.rawValue ?? "gone")
    }

    private func challenge(_ name: String, _ passed: Bool) async throws -> Outcome {
        guard let payment = try await gift(name).payment else {
            throw GivingError(.wrongState, "a gift without a payment")
        }
        _ = try await answerBank(about: payment, passed)
        return Outcome(text: try await gift(name).status.rawValue)
    }

    // MARK: Names

    /// Returns the id of the object that has this kind and this name in the scenario file.
    func id(of name: String, _ kind: ScenarioKind) throws -> String {
        guard let id = ids[kind]?[name] else { throw GivingError(.notFound, "\(kind.noun) \(name)") }
        return id
    }

    /// Returns the current state of the gift that has this name in the scenario file.
    func gift(_ name: String) async throws -> Gift {
        let id = try id(of: name, .gifts)
        guard let gift = try await world.file.read({ try $0.gift(id) }) else {
            throw GivingError(.notFound, "gift \(name)")
        }
        return gift
    }

    /// Returns the id of the connected account of the organization or payee with this name.
    func account(of org: String) async throws -> String {
        let payee = ids[.payees]?[org]
        let found = try await world.file.read { transaction in
            try payee.map { try transaction.payeeProfile($0)?.account }
                ?? transaction.organization(org)?.account
        }
        guard let found else { throw GivingError(.organizationNotPayable, org) }
        return found
    }
}
