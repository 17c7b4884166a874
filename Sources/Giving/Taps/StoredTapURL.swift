import InvocationRouter

/// The URL of a tap and its canonical form in the columns of its row. Their common parts are stored once.
struct StoredTapURL: Hashable, Sendable {
    /// The URL. If it begins with the standard host, it is stored from the `/` after the host.
    var url: String
    /// The number of bytes with which both the URL and its canonical form begin; nil if there is no canonical form.
    var shared: Int?
    /// The rest of the canonical form, after the shared bytes.
    var canonical: String?

    /// The scheme and host of most URLs.
    private static let origin = "https://\(HostList.standard.primary)"

    /// Creates the columns for a tap.
    init(_ tap: Tap) {
        let isStandard = tap.url.hasPrefix(Self.origin + "/")
        url = isStandard ? String(tap.url.dropFirst(Self.origin.count)) : tap.url
        guard let canonical = tap.canonical else { return }
        // The canonical form is ASCII, so the shared part ends between two characters.
        let shared = zip(tap.url.utf8, canonical.utf8).prefix { $0 == $1 }.count
        (self.shared, self.canonical) = (shared, String(canonical.utf8.dropFirst(shared)))
    }

    /// Creates a value from the columns of a row.
    init(url: String, shared: Int?, canonical: String?) {
        (self.url, self.shared, self.canonical) = (url, shared, canonical)
    }

    /// Returns the fund in a canonical form, or nil if it has none.
    static func fund(in canonical: String?) -> String? {
        guard let query = canonical?.split(separator: "?").last, query.hasPrefix("f=") else { return nil }
        return String(query.dropFirst(2).prefix { $0 != "&" })
    }

    /// The URL and its canonical form, restored from the columns.
    var restored: (url: String, canonical: String?) {
        let whole = url.hasPrefix("/") ? Self.origin + url : url
        return (
            whole,
            shared.flatMap { shared in canonical.flatMap { (String(whole.utf8.prefix(shared)) ?? "") + $0 } }
        )
    }
}
