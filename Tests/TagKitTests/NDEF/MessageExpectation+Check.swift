import TagKit
import TestSupport

extension MessageExpectation {
    /// Returns the differences of the strict and the lenient decoding of these bytes from the expectation.
    func problem(_ bytes: [UInt8]) -> String? {
        let strict = strictProblem(bytes)
        return strict ?? lenientProblem(bytes)
    }

    private func strictProblem(_ bytes: [UInt8]) -> String? {
        do {
            let message = try NDEFMessage(decoding: bytes)
            guard valid else { return "not refused, expected \(error ?? "an error")" }
            if let canonical {
                let isShortest = try message.encoded() == bytes
                guard isShortest == canonical else { return "encodes to \(text(try message.encoded()))" }
            }
            return difference(message, records ?? [])
        } catch {
            guard !valid else { return "refused: \(error.reason)" }
            guard error.code.rawValue == self.error else {
                return "\(error.code) instead of \(self.error ?? "")"
            }
            return error.offset == offset ? nil : "offset \(error.offset) instead of \(offset ?? -1)"
        }
    }

    private func lenientProblem(_ bytes: [UInt8]) -> String? {
        let (message, errors) = NDEFMessage.decodingLeniently(bytes)
        let codes = errors.map(\.code.rawValue)
        guard codes.first == error else { return "lenient decoding forgives \(codes)" }
        if let forgiven, forgiven != codes { return "lenient decoding forgives \(codes)" }
        return lenient.flatMap { difference(message, $0) }
    }

    private func difference(_ message: NDEFMessage, _ expected: [Record]) -> String? {
        guard message.records.count == expected.count else { return "\(message.records.count) records" }
        for (record, expected) in zip(message.records, expected) {
            let raw = NDEFRecord(
                tnf: TNF(rawValue: expected.tnf) ?? .reserved, type: hex(expected.typeHex),
                id: hex(expected.idHex),
                payload: hex(expected.payloadHex))
            guard record == raw else { return "another record: \(record)" }
            if let decoded = expected.decoded, !decoded.matches(record) { return "not \(decoded): \(record)" }
        }
        return nil
    }
}

extension MessageExpectation.Decoded {
    func matches(_ record: NDEFRecord) -> Bool {
        guard let typed = try? record.decoded() else { return kind == .badPayload || isBrokenPoster(record) }
        switch (kind, typed) {
        case (.empty, .empty): return true
        case (.uri, .uri(let content)): return content.uri == uri && record.payload.first == code
        case (.text, .text(let content)): return matches(content)
        case (.mime, .media(let content)): return content.mediaType == mediaType
        case (.absoluteURI, .absoluteURI(let content)): return content.uri == uri
        case (.external, .external(let content)): return content.urn == urn
        case (.aar, .androidApplication(let content)): return content.package == package
        case (.wellKnown, .other(let raw)):
            // The vectors write types that are not ASCII as Latin-1.
            let type = String(String.UnicodeScalarView(raw.type.map { Unicode.Scalar($0) }))
            return raw == record && raw.tnf == .wellKnown && urn == "urn:nfc:wkt:" + type
        case (.unknown, .other(let raw)): return raw == record && raw.tnf == .unknown
        case (.smartPoster, .smartPoster(let poster)): return warning == nil && matches(poster, record)
        default: return false
        }
    }

    private func matches(_ content: TextRecord) -> Bool {
        content.text == text && content.language == language
            && (content.encoding == .utf16 ? "UTF-16" : "UTF-8") == encoding
    }

    /// The parts, in any order, and the message inside, in order.
    private func matches(_ poster: SmartPoster, _ record: NDEFRecord) -> Bool {
        let parts = records ?? []
        guard let inner = try? NDEFMessage(decoding: record.payload).records, inner.count == parts.count
        else {
            return false
        }
        return zip(parts, inner).allSatisfy { part, record in
            switch part.kind {
            case .action: poster.action?.rawValue == part.value.map { UInt8($0) }
            case .size: poster.sizeBytes == part.value
            case .type: poster.mediaType == part.mediaType
            case .uri: part.matches(record) && poster.uri.uri == part.uri
            case .text: part.matches(record) && poster.titles.contains { $0.text == part.text }
            case .mime: part.matches(record) && poster.icons.contains { $0.mediaType == part.mediaType }
            default: part.matches(record) && poster.others.contains(record)
            }
        }
    }

    /// A Smart Poster without exactly one URI: the record is well-formed, its content is refused.
    private func isBrokenPoster(_ record: NDEFRecord) -> Bool {
        guard kind == .smartPoster, warning != nil else { return false }
        guard let inner = try? NDEFMessage(decoding: record.payload).records else { return false }
        return inner.count == records?.count
            && zip(records ?? [], inner).allSatisfy { $0.matches($1) }
    }
}
