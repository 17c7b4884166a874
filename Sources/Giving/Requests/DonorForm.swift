/// A donor who changes something of their own, by a form.
public struct DonorForm: Hashable, Sendable {
    /// `donor_…`
    public var donor: String
    /// What the form is known by: sent twice, it changes something once. At most 255 characters.
    public var key: String
    /// The network address that it comes from, where that says something.
    public var client: String?

    /// A form of a donor.
    public init(donor: String, key: String, client: String?) {
        self.donor = donor
        self.key = key
        self.client = client
    }
}
