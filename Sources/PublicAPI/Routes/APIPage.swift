import Documents

/// The requested part of a list: `limit` and `starting_after`, as in Stripe's API.
struct APIPage: Sendable {
    /// The id after which the page starts.
    let after: String?
    private let size: Int

    static let fields: [APIField] = [
        .optional("limit", .number(1...100), "the number of objects; default: 25"),
        .optional("starting_after", .text(), "start after the object with this id"),
    ]

    init(_ fields: APIFields) {
        after = fields.text("starting_after")
        size = Int(fields.number("limit") ?? 25)
    }

    /// Refuses a cursor that is not in the list. Used by lists that are not ordered by name.
    ///
    /// - Parameter isListed: Returns whether the list contains this id, on any page. Objects of other organizations do
    ///   not count.
    /// - Throws: ``APIError`` for `starting_after`.
    func check(_ isListed: (String) throws -> Bool) throws {
        guard let after, try !isListed(after) else { return }
        throw APIError.field(
            "unknownCursor", "starting_after", "is not in this list",
            remedy: "Send the id of the last object that you received.")
    }

    /// The number of objects to fetch: one more than the page has, to find out whether there are more.
    var asked: Int { size + 1 }

    /// Returns the page with the found objects.
    func document(_ found: [JSONValue]) -> JSONValue {
        .list(Array(found.prefix(size)), hasMore: found.count > size)
    }
}
