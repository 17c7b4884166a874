extension JSONValue {
    /// Returns the JSON document of one page of a list.
    package static func list(_ documents: [JSONValue], hasMore: Bool) -> JSONValue {
        ["object": "list", "has_more": .bool(hasMore), "data": .array(documents)]
    }
}
