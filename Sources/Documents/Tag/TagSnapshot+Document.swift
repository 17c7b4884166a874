package import InvocationRouter
package import TagKit

extension TagSnapshot {
    /// Returns the JSON document of a tag that was read.
    package func readDocument(hosts: HostList) -> JSONValue {
        head(object: "tag")
            .adding("message_hex", message.map { .hex($0) } ?? nil)
            .adding("records", .array(contents.records.map(\.document)))
            .adding("invocation", contents.invocationDocument(hosts: hosts))
            .adding("warnings", .array(findings.map(\.document)))
    }

    /// Returns the first fields of a JSON document about a tag.
    package func head(object: String) -> JSONValue {
        [
            "object": object.json, "uid": uidText(tag.uid).json, "product": chip.product.json,
            "forum_type": chip.forumType.json, "state": state.rawValue.json,
            "area_bytes": areaBytes.json, "used_bytes": usedBytes.json,
        ]
    }

    /// The decoded message of the tag.
    package var contents: TagContents { TagContents(message) }
}

extension TagSnapshot.Memory {
    /// The memory as a JSON document, with null for memory that was not read.
    package var document: JSONValue {
        switch self {
        case .pages(let pages): ["kind": "pages", "unit_bytes": 4, "units": .array(Self.units(pages))]
        case .blocks(let blocks): ["kind": "blocks", "unit_bytes": 16, "units": .array(Self.units(blocks))]
        case .files(let container, let ndef):
            ["kind": "files", "container_hex": .hex(container), "ndef_hex": .hex(ndef)]
        }
    }

    private static func units(_ units: [[UInt8]?]) -> [JSONValue] {
        units.map { $0.map { .hex($0) } ?? nil }
    }
}
