public import TimeKit

/// An object that the processor stores. Its id has a prefix for its type.
///
/// All conforming types have Stripe's fields under Stripe's names, in Swift's spelling. Fields that this package does
/// not read are omitted.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol ProcessorObject: Codable, Hashable, Identifiable, Sendable where ID == String {
    /// The value of the `object` field, such as `payment_intent`.
    static var objectName: String { get }
    /// The id, such as `pi_…`.
    var id: String { get }
    /// The creation time, in whole seconds.
    var created: Timestamp { get }
}

/// Free text that a caller attaches to an object: at most 50 keys of 40 characters, with values of 500 characters.
///
/// Source: Stripe API reference, "Metadata".
public typealias Metadata = [String: String]

/// The requested part of a list. Lists are sorted newest first.
///
/// Source: Stripe API reference, "Pagination".
public struct ListQuery: Hashable, Sendable, Codable {
    /// The maximum number of elements, 1...100.
    public var limit: Int
    /// The id of an object. Only older objects are returned.
    public var startingAfter: String?
    /// The id of an object. Only newer objects are returned. It takes precedence over `startingAfter`.
    public var endingBefore: String?
    /// The first and last second of a period. Only objects created in it are returned.
    public var created: ClosedRange<Timestamp>?

    /// Creates a query.
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
    /// The elements, at most `limit`.
    public var data: [Element]
    /// Whether there are more elements after the last one.
    public var hasMore: Bool

    /// Creates a page.
    public init(_ data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}

/// A key that makes a request repeatable: a request that is sent again with the same key gets the same response and is
/// not executed again.
///
/// At most 255 characters. The processor keeps a key for at least 24 hours; after that, the same request counts as new.
///
/// Source: Stripe API reference, "Idempotent requests".
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, Codable {
    /// The text of the key.
    public var rawValue: String

    /// Creates a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a key from its text.
    public init(_ text: String) { rawValue = text }

    /// The maximum length of a key, in characters.
    public static let longest = 255
}
