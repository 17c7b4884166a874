import Documents
import TagKit

extension MessageLayer.Found {
    /// The errors in records whose payload violates the rules of the record type. The message is still valid.
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

    /// The JSON document that `tapctl ndef decode --json` prints for a decoded message.
    var document: JSONValue {
        [
            "object": "ndef_message", "valid": true, "records": .array(message.records.map(\.document)),
            "warnings": .array((forgiven + payloadFlaws).map(\.document)),
        ]
    }
}

extension MessageLayer {
    /// Returns the JSON document that `tapctl ndef decode --json` prints for bytes that are not a message.
    static func document(refused error: JSONValue) -> JSONValue {
        ["object": "ndef_message", "valid": false, "error": error]
    }
}
