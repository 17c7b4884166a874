import TagKit

/// Returns the promise of the NDEF codec that these bytes break, or nil.
func ndefProblem(_ bytes: [UInt8]) -> String? {
    let lenient = NDEFMessage.decodingLeniently(bytes)
    do {
        let strict = try NDEFMessage(decoding: bytes)
        guard lenient.forgiven.isEmpty else {
            return "lenient decoding forgives what strict decoding accepts"
        }
        guard lenient.message == strict else { return "lenient decoding reads another message" }
        let encoded = try strict.encoded()
        guard encoded.count <= bytes.count else { return "the shortest form is longer than another" }
    } catch {
        guard let first = lenient.forgiven.first else { return "lenient decoding does not list \(error)" }
        guard first == error else { return "lenient decoding lists \(first) first, strict throws \(error)" }
        guard (0...bytes.count).contains(error.offset) else { return "the offset is outside: \(error)" }
    }
    return roundTripProblem(lenient.message)
        ?? lenient.message.records.lazy.compactMap(typedProblem).first ?? phoneProblem(bytes)
}

/// A message that no phone can use has a reason in one line, and no other message has one.
private func phoneProblem(_ bytes: [UInt8]) -> String? {
    let use = PhoneUse(message: bytes)
    guard use.isUsable == use.reason.isEmpty else { return "a message is usable and has a reason against it" }
    let lines = (use.warnings.map(\.summary) + [use.reason]).joined()
    return lines.utf8.contains { $0 < 0x20 || $0 == 0x7F } ? "a reason holds a control character" : nil
}

/// A message that was decoded, however leniently, encodes and decodes to itself.
private func roundTripProblem(_ message: NDEFMessage) -> String? {
    guard !message.records.isEmpty else { return nil }
    do {
        let encoded = try message.encoded()
        guard encoded.count == message.encodedByteCount else { return "encodedByteCount is wrong" }
        return try NDEFMessage(decoding: encoded) == message ? nil : "the message changes on its way"
    } catch {
        return "the decoded message does not pass: \(error)"
    }
}

/// A typed record encodes to a record with the same meaning. A payload is refused only as `badPayload` or
/// because of a limit.
private func typedProblem(_ record: NDEFRecord) -> String? {
    let typed: TypedRecord
    do {
        typed = try record.decoded()
    } catch {
        return [.badPayload, .limitExceeded].contains(error.code) ? nil : "a typed record throws \(error)"
    }
    do {
        return try typed.record(id: record.id).decoded() == typed
            ? nil : "the typed record changes on its way"
    } catch {
        return "the typed record does not pass: \(error)"
    }
}
