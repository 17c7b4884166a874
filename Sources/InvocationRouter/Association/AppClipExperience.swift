/// An App Clip experience registered in App Store Connect: a URL and its App Clip card.
public struct AppClipExperience: Hashable, Sendable {
    /// The registered URL, such as `https://appclip.tap.giving`.
    public var url: String
    /// The card's title.
    public var title: String

    /// Creates a registered experience.
    public init(url: String, title: String = "") {
        self.url = url
        self.title = title
    }

    /// The host of the registered URL in lower case; nil if the URL has no host.
    public var host: String? {
        guard let link = LinkURL(url), link.isWeb, !link.host.isEmpty else { return nil }
        return link.host
    }

    /// Returns the experience whose registered URL is the most specific prefix of a URL. If several are equally
    /// specific, the first is returned.
    ///
    /// Apple: "The system then chooses the App Clip experience with the URL that has the most specific matching prefix"
    /// ("Configuring App Clip experiences"). Apple does not define a prefix. Here, the scheme and the host must be
    /// equal, ignoring case, and whole path segments are compared. If the registered URL has a query, the paths must be
    /// equal, and the URL must contain the registered query items.
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
    /// Returns the number of segments and query items of this URL if it is a prefix of another URL; otherwise
    /// nil.
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

/// An app identifier in an association file: `ABCDE12345.giving.tap.app`.
///
/// Source: Apple, "applinks.Details": `<Application Identifier Prefix>.<Bundle Identifier>`; "CFBundleIdentifier":
/// letters, digits, hyphens and dots.
public struct AppIdentifier: Hashable, Sendable {
    /// Ten capital letters and digits, usually the team id.
    public let prefix: String
    /// The bundle identifier: letters, digits, hyphens and dots.
    public let bundle: String

    /// The identifier as it is written in an association file.
    public var text: String { "\(prefix).\(bundle)" }

    /// Parses an app identifier; nil if the text is not one.
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
