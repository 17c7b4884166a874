/// A submitted form with which a donor changes their own monthly gift.
public struct DonorForm: Hashable, Sendable {
    /// The donor's id, `donor_…`.
    public var donor: String
    /// The idempotency key of the form, at most 255 characters. A form that is submitted twice makes only one change.
    public var key: String
    /// The network address from which the form was submitted, or nil if it is unknown.
    public var client: String?

    /// Creates a submitted form.
    public init(donor: String, key: String, client: String?) {
        self.donor = donor
        self.key = key
        self.client = client
    }
}
