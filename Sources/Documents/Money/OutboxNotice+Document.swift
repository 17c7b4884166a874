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
            "object": "outbox_notice", "id": id.json, "kind": kind.json, "recipient": recipient.rawValue.json,
            "subject": subject.json, "title": title.json, "body": body.json,
            "data": .object(
                data.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value.json) }),
            "created": time.json, "told": toldAt.json,
        ]
    }
}
