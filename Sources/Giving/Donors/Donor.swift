public import TimeKit

/// Who gives, known by an e-mail address alone. What they are called stands with each gift: ``Giver``.
public struct Donor: Hashable, Sendable, Codable, Identifiable {
    /// `donor_…`
    public var id: String
    /// The address as first typed. Addresses are compared by ``EmailAddress/key``.
    public var email: String
    /// When they gave first.
    public var created: Timestamp
    /// The donor's customers at the processor, newest last, or nil if there are none.
    var customers: [DonorCustomer]?

    /// A donor of an address that can be written to.
    public init(id: String, email: String, created: Timestamp) {
        (self.id, self.email, self.created) = (id, email, created)
    }
}

/// A customer at the processor, with the details that the donor entered.
struct DonorCustomer: Hashable, Sendable, Codable {
    /// The customer's id, `cus_…`.
    var id: String
    /// The details that the donor entered.
    var giver: Giver

    /// The maximum number of customers remembered for a donor. Customers beyond this limit are not reused.
    static let most = 5
}

extension Donor {
    /// Returns the customer with the same details, or nil.
    func customer(of giver: Giver) -> String? { customers?.last { $0.giver == giver }?.id }

    /// Remembers a customer.
    ///
    /// - Returns: True if the customer is new.
    mutating func remember(customer id: String, of giver: Giver) -> Bool {
        var known = customers ?? []
        guard !known.contains(where: { $0.id == id }) else { return false }
        known.append(DonorCustomer(id: id, giver: giver))
        customers = known.suffix(DonorCustomer.most)
        return true
    }
}
