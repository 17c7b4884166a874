import TagKit

extension NDEFMessage {
    /// Payloads that break the rules of their record type: the message is still valid, the record is shown raw.
    var payloadFlaws: [NDEFError] {
        var flaws: [NDEFError] = []
        var offset = 0
        for record in records {
            do { _ = try record.decoded(at: offset) } catch { flaws.append(error) }
            offset += NDEFMessage([record]).encodedByteCount
        }
        return flaws
    }

    /// The document of `ndef decode` for a message that was found.
    func document(forgiven: [NDEFError] = []) -> JSONValue {
        [
            "object": "ndef_message", "valid": true, "records": .array(records.map(\.document)),
            "warnings": .array((forgiven + payloadFlaws).map(\.document)),
        ]
    }

    /// The document of `ndef decode` for bytes that are no message.
    static func document(refused error: JSONValue) -> JSONValue {
        ["object": "ndef_message", "valid": false, "error": error]
    }
}
