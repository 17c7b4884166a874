import Documents

/// The page of a list that a client requests with the `limit` and `starting_after` parameters, as in Stripe's
/// API.
struct APIPage: Sendable {
    /// The id of the object after which the page starts. Nil for the first page.
    let after: String?
    private let size: Int

    static let fields: [APIField] = [
        .optional("limit", .number(1...100), "the maximum number of objects; default: 25"),
        .optional("starting_after", .text(), "the id of the object after which the page starts"),
    ]

    init(_ fields: APIFields) {
        after = fields.text("starting_after")
        size = Int(fields.number("limit") ?? 25)
    }

    /// Throws an error if the cursor is not an id in the list. Lists that are sorted by name do not need this
    /// check.
    ///
    /// - Parameter isListed: A closure that returns whether any page of the list contains this id. The
    ///   closure must return false for the ids of other organizations' objects.
    /// - Throws: ``APIError`` for `starting_after`.
    func check(_ isListed: (String) throws -> Bool) throws {
        guard let after, try !isListed(after) else { return }
        throw APIError.field(
            "unknownCursor", "starting_after", "is not in this list",
            remedy: "Send the id of the last object that you received.")
    }

    /// The number of objects to fetch: one more than the page size, to find out whether more objects follow.
    var asked: Int { size + 1 }

    /// Returns the JSON document of the page.
    ///
    /// - Parameter found: The fetched objects, at most ``asked``.
    func document(_ found: [JSONValue]) -> JSONValue {
        .list(Array(found.prefix(size)), hasMore: found.count > size)
    }
}
