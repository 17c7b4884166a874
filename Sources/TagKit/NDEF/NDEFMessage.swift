/// An NDEF message: one or more records. Source: NFC Forum NDEF 1.0 §2.
public struct NDEFMessage: Hashable, Sendable {
    /// The records in order, chunks joined.
    public var records: [NDEFRecord]

    /// Makes a message of records.
    public init(_ records: [NDEFRecord]) { self.records = records }
}
