import DataFolderKit
import Documents
import PaymentCore
import Plans
import TimeKit

extension PlanProduct: ScenarioProduct {
    var verbs: [any ScenarioVerb.Type] { [ScenarioSubscription.self, ScenarioPlanChange.self] }
    var fields: [any ScenarioField.Type] { [ScenarioPlanField.self] }
}

extension ScenarioKind {
    static let subscribers = ScenarioKind(
        "subscriber", plural: "subscribers", remedy: "add a `subscribe:` step before this step")
}

/// An action that buys a plan.
struct ScenarioSubscription: ScenarioVerb {
    var subscriber: String
    /// The id of a plan, or of a price in the catalog.
    var choice: PlanChoice
    var method = "pm_card_visa"
    var key: String?
    /// The number of purchases that are made concurrently.
    var times = 1

    static let key = "subscribe"
    static let keys = ["subscriber", "plan", "price", "method", "key", "times"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a subscription", keys: keys)
        let choice: PlanChoice
        switch try (fields.text("plan"), fields.text("price")) {
        case (let plan?, nil): choice = .plan(plan)
        case (nil, let price?): choice = .price(price)
        default:
            throw ScenarioError(
                .missingKey, line: tree.line, "a subscription requires either plan or price, but not both",
                remedy: "set exactly one of the two")
        }
        let subscriber = try fields.neededText("subscriber")
        reader.names[.subscribers, default: []].insert(subscriber)
        return try ScenarioSubscription(
            subscriber: subscriber, choice: choice, method: reader.method(fields), key: fields.text("key"),
            times: fields.times())
    }

    var sentence: String {
        let what =
            switch choice {
            case .plan(let id, _), .price(let id): id
            }
        return "\(subscriber) subscribes to \(what) with \(method)" + often(times)
    }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let plans = run.world.products.plans
        let method = run.cards[method] ?? method
        let payer = Payer(name: subscriber, email: "\(subscriber)@example.org", phone: nil, client: nil)
        return await run.atOnce(times) {
            try await plans.checkout(choice, for: subscriber, by: payer, method: method, key: key)
        } word: { _ in
            try await plans.status(of: subscriber).view.rawValue
        }
    }
}

/// An action that changes a subscription.
struct ScenarioPlanChange: ScenarioVerb {
    var subscriber: String
    /// The change. If nil, the action finishes the subscriber's open calls, and fetches the subscription from
    /// the processor again.
    var change: PlanChange?

    static let key = "plan"
    static let keys = ["subscriber", "do", "method"]
    static let changes = ["cancel", "cancel_now", "resume", "method", "restore"]

    static func read(_ tree: ScenarioTree, _ reader: inout ScenarioReader) throws(ScenarioError)
        -> Self
    {
        let fields = try ScenarioFields(tree, of: "a plan change", keys: keys)
        let subscriber = try reader.known(fields, "subscriber", .subscribers)
        let change: PlanChange? =
            switch try fields.needed("do").word(as: "do", of: changes) {
            case "cancel": .cancelAtPeriodEnd
            case "cancel_now": .cancelNow
            case "resume": .resume
            case "method": .method(try reader.method(fields.needed("method")))
            default: nil
            }
        return ScenarioPlanChange(subscriber: subscriber, change: change)
    }

    var sentence: String { "plan of \(subscriber): \(change?.sentence ?? "restore")" }

    func perform(in run: inout ScenarioRun) async throws -> ScenarioRun.Outcome {
        let plans = run.world.products.plans
        guard var wanted = change else {
            return ScenarioRun.Outcome(text: try await plans.restore(subscriber).view.rawValue)
        }
        if case .method(let method) = wanted { wanted = .method(run.cards[method] ?? method) }
        return ScenarioRun.Outcome(text: try await plans.change(subscriber, wanted).view.rawValue)
    }
}

extension PlanChange {
    fileprivate var sentence: String {
        switch self {
        case .cancelAtPeriodEnd: "cancel"
        case .cancelNow: "cancel now"
        case .resume: "resume"
        case .method(let method): "card \(method)"
        }
    }
}

/// A field of a subscriber's plan that a scenario can check.
enum ScenarioPlanField: String, ScenarioField {
    case status, plan, active, grace
    case paidUntil = "paid_until"
    /// The state of the AI Concierge feature: `open` or `locked`.
    case concierge = "ai_concierge"
    /// The storage limit, such as `500 MiB` or `unlimited`.
    case storage

    static let kind = ScenarioKind.subscribers
    static let key = "plans"
    static let noun = "plan"

    func expected(_ entry: ScenarioTree.Entry) throws(ScenarioError) -> String {
        switch self {
        case .status: try entry.value.word(as: entry.key, PlanStatus.View.self).rawValue
        case .plan, .storage: try entry.value.text(as: entry.key)
        case .concierge: try entry.value.word(as: entry.key, of: ["open", "locked"])
        case .active, .grace: String(try entry.value.bool(as: entry.key))
        case .paidUntil: try entry.value.moment(as: entry.key).iso8601
        }
    }

    func found(of subscriber: String, in run: ScenarioRun) async throws -> String {
        let status = try await run.world.products.plans.status(of: subscriber)
        switch self {
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

    /// Returns true if the field is `paid_until`, the scenario expects midnight UTC, and the actual time is
    /// on that day.
    func holds(_ expected: String, for found: String) -> Bool {
        self == .paidUntil && expected.hasSuffix("T00:00:00Z") && found.hasPrefix(expected.prefix(10))
    }
}
