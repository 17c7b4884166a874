public import TimeKit

/// An object that the processor stores. Its id has the prefix of its kind.
///
/// All conforming types have Stripe's fields under Stripe's names, in Swift's spelling. Fields that this package does
/// not read are left out.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol ProcessorObject: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// The value of the `object` field: `payment_intent`.
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

/// Which part of a list is wanted: newest first.
///
/// Source: Stripe API reference, "Pagination".
public struct ListQuery: Hashable, Sendable, Codable {
    /// How many, 1...100.
    public var limit: Int
    /// Continue after this id.
    public var startingAfter: String?
    /// Return objects newer than this id; takes precedence over `startingAfter`.
    public var endingBefore: String?
    /// Only objects created in these seconds.
    public var created: ClosedRange<Timestamp>?

    /// A page of a list.
    public init(
        limit: Int = 100, startingAfter: String? = nil, endingBefore: String? = nil,
        created: ClosedRange<Timestamp>? = nil
    ) {
        self.limit = limit
        self.startingAfter = startingAfter
        self.endingBefore = endingBefore
        self.created = created
    }
}

/// One page of a list, newest first.
public struct ListPage<Element: Sendable>: Sendable {
    /// At most `limit` of them.
    public var data: [Element]
    /// Whether there are more elements after the last one.
    public var hasMore: Bool

    /// A page of these.
    public init(_ data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}

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
