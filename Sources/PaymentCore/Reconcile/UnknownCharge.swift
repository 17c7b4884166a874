public import MoneyKit
public import TimeKit

/// A charge that only the processor has, with everything that helps to book it as what it is.
public struct UnknownCharge: Hashable, Sendable, Identifiable {
    /// Who paid, as the processor knows them.
    public struct Payer: Hashable, Sendable {
        /// `cus_…`
        public var customer: String
        /// As they wrote it.
        public var name: String?
        /// As they wrote it.
        public var email: String?
        /// In any form.
        public var phone: String?
    }

    /// `ch_…`
    public var id: String
    /// `pi_…`
    public var intent: String
    /// What was charged.
    public var amount: Money
    /// The connected account that gets it; nil for the platform's own.
    public var account: String?
    /// What the platform kept, in minor units.
    public var applicationFeeMinor: Int64
    /// Nil where no customer was charged, or the customer was deleted.
    public var payer: Payer?
    /// `sub_…` that it is a period of.
    public var subscription: String?
    /// The metadata of the charge, or of its subscription.
    public var metadata: [String: String]
    /// When it was charged.
    public var created: Timestamp
    /// A bank debit is still under way.
    public var isPending: Bool

    /// How much of it is the base amount, the covered fee and the application fee, as the metadata say; all of it is the base
    /// amount where they do not.
    public var quote: Quote {
        Quote(in: metadata, total: amount) ?? Quote(unknown: amount, fee: applicationFeeMinor)
    }
}

/// What is booked of an unknown charge.
public struct AdoptedCharge: Sendable {
    /// Whose policy hears of it.
    public var kind: String
    /// What was paid for, in the policy's words.
    public var subject: String
    /// Who pays: for a schedule.
    public var payer: Payer
    /// What stands on the card statement: for a schedule.
    public var statementDescriptor: String

    /// An adoption.
    public init(kind: String, subject: String, payer: Payer, statementDescriptor: String) {
        self.kind = kind
        self.subject = subject
        self.payer = payer
        self.statementDescriptor = statementDescriptor
    }
}
