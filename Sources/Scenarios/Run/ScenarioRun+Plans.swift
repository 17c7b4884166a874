import DataFolderKit
import Documents
import Giving
import PaymentCore
import Plans
import TimeKit

extension ScenarioRun {
    func subscribe(_ subscription: ScenarioSubscription) async -> Outcome {
        let (plans, name) = (world.products.plans, subscription.subscriber)
        let method = cards[subscription.method] ?? subscription.method
        let payer = Payer(name: name, email: "\(name)@example.org", phone: nil, client: nil)
        return await atOnce(subscription.times) {
            try await plans.checkout(
                subscription.choice, for: name, by: payer, method: method, key: subscription.key)
        } word: { _ in
            try await plans.status(of: name).view.rawValue
        }
    }

    package func change(_ change: ScenarioPlanChange) async throws -> Outcome {
        let plans = world.products.plans
        guard var wanted = change.change else {
            return Outcome(text: try await plans.restore(change.subscriber).view.rawValue)
        }
        if case .method(let method) = wanted { wanted = .method(cards[method] ?? method) }
        return Outcome(text: try await plans.change(change.subscriber, wanted).view.rawValue)
    }

    package func found(_ field: ScenarioPlanField, ofPlanOf subscriber: String) async throws -> String {
        let status = try await world.products.plans.status(of: subscriber)
        switch field {
        case .status: return status.view.rawValue
        case .plan: return status.plan.name
        case .active: return String(status.isActive)
        case .grace: return String(status.isInGrace)
        case .concierge: return status.plan.entitlements.lock(on: .aiConcierge) == nil ? "open" : "locked"
        case .storage:
            let storage = status.plan.entitlements.storage
            return storage.isHard ? storage.text : "unlimited"
        case .paidUntil: return status.subscriptionEnd?.iso8601 ?? "none"
        }
    }
}
