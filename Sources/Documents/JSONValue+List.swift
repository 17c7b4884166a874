extension JSONValue {
    /// Returns the JSON document of a list, or of one page of a list.
    package static func list(_ documents: [JSONValue], hasMore: Bool = false) -> JSONValue {
        ["object": "list", "has_more": hasMore.json, "data": .array(documents)]
    }
}
