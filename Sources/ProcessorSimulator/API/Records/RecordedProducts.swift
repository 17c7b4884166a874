/// The Stripe products for which the simulator does little more than store and return objects; see
/// ``RecordedResource``.
enum RecordedProducts {
    static let all: [RecordedResource] =
        TerminalRecords.all + IssuingRecords.all + IdentityRecords.all + ReportingRecords.all
        + TaxRecords.all + TreasuryRecords.all + BankRecords.all

    static let routes: [Route] =
        all.flatMap(\.routes) + [TerminalRecords.connectionTokens] + IssuingRecords.transactions
        + IssuingRecords.bundles.routes + ReportingRecords.types.routes + TaxRecords.transactions
        + TaxRecords.codes.routes + TreasuryRecords.featureRoutes + [BankRecords.owners]

    /// The types of the objects, keyed by id prefix.
    static let kinds: [String: any StripeRepresentable.Type] = Dictionary(
        all.map { ($0.prefix, RecordedObject.self as any StripeRepresentable.Type) }
    ) { first, _ in first }
}
