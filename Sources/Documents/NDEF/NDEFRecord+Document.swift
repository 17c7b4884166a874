package import TagKit

extension NDEFRecord {
    /// The JSON document of the record: the raw fields and, if the record type is known, the decoded content.
    package var document: JSONValue {
        [
            "tnf": Int(tnf.rawValue).json, "type": String(validating: type, as: UTF8.self).json,
            "type_hex": .hex(type), "id_hex": .hex(id), "payload_hex": .hex(payload),
            "decoded": decodedDocument(nesting: NDEFLimits.standard.nesting) ?? nil,
        ]
    }

    /// Returns the decoded content, or nil if the record type is unknown or the payload is invalid. For a
    /// well-known type without a decoder, the content is only the type's URN. An invalid Smart Poster is
    /// decoded as far as possible, with a warning.
    ///
    /// - Parameter nesting: The number of Smart Poster levels to show, including this one.
    private func decodedDocument(nesting: Int) -> JSONValue? {
        let typed: TypedRecord
        do { typed = try decoded() } catch { return brokenSmartPoster(error.sentence, nesting) }
        switch typed {
        case .empty: return ["kind": "empty"]
        case .uri(let content): return uriDocument(content)
        case .text(let content): return content.document
        case .smartPoster: return ["kind": "smartPoster", "records": .array(partDocuments(nesting))]
        case .media(let content): return ["kind": "mime", "media_type": .string(content.mediaType)]
        case .absoluteURI(let content): return ["kind": "absoluteURI", "uri": .string(content.uri)]
        case .androidApplication(let content): return ["kind": "aar", "package": .string(content.package)]
        case .external(let content): return ["kind": "external", "urn": .string(content.urn)]
        case .other where tnf == .wellKnown:
            return String(validating: type, as: UTF8.self)
                .map { ["kind": "wellKnown", "urn": .string("urn:nfc:wkt:" + $0)] }
        case .other: return nil
        }
    }

    private func uriDocument(_ content: URIRecord) -> JSONValue {
        let code = Int(payload.first ?? 0)
        // Codes of 36 and above are reserved and read as 0. Source: URI RTD 1.0 §3.2.2.
        let isReserved = code > 35
        let head: JSONValue = ["kind": "uri", "code": code.json]
        return (isReserved ? head.adding("rfu_code", true) : head).adding("uri", content.uri.json)
    }

    /// Returns the records inside an invalid Smart Poster, with a warning. Returns nil if the record is not a
    /// Smart Poster or contains no records.
    private func brokenSmartPoster(_ flaw: String, _ nesting: Int) -> JSONValue? {
        guard tnf == .wellKnown, type == Array("Sp".utf8) else { return nil }
        let parts = partDocuments(nesting)
        guard !parts.isEmpty else { return nil }
        return ["kind": "smartPoster", "records": .array(parts), "warning": flaw.json]
    }

    /// Returns the JSON documents of the records inside a Smart Poster, in their order on the tag.
    private func partDocuments(_ nesting: Int) -> [JSONValue] {
        guard nesting > 0, let message = try? NDEFMessage(decoding: payload) else { return [] }
        return message.records.map {
            $0.posterPart ?? $0.decodedDocument(nesting: nesting - 1) ?? ["kind": "other"]
        }
    }

    /// The JSON document of a record whose type is defined only inside a Smart Poster; nil for any other
    /// record.
    ///
    /// Source: Smart Poster RTD 1.1 §3.3.
    private var posterPart: JSONValue? {
        guard tnf == .wellKnown else { return nil }
        let number = payload.count <= 4 ? payload.reduce(0) { $0 << 8 | Int($1) } : nil
        return switch String(decoding: type, as: UTF8.self) {
        case "act": ["kind": "action", "value": number.json]
        case "s": ["kind": "size", "value": number.json]
        case "t": ["kind": "type", "media_type": JSONValue(String(validating: payload, as: UTF8.self))]
        default: nil
        }
    }
}

extension TextRecord {
    fileprivate var document: JSONValue {
        [
            "kind": "text", "encoding": encoding == .utf8 ? "UTF-8" : "UTF-16", "language": language.json,
            "text": text.json,
        ]
    }
}
