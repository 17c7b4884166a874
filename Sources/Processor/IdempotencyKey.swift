/// The name of one attempt: a request that is sent again under it is answered again and not done again.
///
/// At most 255 characters. The processor forgets it after 24 hours at the earliest; after that the same request is
/// a new one.
///
/// Source: Stripe API reference, "Idempotent requests".
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, Codable {
    /// The text of the key.
    public var rawValue: String

    /// A key of this text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A key of this text.
    public init(_ text: String) { rawValue = text }

    /// The longest key the processor takes, in characters.
    public static let longest = 255
}
