import Processor

/// Rules that check a payment intent's parameters without using stored data.
///
/// Source: Stripe API reference, "Create a PaymentIntent"; documentation, "Statement descriptors".
enum IntentRules {
    /// Checks the parameters of a new payment intent.
    ///
    /// - Parameter isDirect: Whether the payment intent is for a direct charge on a connected account. If
    ///   true, an application fee needs no destination.
    static func check(_ request: PaymentIntent.Create, isDirect: Bool = false) throws(ProcessorError) {
        try AmountRules.check(charge: request.amount, in: request.currency)
        try check(fee: request.applicationFeeAmount, of: request, isDirect: isDirect)
        try check(transfer: request.transferAmount, of: request)
        try MetadataRules.check(request.metadata)
        if let descriptor = request.statementDescriptor { try check(statementDescriptor: descriptor) }
        if let suffix = request.statementDescriptorSuffix { try check(statementDescriptorSuffix: suffix) }
        if let email = request.receiptEmail { try check(email: email, parameter: "receipt_email") }
        if let description = request.description, description.count > 1000 {
            throw .invalid(
                "Invalid string: must be at most 1000 characters.", parameter: "description")
        }
        if request.confirm, request.paymentMethod == nil { throw .missing("payment_method") }
        if request.offSession, !request.confirm {
            throw .invalid(
                "parameter_unknown", "off_session can only be used when confirm is true.",
                parameter: "off_session")
        }
    }

    private static func check(fee: Int64?, of request: PaymentIntent.Create, isDirect: Bool)
        throws(ProcessorError)
    {
        guard let fee else { return }
        guard fee >= 0 else { throw .notAnAmount("application_fee_amount") }
        try require(
            request.destination != nil || isDirect,
            "Can only apply an application fee to a direct charge or a destination payment: set transfer_data[destination] or the Stripe-Account header.",
            parameter: "application_fee_amount")
        try require(
            fee <= request.amount, "The application fee cannot be greater than the amount.",
            parameter: "application_fee_amount")
    }

    private static func check(transfer amount: Int64?, of request: PaymentIntent.Create)
        throws(ProcessorError)
    {
        guard let amount else { return }
        guard amount > 0 else { throw .notAnAmount("transfer_data[amount]") }
        try require(
            request.applicationFeeAmount == nil,
            "You cannot specify both application_fee_amount and transfer_data[amount].",
            parameter: "application_fee_amount")
        try require(
            amount <= request.amount,
            "The amount transferred cannot be greater than the amount of the payment.",
            parameter: "transfer_data[amount]")
    }

    /// Checks that neither the application fee nor the transferred amount exceeds the payment intent's new
    /// amount.
    static func checkParts(of intent: PaymentIntent) throws(ProcessorError) {
        try require(
            (intent.applicationFeeAmount ?? 0) <= intent.amount,
            "The application fee cannot be greater than the amount.", parameter: "amount")
        try require(
            (intent.transferAmount ?? 0) <= intent.amount,
            "The amount transferred cannot be greater than the amount of the payment.",
            parameter: "amount")
    }

    static func check(statementDescriptor text: String) throws(ProcessorError) {
        try require(
            (5...22).contains(text.count) && isPlain(text),
            "A statement descriptor must have 5 to 22 characters and at least one Latin letter, "
                + "and must not contain <, >, \\, ', \" or *.",
            parameter: "statement_descriptor")
    }

    /// Checks the suffix of a statement descriptor: at most 22 characters, at least one Latin letter, and
    /// none of `<>\'"*`. The account's prefix is not considered.
    static func check(statementDescriptorSuffix text: String) throws(ProcessorError) {
        try require(
            text.count <= 22 && isPlain(text),
            "A statement descriptor suffix must have at most 22 characters and at least one Latin "
                + "letter, and must not contain <, >, \\, ', \" or *.",
            parameter: "statement_descriptor_suffix")
    }

    private static func isPlain(_ text: String) -> Bool {
        !text.contains { "<>\\'\"*".contains($0) } && text.contains { $0.isASCII && $0.isLetter }
    }

    static func check(email text: String, parameter: String) throws(ProcessorError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        try require(
            parts.count == 2 && parts.allSatisfy({ !$0.isEmpty }) && text.count <= 512
                && !text.contains(where: \.isWhitespace), "email_invalid", "Invalid email address: \(text)",
            parameter: parameter)
    }
}
