package import PaymentCore
import TimeKit

extension OutboxNotice {
    /// Returns the JSON document of the notice.
    ///
    /// - Parameter link: The open payment link if the notice requests a payment; otherwise nil.
    package func document(link: String? = nil) -> JSONValue {
        var data = data
        if let link { data["link"] = link }
        return [
            "object": "outbox_notice", "id": .string(id), "kind": .string(kind),
            "recipient": .string(recipient.rawValue), "subject": .string(subject), "title": .string(title),
            "body": .string(body),
            "data": .object(
                data.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: .string($0.value)) }),
            "created": .string(time.iso8601), "told": JSONValue(toldAt?.iso8601),
        ]
    }
}
