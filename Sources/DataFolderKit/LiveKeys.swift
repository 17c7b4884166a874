import Documents
import FailureKit

/// A check that refuses live keys, which could move real money.
enum LiveKeys {
    /// The environment variables that may contain a processor's key.
    private static let variables = [ProcessorKey.variable, "STRIPE_API_KEY", "STRIPE_SECRET_KEY"]

    /// Throws an error if an environment variable contains a live key.
    ///
    /// - Throws: An error with exit code 77, which never contains the key.
    static func refuse() throws {
        for name in variables { try refuse(environmentVariable(name, default: ""), in: name) }
    }

    /// Throws an error if the key is a live key.
    ///
    /// - Parameter place: The source of the key, as named in the error.
    /// - Throws: An error with exit code 77 for a live key.
    static func refuse(_ key: String, in place: String) throws {
        guard isLive(key) else { return }
        throw CommandError(
            .refused, code: "liveKey", "\(place) contains a live key",
            reason: "this version moves no money and refuses keys that could move money",
            remedy: variables.contains(place)
                ? "unset \(place), or set it to a test key (sk_test_…)" : "use a test key (sk_test_…)")
    }

    private static func isLive(_ key: String) -> Bool {
        ["sk_live_", "rk_live_", "pk_live_"].contains(where: key.hasPrefix)
    }
}
