import Processor

/// The limits on amounts in requests for recorded objects.
enum RecordedAmount {
    /// Checks that an amount is from 1 to ``AmountRules/most``, and at most `limit`.
    static func check(_ amount: Int64, atMost limit: Int64 = AmountRules.most, _ parameter: String = "amount")
        throws
    {
        let most = min(limit, AmountRules.most)
        try require(
            most > 0, "parameter_invalid_integer", "No amount is left for this request.", parameter: parameter
        )
        guard amount > 0 else { throw ProcessorError.notAnAmount(parameter) }
        try require(
            amount <= most, "parameter_invalid_integer",
            "Invalid integer: \(parameter) must be at most \(most).", parameter: parameter)
    }
}
