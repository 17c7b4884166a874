import Documents
import TagKit

extension MessageLayer.Found {
    /// Payloads that break the rules of their record type: the message is still valid, the record is shown raw.
    var payloadFlaws: [NDEFError] {
        zip(message.records, NDEFMessage.recordOffsets(in: bytes)).compactMap { record, offset in
            do throws(NDEFError) {
                _ = try record.decoded(at: offset)
                return nil
            } catch {
                return error
            }
        }
    }

    /// The document of `ndef decode` for a message that was found.
    var document: JSONValue {
        [
            "object": "ndef_message", "valid": true, "records": .array(message.records.map(\.document)),
            "warnings": .array((forgiven + payloadFlaws).map(\.document)),
        ]
    }
}

extension MessageLayer {
    /// The document of `ndef decode` for bytes that are no message.
    static func document(refused error: JSONValue) -> JSONValue {
        ["object": "ndef_message", "valid": false, "error": error]
    }
}
