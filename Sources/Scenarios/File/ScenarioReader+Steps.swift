import Documents
import Giving
import ProcessorSimulator
import TimeKit

extension ScenarioReader {
    /// The keys of all actions, including those of products.
    var actions: [String] {
        ["gift"] + verbs.map { $0.key } + [
            "card", "tap", "refund", "change", "dispute", "challenge", "advance", "fault", "reconcile",
            "payout", "close_fund", "reopen_fund", "suspend", "activate",
        ]
    }

    /// The changes that a step can make to a monthly gift.
    static let changes = ["amount", "day", "method", "fund", "pause", "resume", "cancel", "retry"]

    /// Reads a step, which contains at most one action. The `expect` and `crash` keys are optional.
    mutating func step(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioStep {
        if case .text("reconcile") = tree.content {
            return ScenarioStep(line: tree.line, key: "reconcile", action: .reconcile, expectations: [])
        }
        let known = actions
        let fields = try ScenarioFields(tree, of: "a step", keys: known + ["expect", "crash"])
        let actions = fields.keys.filter(known.contains)
        guard actions.count <= 1 else {
            throw ScenarioError(
                .malformedValue, line: tree.line,
                "a step can have only one action, not \(actions.joined(separator: " and "))",
                remedy: "split the step into separate steps")
        }
        let action = try actions.first.map { key throws(ScenarioError) in
            try self.action(key, fields.needed(key))
        }
        guard action != nil || fields["expect"] != nil else {
            throw ScenarioError(
                .missingKey, line: tree.line, "a step must have an action or an expectation",
                remedy: "use one of \(known.joined(separator: ", ")), expect")
        }
        return try ScenarioStep(
            line: tree.line, key: actions.first ?? "expect", action: action ?? .expect,
            crash: fields["crash"].map(crash), expectations: fields["expect"].map(expectations) ?? [])
    }

    private mutating func action(_ key: String, _ tree: ScenarioTree) throws(ScenarioError) -> ScenarioAction
    {
        if let verb = verbs.first(where: { $0.key == key }) {
            return .product(ProductAction(verb: try verb.read(tree, &self)))
        }
        switch key {
        case "gift": return .gift(try giving(tree))
        case "card": return try card(tree)
        case "tap": return .tap(try tree.text(as: key))
        case "refund": return try refund(tree)
        case "change": return try change(tree)
        case "dispute":
            let fields = try ScenarioFields(tree, of: "a dispute", keys: ["gift", "evidence"])
            let evidence = try fields.needed("evidence").word(as: "evidence", of: ["wins", "loses"])
            return .dispute(
                gift: try known(fields, "gift", .gifts),
                evidence: evidence == "wins" ? "winning_evidence" : "losing_evidence")
        case "challenge":
            let fields = try ScenarioFields(tree, of: "a challenge", keys: ["gift", "outcome"])
            let isPassed = try fields.needed("outcome").isPassed(as: "outcome")
            return .challenge(gift: try known(fields, "gift", .gifts), passed: isPassed)
        case "advance": return .advance(try time(tree))
        case "fault": return .fault(try fault(tree))
        case "payout": return .payout(try account(tree.text(as: key), line: tree.line))
        case "close_fund", "reopen_fund": return try fundState(key, tree)
        case "suspend": return .setStatus(org: try organization(tree, as: key), .suspended)
        case "activate": return .setStatus(org: try organization(tree, as: key), .active)
        default: return .reconcile
        }
    }

    private mutating func card(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioAction {
        let fields = try ScenarioFields(tree, of: "a card", keys: ["as", "test", "expires"])
        let expiry = try fields.needed("expires")
        let parts = try expiry.text(as: "expires").split(separator: "-")
        guard parts.count == 2, let year = Int(parts[0]), let month = Int(parts[1]),
            (2000...2100).contains(year), (1...12).contains(month)
        else { throw expiry.malformed("expires", "a month such as 2027-03") }
        let name = try fields.neededText("as")
        cards.insert(name)
        return .card(
            name: name, testName: try fields.text("test") ?? "pm_card_visa", month: month, year: year)
    }

    private func refund(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioAction {
        let fields = try ScenarioFields(tree, of: "a refund", keys: ["gift", "amount", "reason"])
        let reasons = ["duplicate", "fraudulent", "requested_by_customer"]
        return try .refund(
            gift: known(fields, "gift", .gifts), amount: fields["amount"]?.amount(as: "amount"),
            reason: fields["reason"]?.word(as: "reason", of: reasons))
    }

    private func change(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioAction {
        let fields = try ScenarioFields(tree, of: "a change", keys: ["gift"] + Self.changes)
        let name = try known(fields, "gift", .gifts)
        let chosen = fields.keys.filter(Self.changes.contains)
        guard chosen.count == 1, let kind = chosen.first else {
            throw ScenarioError(
                .malformedValue, line: tree.line, "a change must set exactly one value",
                remedy: "use one of \(Self.changes.joined(separator: ", "))")
        }
        let value = try fields.needed(kind)
        let change: RecurringChange =
            switch kind {
            case "amount": .amount(try value.amount(as: kind))
            case "day": .day(try value.number(as: kind, in: 1...31))
            case "method": .method(try method(value))
            case "fund": .fund(try value.text(as: kind))
            case "pause": .pause(until: try value.text(as: kind) == "true" ? nil : value.moment(as: kind))
            case "resume": .resume
            case "cancel": .cancel
            default: .retry
            }
        return .change(gift: name, change)
    }

    private func time(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioTime {
        if case .text = tree.content { return .seconds(try tree.duration(as: "advance")) }
        let fields = try ScenarioFields(tree, of: "advance", keys: ["until", "months"])
        if let until = fields["until"] { return .until(try until.moment(as: "until")) }
        return .months(try fields.needed("months").number(as: "months", in: 1...120))
    }

    private func fundState(_ key: String, _ tree: ScenarioTree) throws(ScenarioError) -> ScenarioAction {
        let keys = key == "close_fund" ? ["org", "fund", "successor"] : ["org", "fund"]
        let fields = try ScenarioFields(tree, of: key, keys: keys)
        let org = try organization(fields)
        let fund = try fields.neededText("fund")
        guard key == "close_fund" else { return .reopenFund(org: org, fund: fund) }
        return .closeFund(org: org, fund: fund, successor: try fields.text("successor"))
    }

    /// Returns the payment method in the field `method`, or a card that succeeds if the field is missing.
    func method(_ fields: ScenarioFields) throws(ScenarioError) -> String {
        try fields["method"].map(method) ?? "pm_card_visa"
    }

    /// Returns the name of a test payment method, or of a card that an earlier step created.
    ///
    /// - Throws: ``ScenarioError`` for any other name.
    func method(_ tree: ScenarioTree) throws(ScenarioError) -> String {
        let name = try tree.text(as: "method")
        let names = cards.union(SimulatedProcessor.testMethodNames)
        if names.contains(name) { return name }
        // The common prefix would make all test cards seem similar.
        let prefix = name.hasPrefix("pm_card_") ? "pm_card_" : ""
        let endings = names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        let near = nearest(to: String(name.dropFirst(prefix.count)), among: endings.sorted())
        throw ScenarioError(
            .unknownName, line: tree.line, "no card or method is called \(name.prefix(40))",
            remedy: near.map { "write \(prefix)\($0)" }
                ?? "use pm_card_visa for a card that succeeds; see docs/processor.md#test-methods for others")
    }
}
