public import TimeKit

/// What a list shows of an event, whatever it is about.
///
/// Source: Stripe API reference, "The Event object".
public struct EventHead: Decodable, Sendable {
    /// `evt_…`
    public var id: String
    /// When it happened, by the processor's clock.
    public var created: Timestamp
    /// `charge.refunded`
    public var type: String
    /// The connected account that it happened to; nil for the platform.
    public var account: String?
    /// How many deliveries of it are still to be made.
    public var pendingWebhooks: Int
    /// What caused it; nil where the processor told nothing of it.
    public var request: Cause?
    /// What it is about.
    public var subject: Subject

    /// What caused an event: a request, or nothing but time.
    public struct Cause: Decodable, Sendable {
        /// `req_…`
        public var id: String?
        /// The key of that request.
        public var idempotencyKey: String?
    }

    /// What an event is about, by its name alone.
    public struct Subject: Decodable, Sendable {
        /// `ch_…`; nil for what has none, as a balance.
        public var id: String?
        /// `charge`
        public var object: String
    }

    /// Reads an event; what it tells of its subject is left to ``EventAnswer``.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        id = try fields.decode(String.self, forKey: .id)
        created = Timestamp(seconds: try fields.decode(Int64.self, forKey: .created))
        type = try fields.decode(String.self, forKey: .type)
        account = try fields.decodeIfPresent(String.self, forKey: .account)
        pendingWebhooks = try fields.decode(Int.self, forKey: .pendingWebhooks)
        request = try fields.decodeIfPresent(Cause.self, forKey: .request)
        subject = try fields.nestedContainer(keyedBy: Key.self, forKey: .data).decode(
            Subject.self, forKey: .object)
    }

    private enum Key: String, CodingKey {
        case id, created, type, account, pendingWebhooks, request, data, object
    }
}
