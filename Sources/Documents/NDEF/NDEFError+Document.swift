import FailureKit
package import TagKit

extension NDEFError {
    /// The JSON object for the error: the code, the offset, the message and, if known, the offset in the data
    /// area.
    package var document: JSONValue {
        let document: JSONValue = [
            "code": code.rawValue.json, "offset": offset.json, "message": sentence.json,
        ]
        return areaOffset.map { document.adding("area_offset", $0.json) } ?? document
    }

    /// Whether the data ends before the message is complete.
    package var isCutShort: Bool {
        switch code {
        case .truncatedHeader, .truncatedType, .truncatedId, .truncatedPayload, .missingMessageEnd,
            .truncatedLength, .valueOverrun:
            true
        default: false
        }
    }

    /// The summary, followed by a colon and the reason if there is one.
    package var sentence: String { reason.isEmpty ? summary : "\(summary): \(reason)" }
}
