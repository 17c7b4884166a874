public import TimeKit

/// Who gives, known by an e-mail address alone. What they are called stands with each gift: ``Giver``.
public struct Donor: Hashable, Sendable, Codable, Identifiable {
    /// `donor_…`
    public var id: String
    /// As it was typed first; compared by ``EmailAddress/key``.
    public var email: String
    /// When they gave first.
    public var created: Timestamp
    /// As whom the processor knows them, newest last; nil for not at all.
    var customers: [DonorCustomer]?

    /// A donor of an address that can be written to.
    public init(id: String, email: String, created: Timestamp) {
        (self.id, self.email, self.created) = (id, email, created)
    }
}

/// A donor as the processor knows them, by what they wrote about themselves.
struct DonorCustomer: Hashable, Sendable, Codable {
    /// `cus_…`
    var id: String
    /// What they wrote.
    var giver: Giver

    /// How many are remembered of a donor: whoever types other names may have more, which are not used again.
    static let most = 5
}

extension Donor {
    /// The customer who wrote the same about themselves, or nil.
    func customer(of giver: Giver) -> String? { customers?.last { $0.giver == giver }?.id }

    /// Remembers a customer.
    ///
    /// - Returns: Whether it is new.
    mutating func remember(customer id: String, of giver: Giver) -> Bool {
        var known = customers ?? []
        guard !known.contains(where: { $0.id == id }) else { return false }
        known.append(DonorCustomer(id: id, giver: giver))
        customers = known.suffix(DonorCustomer.most)
        return true
    }
}
