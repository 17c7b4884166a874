import Processor

/// The limits on amounts in requests for recorded objects.
enum RecordedAmount {
    /// Checks that an amount is from 1 to ``AmountRules/most``, and at most `limit`.
    static func check(_ amount: Int64, atMost limit: Int64 = AmountRules.most, _ parameter: String = "amount")
        throws
    {
        guard amount > 0, amount <= min(limit, AmountRules.most) else {
            throw ProcessorError.notAnAmount(parameter)
        }
    }
}
