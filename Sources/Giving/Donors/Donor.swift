public import TimeKit

/// A donor, identified only by an e-mail address. The donor's name is stored with each gift, in
/// ``DonorDetails``.
public struct Donor: Hashable, Sendable, Codable {
    /// The donor's id, `donor_…`.
    public var id: String
    /// The e-mail address as the donor first typed it. Addresses are compared by their ``EmailAddress/key``.
    public var email: String
    /// The time of the donor's first gift.
    public var created: Timestamp
    /// The processor's customer records for the donor, newest last, or nil if no customer has been requested
    /// yet.
    var customers: [DonorCustomer]?

    /// Creates a donor.
    ///
    /// - Parameters:
    ///   - id: The donor's id.
    ///   - email: The e-mail address as typed, which must be valid (see ``EmailAddress``).
    ///   - created: The time of the donor's first gift.
    public init(id: String, email: String, created: Timestamp) {
        (self.id, self.email, self.created) = (id, email, created)
    }
}

/// A customer record at the processor, and the donor's details at the time when the customer was requested.
struct DonorCustomer: Hashable, Codable {
    /// The customer's id, `cus_…`. Nil until the processor's response is recorded.
    var id: String?
    /// The id of the payment whose request creates the customer. Nil after ``id`` is set.
    var payment: String?
    /// The details that the donor entered.
    var giver: DonorDetails

    /// The maximum number of customers that are stored for a donor. If there are more, only the newest are
    /// kept.
    static let most = 5
}

extension Donor {
    /// Returns the donor's newest customer with the given details, or nil if there is no such customer.
    func customer(of giver: DonorDetails) -> DonorCustomer? { customers?.last { $0.giver == giver } }

    /// Records that the request for a payment also creates a customer with these details.
    mutating func expectCustomer(of giver: DonorDetails, payment: String) {
        keep((customers ?? []) + [DonorCustomer(id: nil, payment: payment, giver: giver)])
    }

    /// Records a customer's id.
    ///
    /// - Returns: Whether the id is new. False if it was already recorded.
    mutating func remember(customer id: String, of giver: DonorDetails) -> Bool {
        var known = customers ?? []
        guard !known.contains(where: { $0.id == id }) else { return false }
        known.removeAll { $0.id == nil && $0.giver == giver }
        keep(known + [DonorCustomer(id: id, payment: nil, giver: giver)])
        return true
    }

    private mutating func keep(_ known: [DonorCustomer]) { customers = known.suffix(DonorCustomer.most) }
}
