public import TimeKit

/// A thing that the processor keeps: it has an id with the prefix of its kind, and says what it is.
///
/// All nouns hold Stripe's fields under Stripe's names (in Swift's spelling); what Stripe has and nobody here
/// reads is left out.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol ProcessorNoun: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// What stands under `object`: `payment_intent`.
    static var objectName: String { get }
    /// `pi_…`
    var id: String { get }
    /// The second in which it was made.
    var created: Timestamp { get }
}

/// Free text that a caller attaches to a noun: at most 50 keys of 40 characters, values of 500.
///
/// Source: Stripe API reference, "Metadata".
public typealias Metadata = [String: String]
