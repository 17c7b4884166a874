public import TimeKit

/// An object that the processor stores. In most cases, the prefix of the id indicates the object's type.
///
/// Most conforming types correspond to object types in Stripe's API. Fields that this package does not use
/// are omitted.
///
/// Source: Stripe API reference, version 2026-05-27.
public protocol ProcessorObject: Codable, Hashable, Sendable {
    /// The name of this object type in Stripe's API, such as `payment_intent`.
    static var objectName: String { get }
    /// The id, such as `pi_…`.
    var id: String { get }
    /// The time at which the object was created, with a precision of one second.
    var created: Timestamp { get }
}

/// Keys and values that an API client attaches to an object. There can be at most 50 keys of up to 40
/// characters, with values of up to 500 characters.
///
/// Source: Stripe API reference, "Metadata".
public typealias Metadata = [String: String]

/// A request for one page of a list. Lists are sorted newest first.
///
/// Source: Stripe API reference, "Pagination".
public struct ListQuery: Hashable, Sendable, Codable {
    /// The maximum number of elements to return, from 1 to 100.
    public var limit: Int
    /// The id of an object, or nil. If set, the page contains only objects that are older than this object.
    public var startingAfter: String?
    /// The id of an object, or nil. If set, the page contains only objects that are newer than this object.
    /// Do not set both this property and ``startingAfter``.
    public var endingBefore: String?
    /// The range of creation times to include, with a precision of one second. If nil, the query does not
    /// limit the creation time.
    public var created: ClosedRange<Timestamp>?

    /// Creates a query for one page of a list.
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
    /// The elements of the page. Their number does not exceed the query's limit.
    public var data: [Element]
    /// Whether more elements match the query than this page contains.
    public var hasMore: Bool

    /// Creates a page of a list.
    public init(_ data: [Element], hasMore: Bool) {
        self.data = data
        self.hasMore = hasMore
    }
}

/// A key that makes it safe to send a request again. If the processor receives the same request with the same
/// key again, it returns the same response and does not execute the request a second time.
///
/// A key has at most 255 characters. The processor stores the key for at least 24 hours. After the processor
/// has deleted the key, the same request counts as a new request.
///
/// Source: Stripe API reference, "Idempotent requests".
public struct IdempotencyKey: RawRepresentable, Hashable, Sendable, Codable {
    /// The text of the key.
    public var rawValue: String

    /// Creates a key from its text. The processor checks the key's length.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a key from its text. The processor checks the key's length.
    public init(_ text: String) { rawValue = text }

    /// The maximum length of a key, in characters.
    public static let longest = 255
}
