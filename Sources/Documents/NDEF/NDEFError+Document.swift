import FailureKit
package import TagKit

extension NDEFError {
    /// The `error` of a document: code, offset, message, and the offset in the data area if it is known.
    package var document: JSONValue {
        let document: JSONValue = [
            "code": .string(code.rawValue), "offset": .int(offset), "message": .string(sentence),
        ]
        return areaOffset.map { document.adding("area_offset", .int($0)) } ?? document
    }

    /// Whether bytes are missing at the end.
    package var isCutShort: Bool {
        switch code {
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd,
            .truncatedLength, .valueOverrun:
            true
        default: false
        }
    }

    /// The summary and the reason in one sentence.
    package var sentence: String { reason.isEmpty ? summary : "\(summary): \(reason)" }
}
