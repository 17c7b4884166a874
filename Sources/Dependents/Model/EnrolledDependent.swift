import PaymentCore
public import TimeKit
public import TokenKit

/// What a guardian's link ends with: 128 random bits, which say nothing of the guardian.
public typealias GuardianToken = SecretToken<LetterToken128>

/// Who pays for dependents.
public struct Guardian: Hashable, Sendable, Codable, Identifiable {
    /// `grd_…`
    public let id: String
    /// In any script.
    public let name: String
    /// Where letters go.
    public let email: String
    /// Of the token in their link: all that is kept of it.
    public internal(set) var linkHash: String?

    /// A guardian without a link.
    public init(id: String, name: String, email: String) {
        self.id = id
        self.name = name
        self.email = email
    }
}

/// A dependent as it is kept: whose it is, and what became of its fee.
public struct EnrolledDependent: Hashable, Sendable, Codable, Identifiable {
    /// What is to be paid for whom.
    public let dependent: Dependent
    /// `grd_…` of who pays.
    public let guardian: String
    /// Who gets the fee.
    public let agency: String
    /// `pay_…` of the last try.
    public internal(set) var payment: String?
    /// When the fee was paid.
    public internal(set) var paidAt: Timestamp?
    /// The last try was refused.
    public internal(set) var hasFailed = false

    /// A dependent of whose fee nothing is paid.
    public init(_ dependent: Dependent, guardian: String, agency: String) {
        self.dependent = dependent
        self.guardian = guardian
        self.agency = agency
    }

    /// The dependent's.
    public var id: String { dependent.id }

    /// Where a fee stands: a view of the facts, never kept as one.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Nothing is paid.
        case listed
        /// The last try was refused; it can be tried again.
        case failed
        /// It is paid.
        case confirmed
    }

    /// Where it stands.
    public var status: Status { paidAt != nil ? .confirmed : hasFailed ? .failed : .listed }

    /// Takes over where its payment stands; that of an older try says nothing any more.
    mutating func take(_ payment: Payment) {
        guard payment.id == self.payment else { return }
        paidAt = paidAt ?? payment.paidAt
        hasFailed = payment.state == .requiresPaymentMethod || payment.state == .canceled
    }
}
