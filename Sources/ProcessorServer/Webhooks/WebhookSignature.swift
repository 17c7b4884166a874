import Crypto
import Foundation

/// `Stripe-Signature`: what proves to a receiver who sent a webhook, and when.
///
/// HMAC-SHA256 under the whole secret, `whsec_` and all, of the time, a dot and the body as it is sent; one `v1` for each
/// secret that is good.
///
/// Source: Stripe documentation, "Verify webhook signatures manually".
enum WebhookSignature {
    /// The header of a body.
    ///
    /// - Parameter time: Unix seconds.
    static func header(_ body: [UInt8], secrets: [String], time: Int64) -> String {
        let signatures = secrets.map { ",v1=" + signature(body, secret: $0, time: time) }
        return "t=\(time)" + signatures.joined()
    }

    private static func signature(_ body: [UInt8], secret: String, time: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Data("\(time).".utf8) + body, using: SymmetricKey(data: Data(secret.utf8)))
        return code.map { octet in
            let digits = String(octet, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
