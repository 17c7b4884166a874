public import Processor

extension SimulatedProcessor {
    /// Lets something go wrong from now on, in all processes on this file.
    ///
    /// - Returns: The rule with its number.
    public func add(fault rule: FaultRule) async throws(ProcessorError) -> FaultRule {
        try await transaction { work in
            var kept = rule
            kept.number = try work.store.add(rule)
            return kept
        }
    }

    /// What goes wrong now, in the order in which it was asked for.
    public func faultRules() async throws(ProcessorError) -> [FaultRule] {
        // Time changes none of them: nothing that is due is done for this.
        try await glance { try $0.faultRules() }
    }

    /// Ends one fault, or all of them.
    ///
    /// - Returns: How many were ended.
    public func clear(fault number: Int64?) async throws(ProcessorError) -> Int {
        try await transaction { try $0.store.remove(faultRule: number) }
    }

    /// What goes wrong with this request; each rule counts it once.
    public func faults(method: String, path: String) async throws(ProcessorError) -> [FaultRule] {
        try await striking { $0.matches(method: method, path: path) }
    }

    /// What goes wrong with this webhook; each rule counts it once.
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
