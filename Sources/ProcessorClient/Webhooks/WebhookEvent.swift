import DigestKit
import Foundation
public import Processor
import TextKit
public import TimeKit

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
            let response = try? decoder.decode(EventResponse.self, from: data)
        else { return nil }
        (id, livemode) = (response.head.id, mark.livemode)
        event = try? response.object()
    }

    private struct Mark: Decodable {
        var object: String
        var livemode: Bool
    }
}

/// `Stripe-Signature`: the header that proves the sender and the time of a webhook.
///
/// HMAC-SHA256 with the whole secret, including `whsec_`, over the time, a dot and the body as sent; one `v1` for each
/// valid secret.
///
/// Source: Stripe documentation, "Verify webhook signatures manually".
public enum WebhookSignature {
    /// How old a signature may be, in seconds. It may be ahead of its receiver's clock, as Stripe's own libraries
    /// allow.
    public static let toleranceSeconds: Int64 = 300

    /// A header is not read beyond this many octets.
    static let longestHeader = 4_096

    /// The header of a body.
    ///
    /// - Parameter time: Unix seconds.
    public static func header(_ body: [UInt8], secrets: [String], time: Int64) -> String {
        let signatures = secrets.map { secret in
            let bytes = HMACSHA256.code(for: signed(body, "\(time)"), key: secret.utf8)
            return ",v1=" + Hex.lower(bytes)
        }
        return "t=\(time)" + signatures.joined()
    }

    /// Whether a header proves that a body was sent recently with one of the secrets.
    ///
    /// Schemes other than `v1` prove nothing. Codes are compared in constant time.
    public static func proves(
        _ header: String, _ body: [UInt8], secrets: [String], now: Timestamp
    ) -> Bool {
        guard header.utf8.count <= longestHeader else { return false }
        let fields = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
            .filter { $0.count == 2 }
        let times = fields.filter { $0[0] == "t" }.map { $0[1] }
        // What was signed is the time as it was written.
        guard times.count == 1, let seconds = Int64(times[0]),
            now.adding(seconds: -toleranceSeconds).seconds <= seconds
        else { return false }
        let message = signed(body, String(times[0]))
        let codes = fields.filter { $0[0] == "v1" }.compactMap { Hex.bytes(of: $0[1]) }
        return secrets.contains { secret in
            let expected = HMACSHA256.code(for: message, key: secret.utf8)
            return codes.contains { ConstantTime.areEqual($0, expected) }
        }
    }

    private static func signed(_ body: [UInt8], _ time: String) -> [UInt8] { Array("\(time).".utf8) + body }
}
