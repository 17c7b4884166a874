public import MoneyKit
public import PaymentCore

/// A part of a contract that is paid and completed separately.
public struct Milestone: Hashable, Sendable, Codable {
    /// The milestone's title.
    public var title: String
    /// The details of the work, at most 2,000 characters. Nil if the milestone has only a title.
    public var description: String?
    /// The milestone's share of the total. The shares of all milestones of a contract sum to 10,000.
    public var share: BasisPoints

    /// Creates a milestone with its share of the total.
    public init(_ title: String, description: String? = nil, share: BasisPoints) {
        self.title = title
        self.description = description
        self.share = share
    }
}

/// The payment structure of a contract, which determines the number of payments and when each is due.
public enum PaymentStructure: Hashable, Sendable {
    /// The whole amount is paid before the work begins.
    case upfront
    /// The contract is paid in installments, one for each milestone. Money that is paid before the work is
    /// completed is held by the platform.
    case milestones([Milestone])
    /// The whole amount is paid after the work is completed. The payer also pays a surcharge.
    case afterCompletion

    /// A kind of payment structure. The raw value is its name in JSON.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        case upfront, milestones
        case afterCompletion = "after_completion"
    }

    /// The kind of this payment structure.
    public var kind: Kind {
        switch self {
        case .upfront: .upfront
        case .milestones: .milestones
        case .afterCompletion: .afterCompletion
        }
    }

    /// The milestones. Empty if the contract is paid in a single amount.
    public var milestones: [Milestone] {
        if case .milestones(let milestones) = self { milestones } else { [] }
    }

    /// The platform's fee. The payee pays 5%. For contracts that are paid after completion, the payer also
    /// pays 5%.
    public var fee: ProductFee {
        ProductFee(payee: BasisPoints(500), payer: BasisPoints(self == .afterCompletion ? 500 : 0))
    }

    /// Divides a total into the installments' amounts by the largest remainder method. The amounts sum to the
    /// total.
    ///
    /// - Throws: `MoneyError` with code `badParts` if no share is positive.
    public func parts(of total: Money) throws(MoneyError) -> [Money] {
        guard case .milestones(let milestones) = self else { return [total] }
        return try total.split(by: milestones.map(\.share.rawValue))
    }
}

extension PaymentStructure: Codable {
    private enum Key: String, CodingKey { case kind, milestones }

    /// Decodes a structure from its kind and its milestones, if there are any.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .upfront: self = .upfront
        case .milestones: self = .milestones(try container.decode([Milestone].self, forKey: .milestones))
        case .afterCompletion: self = .afterCompletion
        }
    }

    /// Encodes the kind and, if there are any, the milestones.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(kind, forKey: .kind)
        if case .milestones(let milestones) = self { try container.encode(milestones, forKey: .milestones) }
    }
}
