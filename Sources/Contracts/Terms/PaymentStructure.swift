public import MoneyKit
public import PaymentCore

/// A part of a contract that is paid and finished by itself.
public struct Milestone: Hashable, Sendable, Codable {
    /// What is to be finished.
    public var title: String
    /// The work in detail, in at most 2,000 characters; nil if the title is enough.
    public var description: String?
    /// Its share of the total; the shares of a contract's milestones sum to 10,000.
    public var share: BasisPoints

    /// A milestone of this share.
    public init(_ title: String, description: String? = nil, share: BasisPoints) {
        self.title = title
        self.description = description
        self.share = share
    }
}

/// When a contract is paid.
public enum PaymentStructure: Hashable, Sendable {
    /// All of it before the work begins.
    case upfront
    /// By parts, each held until its work is done.
    case milestones([Milestone])
    /// All of it when the work is done; the payer adds a surcharge.
    case afterCompletion

    /// Its name in JSON.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case upfront, milestones
        case afterCompletion = "after_completion"
    }

    /// Its name.
    public var kind: Kind {
        switch self {
        case .upfront: .upfront
        case .milestones: .milestones
        case .afterCompletion: .afterCompletion
        }
    }

    /// Its milestones; none where it is paid at once.
    public var milestones: [Milestone] {
        if case .milestones(let milestones) = self { milestones } else { [] }
    }

    /// What the platform keeps: 5 % that the payee leaves; after completion the payer adds another 5 %.
    public var fee: ProductFee {
        ProductFee(payee: BasisPoints(500), payer: BasisPoints(self == .afterCompletion ? 500 : 0))
    }

    /// The parts in which a total is paid, by the largest remainder: they sum up to it.
    ///
    /// - Throws: `badParts` where no share is positive.
    public func parts(of total: Money) throws(MoneyError) -> [Money] {
        guard case .milestones(let milestones) = self else { return [total] }
        return try total.split(by: milestones.map(\.share.rawValue))
    }
}

extension PaymentStructure: Codable {
    private enum Key: String, CodingKey { case kind, milestones }

    /// Reads its kind, and its milestones where it has them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .upfront: self = .upfront
        case .milestones: self = .milestones(try container.decode([Milestone].self, forKey: .milestones))
        case .afterCompletion: self = .afterCompletion
        }
    }

    /// Writes its kind, and its milestones where it has them.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        if case .milestones(let milestones) = self { try container.encode(milestones, forKey: .milestones) }
    }
}
