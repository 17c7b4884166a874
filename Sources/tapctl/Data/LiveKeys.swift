/// Keys of real money: this version refuses them wherever they stand.
enum LiveKeys {
    /// The variables that may name a processor's key.
    private static let variables = ["TAPCTL_PROCESSOR_KEY", "STRIPE_API_KEY", "STRIPE_SECRET_KEY"]

    /// - Throws: exit 77 when one of the variables holds a live key; the key itself is never shown.
    static func refuse() throws {
        for name in variables where isLive(environmentVariable(name, default: "")) {
            throw CommandError(
                .refused, code: "liveKey", "\(name) holds a live key",
                reason: "this version moves no money, and takes no key that could",
                remedy: "unset \(name), or put a test key (sk_test_…) there")
        }
    }

    private static func isLive(_ key: String) -> Bool {
        key.hasPrefix("sk_live_") || key.hasPrefix("rk_live_")
    }
}
