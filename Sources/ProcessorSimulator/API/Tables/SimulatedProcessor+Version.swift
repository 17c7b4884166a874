extension SimulatedProcessor {
    /// The version of Stripe's API whose parameters and shapes it knows.
    public static let apiVersion = StripeTables.version
}
