extension JSONValue {
    /// Returns one page of a list.
    package static func list(_ documents: [JSONValue], hasMore: Bool) -> JSONValue {
        ["object": "list", "has_more": .bool(hasMore), "data": .array(documents)]
    }
}
