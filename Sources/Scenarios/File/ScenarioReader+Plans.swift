import Documents
import Plans
import TimeKit

extension ScenarioReader {
    static let subscriptionKeys = ["subscriber", "plan", "price", "method", "key", "times"]
    static let planChangeKeys = ["subscriber", "do", "method"]
    static let planChanges = ["cancel", "cancel_now", "resume", "method", "restore"]

    mutating func subscription(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioSubscription {
        let fields = try ScenarioFields(tree, of: "a subscription", keys: Self.subscriptionKeys)
        let choice: PlanChoice
        switch (try fields.text("plan"), try fields.text("price")) {
        case (let plan?, nil): choice = .plan(plan)
        case (nil, let price?): choice = .price(price)
        default:
            throw ScenarioError(
                .missingKey, line: tree.line, "a subscription has either a plan or a price",
                remedy: "give one of both")
        }
        let subscriber = try fields.neededText("subscriber")
        subscribers.insert(subscriber)
        return ScenarioSubscription(
            subscriber: subscriber, choice: choice,
            method: try fields["method"].map(method) ?? "pm_card_visa", key: try fields.text("key"),
            times: try fields.number("times", in: 1...100) ?? 1)
    }

    func planChange(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioPlanChange {
        let fields = try ScenarioFields(tree, of: "a change of a plan", keys: Self.planChangeKeys)
        let name = try fields.needed("subscriber")
        let subscriber = try subscriber(try name.text(as: "subscriber"), line: name.line)
        let change: PlanChange? =
            switch try fields.needed("do").word(as: "do", of: Self.planChanges) {
            case "cancel": .cancelAtPeriodEnd
            case "cancel_now": .cancelNow
            case "resume": .resume
            case "method": .method(try method(try fields.needed("method")))
            default: nil
            }
        return ScenarioPlanChange(subscriber: subscriber, change: change)
    }

    func plans(_ tree: ScenarioTree) throws(ScenarioError) -> [ScenarioExpectation] {
        try each(
            of: tree, as: "plans", ScenarioPlanField.self,
            name: { entry throws(ScenarioError) in try subscriber(entry.key, line: entry.line) }
        ) { (name, field, entry) throws(ScenarioError) in
            let expected =
                switch field {
                case .status:
                    try entry.value.word(as: entry.key, of: PlanStatus.View.allCases.map(\.rawValue))
                case .plan, .storage: try entry.value.text(as: entry.key)
                case .concierge: try entry.value.word(as: entry.key, of: ["open", "locked"])
                case .active, .grace: String(try entry.value.bool(as: entry.key))
                case .paidUntil: try entry.value.moment(as: entry.key).iso8601
                }
            return (.plan(name, field), expected)
        }
    }

    private func subscriber(_ name: String, line: Int) throws(ScenarioError) -> String {
        try known(name, among: subscribers, "subscriber", line: line, remedy: "let them subscribe: first")
    }
}
