import Documents
import FailureKit

/// Keys of real money: this version refuses them wherever they stand.
enum LiveKeys {
    /// The variables that may name a processor's key.
    private static let variables = [ProcessorKey.variable, "STRIPE_API_KEY", "STRIPE_SECRET_KEY"]

    /// - Throws: exit 77 when one of the variables holds a live key; the key itself is never shown.
    static func refuse() throws {
        for name in variables { try refuse(environmentVariable(name, default: ""), in: name) }
    }

    /// - Parameter place: Where the key stands, for the error.
    /// - Throws: exit 77 for a live key.
    static func refuse(_ key: String, in place: String) throws {
        guard isLive(key) else { return }
        throw CommandError(
            .refused, code: "liveKey", "\(place) holds a live key",
            reason: "this version moves no money, and takes no key that could",
            remedy: variables.contains(place)
                ? "unset \(place), or put a test key (sk_test_…) there" : "put a test key (sk_test_…) there")
    }

    private static func isLive(_ key: String) -> Bool {
        ["sk_live_", "rk_live_", "pk_live_"].contains(where: key.hasPrefix)
    }
}
