/// An advanced App Clip experience that is registered in App Store Connect: a URL and the App Clip card for
/// this URL.
public struct AppClipExperience: Hashable, Sendable {
    /// The registered URL, such as `https://appclip.tap.giving`.
    public var url: String
    /// The title of the App Clip card. Can be empty.
    public var title: String

    /// Creates an experience from its registered URL and its title.
    public init(url: String, title: String = "") {
        self.url = url
        self.title = title
    }

    /// The host of the registered URL in lower case; nil if the URL is not an http or https URL with a host.
    public var host: String? {
        guard let link = LinkURL(url), link.isWeb, !link.host.isEmpty else { return nil }
        return link.host
    }

    /// Returns the experience whose registered URL is the most specific prefix of a URL; nil if no registered
    /// URL is a prefix. If several registered URLs are equally specific, returns the first of these
    /// experiences.
    ///
    /// Apple: "The system then chooses the App Clip experience with the URL that has the most specific
    /// matching prefix" ("Configuring App Clip experiences"). Apple does not define when a URL is a prefix of
    /// another URL. Here, the schemes and hosts must be equal, ignoring case, and the path is compared
    /// segment by segment. If the registered URL has a query, the paths must be equal, and the other URL's
    /// query must begin with the registered query items.
    public static func best(for url: String, among experiences: [AppClipExperience]) -> AppClipExperience? {
        guard let url = LinkURL(url) else { return nil }
        var best: (experience: AppClipExperience, length: Int)?
        for experience in experiences {
            guard let length = LinkURL(experience.url)?.lengthAsPrefix(of: url), length > best?.length ?? -1
            else { continue }
            best = (experience, length)
        }
        return best?.experience
    }
}

extension LinkURL {
    /// Returns a measure of how specific this URL is as a prefix of another URL: the number of this URL's
    /// path segments and query items. Returns nil if this URL is not a prefix of the other URL.
    fileprivate func lengthAsPrefix(of other: LinkURL) -> Int? {
        guard scheme == other.scheme, host == other.host else { return nil }
        let (mine, theirs) = (segments, other.segments)
        guard theirs.starts(with: mine) else { return nil }
        if query.isEmpty { return mine.count }
        let (pieces, otherPieces) = (query.split(separator: "&"), other.query.split(separator: "&"))
        guard mine.count == theirs.count, otherPieces.starts(with: pieces) else { return nil }
        return mine.count + pieces.count
    }

    private var segments: [Substring] { path.split(separator: "/") }
}

/// An app identifier in an association file, such as `ABCDE12345.giving.tap.app`.
///
/// Source: Apple, "applinks.Details": `<Application Identifier Prefix>.<Bundle Identifier>`;
/// "CFBundleIdentifier": letters, digits, hyphens and dots.
public struct AppIdentifier: Hashable, Sendable {
    /// The application identifier prefix: ten capital letters and digits, usually the team id.
    public let prefix: String
    /// The bundle identifier: letters, digits, hyphens and dots.
    public let bundle: String

    /// The identifier as written in an association file.
    public var text: String { "\(prefix).\(bundle)" }

    /// Parses an app identifier. Returns nil if the text is not a valid app identifier.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 12, bytes.count <= 255, bytes[10] == UInt8(ascii: "."),
            bytes[..<10].allSatisfy({ $0.isAlphanumeric && !(0x61...0x7A).contains($0) }),
            bytes[11...].allSatisfy({ $0.isNameByte && $0 != UInt8(ascii: "_") }),
            !bytes[11...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
                .contains(where: \.isEmpty)
        else { return nil }
        prefix = String(decoding: bytes[..<10], as: UTF8.self)
        bundle = String(decoding: bytes[11...], as: UTF8.self)
    }
}
