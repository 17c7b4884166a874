import Processor

/// Which API keys open what.
///
/// Source: Stripe documentation, "API keys".
enum Keyring {
    /// What a key may do.
    enum Access {
        /// A secret key: everything.
        case everything
        /// A publishable key: what a page may do that holds a client secret.
        case pages
    }

    /// What a key opens.
    ///
    /// - Throws: 401 without a key, for a live one, and for one of another shape.
    static func access(_ key: String?) throws -> Access {
        guard let key, !key.isEmpty else {
            throw refused(
                "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer sk_test_…')."
            )
        }
        if ["sk_live_", "rk_live_", "pk_live_"].contains(where: key.hasPrefix) {
            throw refused("A live key was sent to a simulated processor. No money moves here: use sk_test_…")
        }
        if ["sk_test_", "rk_test_"].contains(where: { key.hasPrefix($0) && key.count > $0.count }) {
            return .everything
        }
        if key.hasPrefix("pk_test_"), key.count > 8 { return .pages }
        throw refused("Invalid API Key provided: \(masked(key))")
    }

    /// A key as an error may show it: its ends alone.
    static func masked(_ key: String) -> String {
        key.count < 12 ? "***" : "\(key.prefix(4))\(String(repeating: "*", count: 8))\(key.suffix(4))"
    }

    private static func refused(_ message: String) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 401, message: message)
    }
}
