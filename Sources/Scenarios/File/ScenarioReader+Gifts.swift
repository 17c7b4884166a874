import Documents
import ProcessorSimulator

extension ScenarioReader {
    static let giftKeys = [
        "org", "url", "fund", "amount", "cover_fees", "recurring", "method", "donor", "email", "key",
        "client", "as", "repeat", "every", "over", "in_flight",
    ]

    mutating func giving(_ tree: ScenarioTree) throws(ScenarioError) -> ScenarioGift {
        let fields = try ScenarioFields(tree, of: "a gift", keys: Self.giftKeys)
        guard (fields["org"] == nil) != (fields["url"] == nil) else {
            throw ScenarioError(
                .missingKey, line: tree.line, "a gift requires either org or url, but not both",
                remedy: "set exactly one of the two"
            )
        }
        guard fields["url"] == nil || fields["fund"] == nil else {
            throw ScenarioError(
                .malformedValue, line: tree.line, "a gift with `url` takes its fund from the URL",
                remedy: "omit `fund:`")
        }
        var gift = try ScenarioGift(
            // A scenario may use an unknown organization, to test the refusal.
            org: fields.text("org"), url: fields.text("url"), fund: fields.text("fund"),
            // The amount may be invalid for the same reason.
            amount: fields.text("amount"), coversFees: fields.bool("cover_fees") ?? false,
            isRecurring: fields.bool("recurring") ?? false, method: method(fields))
        gift.donor = try fields.text("donor") ?? gift.donor
        gift.email = try fields.text("email") ?? gift.email
        gift.key = try fields.text("key")
        gift.client = try fields.text("client")
        gift.name = try fields.text("as")
        gift.repeats = try fields.number("repeat", in: 1...GivingScenario.mostRepeats) ?? 1
        gift.inFlight = try fields.number("in_flight", in: 1...500) ?? 1
        gift.every = try fields["every"]?.duration(as: "every") ?? 0
        gift.over = try fields["over"]?.duration(as: "over")
        guard gift.every == 0 || gift.over == nil else {
            throw ScenarioError(
                .malformedValue, line: tree.line, "`every` and `over` cannot be used together",
                remedy: "set only one of the two")
        }
        try remember(gift, line: tree.line)
        return gift
    }

    private mutating func remember(_ gift: ScenarioGift, line: Int) throws(ScenarioError) {
        guard gift.name != nil else { return }
        for number in 1...gift.repeats {
            let name = gift.numbered(number).name ?? ""
            guard names[.gifts, default: []].insert(name).inserted else {
                throw ScenarioError(
                    .malformedValue, line: line, "two gifts have the name \(name)",
                    remedy: "add {n} to the name to number repeated gifts, or choose another name")
            }
        }
    }

    // MARK: Faults

    static let faultKeys = ["request", "number", "times", "is", "rate", "events"]

    /// Reads the faults that apply from this step until a later step sets other faults. The value `none`
    /// removes all faults. Requests are counted from the start of this step.
    func fault(_ tree: ScenarioTree) throws(ScenarioError) -> ProcessorFaultPlan {
        if case .text("none") = tree.content { return ProcessorFaultPlan() }
        let fields = try ScenarioFields(tree, of: "a fault", keys: Self.faultKeys)
        var plan = ProcessorFaultPlan()
        if let tree = fields["is"] { plan.faults = [try tree.word(as: "is")] }
        if let tree = fields["request"] {
            let operation = try tree.word(as: "request", ProcessorFaultPlan.Operation.self)
            let first = try fields.number("number", in: 1...10_000) ?? 1
            let times = try fields.times()
            let fault = try fields.needed("is").word(as: "is", ProcessorFaultPlan.Fault.self)
            plan.rules = (first..<(first + times)).map { .init(operation, $0, fault) }
        }
        // The rate is in hundredths of a percent.
        plan.rate = try fields.number("rate", in: 0...10_000) ?? 0
        for tree in fields["events"]?.elements ?? [] {
            plan.events.insert(try tree.word(as: "events"))
        }
        guard !plan.rules.isEmpty || plan.rate > 0 || !plan.events.isEmpty else {
            throw ScenarioError(
                .missingKey, line: tree.line, "a fault requires a request, a rate or events",
                remedy: "set one of them, or use `fault: none` to end all faults")
        }
        return plan
    }

    /// Reads the description of a simulated crash, which happens at a given request. The value of `at` is the
    /// request's number within the step.
    func crash(_ tree: ScenarioTree) throws(ScenarioError) -> ProcessorFaultPlan.Death {
        let fields = try ScenarioFields(tree, of: "a crash", keys: ["at", "when"])
        let when = try fields.needed("when").word(as: "when", of: ["before_call", "before_booking"])
        return ProcessorFaultPlan.Death(
            request: try fields.needed("at").number(as: "at", in: 1...1_000),
            isCarriedOut: when == "before_booking")
    }
}
