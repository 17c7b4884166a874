import Foundation
public import Processor

/// What a webhook brought: the event, and what has to be known of it whatever it is about.
public struct WebhookEvent: Sendable {
    /// `evt_…`
    public var id: String
    /// Of real money.
    public var livemode: Bool
    /// The event; nil for one about something that nobody here knows.
    public var event: ProcessorEvent?

    /// Reads a body whose signature was found good.
    ///
    /// Source: Stripe API reference, "The Event object".
    ///
    /// - Returns: nil for what is no event.
    public init?(_ body: [UInt8]) {
        let decoder = StripeDecoder.make()
        let data = Data(body)
        guard let mark = try? decoder.decode(Mark.self, from: data), mark.object == ProcessorEvent.objectName,
            let told = try? decoder.decode(EventAnswer.self, from: data)
        else { return nil }
        (id, livemode) = (told.head.id, mark.livemode)
        event = try? told.noun()
    }

    private struct Mark: Decodable {
        var object: String
        var livemode: Bool
    }
}
