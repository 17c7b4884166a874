import Processor
import TimeKit

/// A short-lived key that lets a mobile app read and change one customer.
///
/// Source: Stripe API reference, "Ephemeral Keys"; the mobile SDKs' "Customer Sheet".
struct EphemeralKey: StoredObject {
    static let objectName = "ephemeral_key"
    /// The number of seconds for which a key is valid.
    static let life: Int64 = 3_600
    static let secretPrefix = "ek_test_"

    /// The id, `ephkey_…`.
    var id: String
    var created: Timestamp
    var expires: Timestamp
    var customer: String
    /// The secret, `ek_test_…`. It contains the id without the prefix `ephkey_`.
    var secret: String

    var parent: String? { customer }

    /// Returns the id of the ephemeral key with this secret.
    static func id(of secret: String) -> String {
        "ephkey_\(secret.dropFirst(secretPrefix.count).prefix(24))"
    }

    /// Returns the secret of the key with this id.
    ///
    /// - Parameter clientSecret: A client secret that was created for the id, `ephkey_…_secret_…`. Its last
    ///   part becomes the last part of the key's secret.
    static func secret(of id: String, _ clientSecret: String) -> String {
        secretPrefix + id.dropFirst("ephkey_".count)
            + clientSecret.dropFirst("\(id)_secret_".count)
    }
}
