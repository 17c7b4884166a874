/// A submitted form that changes one of the donor's own monthly gifts.
public struct DonorForm: Hashable, Sendable {
    /// The donor's id, `donor_…`.
    public var donor: String
    /// The idempotency key of the form, at most 255 characters. If a form is submitted twice, the change is
    /// made only once.
    public var key: String
    /// The network address from which the form was submitted, or nil if unknown.
    public var client: String?

    /// Creates a form that the signed-in donor submitted.
    public init(donor: String, key: String, client: String?) {
        self.donor = donor
        self.key = key
        self.client = client
    }
}
