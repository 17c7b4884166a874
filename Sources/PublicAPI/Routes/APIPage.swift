import Documents

/// Which part of a list is wanted: `limit` and `starting_after`, as Stripe has them.
struct APIPage: Sendable {
    /// Go on behind this one.
    let behind: String?
    private let size: Int

    static let fields: [APIField] = [
        .maybe("limit", .number(1...100), "how many, 25 unless said"),
        .maybe("starting_after", .text(), "go on behind the one with this id"),
    ]

    init(_ fields: APIFields) {
        behind = fields.text("starting_after")
        size = Int(fields.number("limit") ?? 25)
    }

    /// Refuses to go on behind what is not in the list; asked by lists whose order is not that of names.
    ///
    /// - Parameter isListed: Whether it has one with this id, on whatever page. What is another organization's it has not.
    /// - Throws: ``APIError`` of `starting_after`.
    func check(_ isListed: (String) throws -> Bool) throws {
        guard let behind, try !isListed(behind) else { return }
        throw APIError.field(
            "unknownCursor", "starting_after", "names nothing in this list",
            remedy: "Give the id of the last one that you have.")
    }

    /// How many are looked for: one more tells whether there is more.
    var asked: Int { size + 1 }

    /// The page of what was found.
    func document(_ found: [JSONValue]) -> JSONValue {
        .list(Array(found.prefix(size)), hasMore: found.count > size)
    }
}
