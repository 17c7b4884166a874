import Documents
import TagKit
import TextKit

extension MessageLayer.Found {
    /// The errors in records whose payload violates the rules of the record type. The message is still valid.
    var payloadFlaws: [NDEFError] {
        zip(message.records, NDEFMessage.recordOffsets(in: bytes)).compactMap { record, offset in
            do throws(NDEFError) {
                let control = try record.decoded(at: offset).uriRecord?.controlCharacter
                return control.map {
                    NDEFError(.badPayload, offset: offset, detail: Self.detail(control: $0))
                }
            } catch {
                return error
            }
        }
    }

    private static func detail(control: UInt8) -> String {
        "the URI contains the control character U+00" + Hex.upper([control])
    }

    /// The JSON document that `tapctl ndef decode --json` prints for a decoded message.
    var document: JSONValue {
        [
            "object": "ndef_message", "valid": true, "records": .array(message.records.map(\.document)),
            "warnings": .array((forgiven + payloadFlaws).map(\.document)),
        ]
    }
}

extension TypedRecord {
    /// The content of a URI record, or the URI of a Smart Poster; nil for other records.
    fileprivate var uriRecord: URIRecord? {
        switch self {
        case .uri(let content): content
        case .smartPoster(let content): content.uri
        default: nil
        }
    }
}

extension MessageLayer {
    /// Returns the JSON document that `tapctl ndef decode --json` prints for bytes that are not a message.
    static func document(refused error: JSONValue) -> JSONValue {
        ["object": "ndef_message", "valid": false, "error": error]
    }
}
