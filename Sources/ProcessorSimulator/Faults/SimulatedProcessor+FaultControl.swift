public import Processor
import TextKit

extension SimulatedProcessor {
    /// Handles a request that lists, adds or removes fault rules.
    func faultControl(_ request: APIRequest) async throws -> JSONObject {
        switch (request.method, request.path) {
        case ("GET", Self.faultPath):
            return .list(try await faultRules().map(\.shown), at: Self.faultPath)
        case ("POST", Self.faultPath):
            return try await add(fault: FaultRule(FormNode(form: request.body))).shown
        case ("DELETE", Self.faultPath):
            return try await cleared(nil)
        case ("DELETE", let path) where path.hasPrefix(Self.faultPath + "/"):
            guard let number = Int64(path.dropFirst(Self.faultPath.count + 1)) else {
                throw ProcessorError.noSuch("fault", String(path.suffix(100)))
            }
            return try await cleared(number)
        default:
            throw ProcessorError(
                .invalidRequest, status: 404,
                message: "The simulator does not support \(request.method) \(request.path.prefix(100)).")
        }
    }

    private func cleared(_ number: Int64?) async throws -> JSONObject {
        ["object": "cleared_faults", "cleared": try await clear(fault: number)]
    }
}

extension FaultRule {
    /// The maximum length of a pattern, in bytes. Together with the maximum number of asterisks, it limits
    /// the time that matching takes.
    private static let longestPattern = 200
    private static let mostStars = 5

    /// Creates a rule from a form.
    ///
    /// - Throws: An error with status 400 and the name of the invalid field.
    init(_ form: FormNode) throws {
        try form.checkNames(["kind", "on", "ms", "rate_per_10000", "first", "seed"])
        let names = Kind.allCases.map(\.rawValue).joined(separator: ", ")
        guard let kind = Kind(name: form["kind"]?.text ?? "") else {
            throw ProcessorError.invalid(
                "kind must be one of: \(names).", parameter: "kind")
        }
        let milliseconds = try kind.milliseconds.flatMap { try Self.number(form, "ms", in: $0) }
        try require(
            kind.takesTime == (form["ms"] != nil),
            kind.takesTime
                ? "The fault \(kind.rawValue) requires the parameter ms."
                : "The fault \(kind.rawValue) cannot be used with the parameter ms.",
            parameter: "ms")
        let pattern = form["on"]?.text ?? "*"
        try require(
            pattern.utf8.count <= Self.longestPattern
                && pattern.utf8.count(where: { $0 == UInt8(ascii: "*") }) <= Self.mostStars,
            "A pattern can have at most \(Self.longestPattern) bytes and \(Self.mostStars) asterisks.",
            parameter: "on")
        let seed = form["seed"].map { UInt64($0.text ?? "") } ?? 0
        guard let seed else {
            throw ProcessorError.invalid(
                "The seed must be a whole number from 0 to 2^64 - 1.", parameter: "seed")
        }
        self.init(
            kind, on: pattern, milliseconds: milliseconds ?? 0,
            rate: Int(try Self.number(form, "rate_per_10000", in: 1...10_000) ?? 10_000),
            first: try Self.number(form, "first", in: 1...Int64(UInt32.max)), seed: seed)
        try require(
            canOccur,
            kind.isOfWebhooks
                ? "No event type matches this pattern. Use a type such as invoice.paid or invoice.*."
                : "No request matches this pattern. Use a path such as /v1/refunds* or POST /v1/refunds.",
            parameter: "on")
    }

    private static func number(_ form: FormNode, _ name: String, in range: ClosedRange<Int64>) throws
        -> Int64?
    {
        guard let text = form[name]?.text else { return nil }
        guard let number = Int64(text), range.contains(number) else {
            throw ProcessorError.invalid(
                "parameter_invalid_integer",
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound).",
                parameter: name)
        }
        return number
    }

    /// The rule in JSON, for the responses to requests that add or list rules.
    var shown: JSONObject {
        [
            "object": "processor_fault", "number": number, "kind": kind.rawValue, "on": pattern,
            "ms": milliseconds, "rate_per_10000": rate, "first": first, "seed": String(seed), "seen": seen,
        ]
    }
}

extension SimulatedProcessor {
    /// Adds a fault rule for all processes that use this processor's database.
    ///
    /// - Returns: The rule, including its number.
    public func add(fault rule: FaultRule) async throws(ProcessorError) -> FaultRule {
        try await transaction { work in
            var kept = rule
            kept.number = try work.store.add(rule)
            return kept
        }
    }

    /// Returns the current fault rules, in the order in which they were added.
    public func faultRules() async throws(ProcessorError) -> [FaultRule] {
        // Due items cannot change the fault rules, so they do not have to be executed first.
        try await glance { try $0.faultRules() }
    }

    /// Removes one fault rule, or all fault rules.
    ///
    /// - Parameter number: The rule's number, or nil for all rules.
    /// - Returns: The number of removed rules.
    public func clear(fault number: Int64?) async throws(ProcessorError) -> Int {
        try await transaction { try $0.store.remove(faultRule: number) }
    }

    /// Returns the rules whose faults affect a request. Increases the match count of each rule that matches
    /// the request.
    public func faults(method: String, path: String) async throws(ProcessorError) -> [FaultRule] {
        try await striking { $0.matches(method: method, path: path) }
    }

    /// Returns the rules whose faults affect a webhook of this type. Increases the match count of each rule
    /// that matches the webhook.
    public func faults(ofType type: String) async throws(ProcessorError) -> [FaultRule] {
        try await striking { $0.matches(type: type) }
    }

    private func striking(_ matches: @escaping @Sendable (FaultRule) -> Bool)
        async throws(ProcessorError) -> [FaultRule]
    {
        let matching = try await faultRules().filter(matches)
        guard !matching.isEmpty else { return [] }
        return try await transaction { work in
            try matching.filter { $0.strikes(try work.store.count(faultRule: $0.number)) }
        }
    }
}
