/// What a policy asks to be charged.
public struct PaymentOrder: Sendable {
    /// Whose policy hears of it.
    public var kind: String
    /// What is paid for.
    public var subject: String
    /// The connected account that gets it, from the directory and nowhere else.
    public var payee: String
    /// What was shown.
    public var quote: Quote
    /// `pm_…`
    public var method: String
    /// Who pays, for the guard against stolen cards.
    public var payer: Payer
    /// What stands on the card statement: 5 to 22 characters.
    public var statementDescriptor: String

    /// An order of these parts.
    public init(
        kind: String, subject: String, payee: String, quote: Quote, method: String, payer: Payer,
        statementDescriptor: String
    ) {
        self.kind = kind
        self.subject = subject
        self.payee = payee
        self.quote = quote
        self.method = method
        self.payer = payer
        self.statementDescriptor = statementDescriptor
    }
}

/// Who pays, as far as the guard and the processor need to know.
public struct Payer: Hashable, Sendable, Codable {
    /// In any script.
    public var name: String
    /// As it was typed; compared without case.
    public var email: String
    /// In any form.
    public var phone: String?
    /// The address of the network from which the payer comes, or nil where there is none.
    public var client: String?

    /// A payer.
    public init(name: String, email: String, phone: String?, client: String?) {
        self.name = name
        self.email = email
        self.phone = phone
        self.client = client
    }
}
