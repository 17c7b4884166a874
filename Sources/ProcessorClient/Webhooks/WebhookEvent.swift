import DigestKit
import Foundation
public import Processor
import TextKit
public import TimeKit

/// The content of a webhook. ``id`` and ``livemode`` are available even if this package has no type for the
/// event's object.
public struct WebhookEvent: Sendable {
    /// The event's id, `evt_…`.
    public var id: String
    /// Whether the event occurred in live mode rather than test mode.
    public var livemode: Bool
    /// The event. Nil if this package has no type for the event's object, or cannot read the object.
    public var event: ProcessorEvent?

    /// Decodes the body of a webhook. The caller must have verified the webhook's signature.
    ///
    /// Source: Stripe API reference, "The Event object".
    ///
    /// - Returns: Nil if the body is not an event.
    public init?(_ body: [UInt8]) {
        let decoder = StripeDecoder.make()
        let data = Data(body)
        guard let mark = try? decoder.decode(Mark.self, from: data), mark.object == ProcessorEvent.objectName,
            let response = try? decoder.decode(EventResponse.self, from: data)
        else { return nil }
        (id, livemode) = (response.head.id, mark.livemode)
        event = response.object()
    }

    private struct Mark: Decodable {
        var object: String
        var livemode: Bool
    }
}

/// Functions that create and verify the `Stripe-Signature` header of a webhook. A valid header proves that
/// the processor sent the webhook at the time in the header.
///
/// Each signature is an HMAC-SHA256 of the time, a dot and the body as it was sent. The HMAC key is the whole
/// secret, including `whsec_`. The header contains one `v1` signature for each valid secret.
///
/// Source: Stripe documentation, "Verify webhook signatures manually".
public enum WebhookSignature {
    /// The maximum age of a signature, in seconds. As in Stripe's own libraries, a signature whose time is in
    /// the future is accepted.
    public static let toleranceSeconds: Int64 = 300

    /// The maximum length of a `Stripe-Signature` header, in bytes. A longer header is rejected.
    static let longestHeader = 4_096

    /// Returns the `Stripe-Signature` header for a body, with a signature for each secret. `time` is the time
    /// of signing, in Unix seconds.
    public static func header(_ body: [UInt8], secrets: [String], time: Int64) -> String {
        let signatures = secrets.map { secret in
            let bytes = HMACSHA256.code(for: signed(body, "\(time)"), key: secret.utf8)
            return ",v1=" + Hex.lower(bytes)
        }
        return "t=\(time)" + signatures.joined()
    }

    /// Returns whether a `Stripe-Signature` header contains a valid signature of a body. The signature must
    /// have been made with one of the secrets, and must not be older than ``toleranceSeconds``.
    ///
    /// Ignores schemes other than `v1`. Compares signatures in constant time.
    public static func proves(
        _ header: String, _ body: [UInt8], secrets: [String], now: Timestamp
    ) -> Bool {
        guard header.utf8.count <= longestHeader else { return false }
        let fields = header.split(separator: ",").map { $0.split(separator: "=", maxSplits: 1) }
            .filter { $0.count == 2 }
        let times = fields.filter { $0[0] == "t" }.map { $0[1] }
        // The signature includes the time exactly as it is written in the header.
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
