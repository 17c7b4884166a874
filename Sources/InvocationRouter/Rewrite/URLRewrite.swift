/// A giving URL as it is written to a tag, with all differences from the given URL.
///
/// Parsers ignore unknown pieces (`docs/invocation-url.md` §2). A writer must not ignore unknown pieces,
/// because a mistyped name would direct every later gift to the default fund. The writer therefore refuses a
/// piece that was probably meant as a known parameter, and lists every other piece that it omits, changes,
/// moves or adds.
public struct URLRewrite: Hashable, Sendable {
    /// The URL as given by the caller.
    public let original: String
    /// The URL to write: the canonical URL, followed by the tag's id if the given URL contains one, and by a
    /// placeholder if the given URL contains mirrored data or a placeholder.
    public let written: String
    /// The content of the given URL, parsed with profile `strict`.
    public let invocation: Invocation
    /// The differences between the given URL and ``written``, in the order of the URL's parts. Empty if the
    /// URLs are equal.
    public let changes: [Change]

    /// A difference between the given URL and the URL to write.
    public struct Change: Hashable, Sendable {
        /// The kind of change.
        public enum Kind: String, Sendable, CaseIterable {
            /// A piece of the given URL is omitted.
            case dropped
            /// A piece of the given URL is written differently.
            case changed
            /// The URL to write contains an additional piece.
            case added
            /// The parameters are written in a different order.
            case moved
        }

        /// The part of a URL to which a piece belongs.
        public enum Part: String, Sendable, CaseIterable {
            /// The scheme, without its colon.
            case scheme
            case host
            /// The port, with its colon.
            case port
            /// The path segment that contains the organization.
            case organization
            /// A slash at the end of the path.
            case slash
            case parameter
            /// The fragment, with its `#`.
            case fragment
        }

        /// The kind of change.
        public let kind: Kind
        /// The part of the URL that changes.
        public let part: Part
        /// The piece as it is in the given URL; nil if the piece is added.
        public let from: String?
        /// The piece as it is written to the tag; nil if the piece is omitted.
        public let to: String?
    }

    /// Determines how a giving URL is written to a tag.
    ///
    /// - Parameters:
    ///   - url: The URL as a person wrote it.
    ///   - org: The organization's registered spelling; nil to keep the spelling in the URL.
    ///   - host: The host to write; nil to keep the host in the URL.
    ///   - hosts: The hosts that the service accepts.
    /// - Throws: ``URLRefusal`` if profile `strict` refuses the URL, or if a piece was probably meant as a
    ///   known parameter.
    public init(
        _ url: String, org: String? = nil, host: String? = nil, hosts: HostList = .standard
    ) throws(URLRefusal) {
        let text = url.utf8.span
        let checked: SharedChecks
        let invocation: Invocation
        do throws(InvocationError) {
            checked = try SharedChecks(text, profile: .strict, hosts: hosts)
            invocation = try Invocation(checked, of: text, profile: .strict)
        } catch {
            throw URLRefusal(error, of: url, hosts: hosts)
        }
        let pieces = QueryPiece.all(in: checked.parts.query, of: text)
        if let fault = UnclearPiece.first(in: pieces, fragment: FragmentPiece(checked.parts, of: text)) {
            throw URLRefusal(fault, of: url, hosts: hosts)
        }
        let host = host ?? checked.destination.host
        let org = org ?? invocation.org ?? ""
        original = url
        self.invocation = invocation
        written =
            Invocation.canonicalForm(
                host: host, org: org, fund: invocation.fund, recurring: invocation.recurring)
            + invocation.additions
        changes =
            Self.changes(ofOrigin: checked, of: text, host: host, org: org)
            + Self.changes(of: pieces, writing: invocation)
            + Self.changes(ofFragment: FragmentPiece(checked.parts, of: text))
    }

    /// Converts a URL of another site to the form that is written to a tag. Returns this form and the
    /// changes. The scheme and the host are converted to lower case, because their case has no meaning (RFC
    /// 3986 §6.2.2.1). The rest of the URL is unchanged. A URL without a host, or with an `@` in its
    /// authority, is returned unchanged.
    public static func elsewhere(_ url: String) -> (written: String, changes: [Change]) {
        let text = url.utf8.span
        let parts = URLParts(of: text)
        guard let scheme = parts.scheme, let authority = parts.authority,
            text.first("@", in: authority) == nil
        else { return (url, []) }
        let (given, host) = (text.text(scheme), text.text(authority))
        let rest = text.text(authority.upperBound..<text.count)
        let changes = [
            Change(.scheme, from: given, to: given.lowercasedASCII),
            Change(.host, from: host, to: host.lowercasedASCII),
        ]
        return (
            given.lowercasedASCII + "://" + host.lowercasedASCII + rest, changes.compactMap(\.self)
        )
    }

    /// Returns the changes before the query: changes to the scheme, the host, the port, the organization and
    /// the trailing slash.
    private static func changes(
        ofOrigin checked: SharedChecks, of text: Span<UInt8>, host: String, org: String
    ) -> [Change] {
        var changes: [Change?] = []
        let authority = checked.parts.authority ?? 0..<0
        let colon = text.first(":", in: authority) ?? authority.upperBound
        if let scheme = checked.parts.scheme {
            changes.append(Change(.scheme, from: text.text(scheme), to: "https"))
        }
        changes.append(Change(.host, from: text.text(authority.lowerBound..<colon), to: host))
        if colon < authority.upperBound {
            changes.append(Change(.dropped, .port, from: text.text(colon..<authority.upperBound)))
        }
        changes.append(Change(.organization, from: text.text(checked.path.first), to: org))
        if checked.path.hasTrailingSlash { changes.append(Change(.dropped, .slash, from: "/")) }
        return changes.compactMap(\.self)
    }

    private static func changes(of pieces: [QueryPiece], writing invocation: Invocation) -> [Change] {
        var changes: [Change] = []
        var known: [(place: Int, given: String)] = []
        for piece in pieces {
            guard let name = piece.known, let written = invocation.written(name) else {
                changes.append(Change(.dropped, .parameter, from: piece.raw.isEmpty ? "&" : piece.raw))
                continue
            }
            known.append((name.rawValue, piece.raw))
            if let change = Change(.parameter, from: piece.raw, to: written) { changes.append(change) }
        }
        let places = known.map(\.place)
        if places != places.sorted() {
            changes.append(
                Change(
                    kind: .moved, part: .parameter, from: known.map(\.given).joined(separator: "&"),
                    to: known.sorted { $0.place < $1.place }.map(\.given).joined(separator: "&")))
        }
        if !places.contains(ParameterName.recurring.rawValue) {
            changes.append(Change(kind: .added, part: .parameter, from: nil, to: "r=0"))
        }
        return changes
    }

    /// Returns an array with the change that omits the fragment. Empty if the URL has no fragment.
    private static func changes(ofFragment fragment: FragmentPiece?) -> [Change] {
        fragment.map { [Change(.dropped, .fragment, from: "#" + $0.raw)] } ?? []
    }
}

extension URLRewrite.Change {
    /// Creates the change for a piece of the given URL that is omitted.
    fileprivate init(_ kind: Kind, _ part: Part, from: String) {
        self.init(kind: kind, part: part, from: from, to: nil)
    }

    /// Creates the change for a piece that is written differently. Returns nil if the piece is the same.
    fileprivate init?(_ part: Part, from: String, to: String) {
        guard from != to else { return nil }
        self.init(kind: .changed, part: part, from: from, to: to)
    }

    /// A sentence that describes the change, without a period. The sentence is safe to print.
    public var summary: String {
        let from = Self.shown(from)
        let to = Self.shown(to)
        switch (kind, part) {
        case (.dropped, .port): return "the port \(from) is left out"
        case (.dropped, .slash): return "the slash after the organization is left out"
        case (.dropped, .fragment): return "\(from) is left out: a fragment never leaves the phone"
        case (.dropped, _) where self.from == "&": return "an empty parameter is left out"
        case (.dropped, _) where self.from == "v=1": return "v=1 is left out: version 1 is the default"
        case (.dropped, _): return "\(from) is left out: giving URLs do not have this parameter"
        case (.added, _): return "\(to) is added: a one-time gift is offered first"
        case (.moved, _): return "the parameters are put in order: \(to)"
        case (.changed, _): return "\(from) is written as \(to)"
        }
    }

    private static func shown(_ piece: String?) -> String {
        let piece = piece ?? ""
        return piece.prefix(80).escapedForDisplay() + (piece.utf8.count > 80 ? "…" : "")
    }
}

extension Invocation {
    /// Returns the tag's id and the placeholder, as they are written after a canonical URL.
    static func additions(tag: String?, _ placeholder: Placeholder?) -> String {
        (tag.map { "&t=" + $0 } ?? "") + (placeholder?.text ?? "")
    }

    /// The text that follows the canonical URL in the URL to write: the tag's id and the placeholder.
    var additions: String { Self.additions(tag: tag, placeholderToWrite) }

    /// Returns the name and value of a parameter in the URL to write; nil if that URL does not contain the
    /// parameter.
    fileprivate func written(_ name: ParameterName) -> String? {
        switch name {
        case .version: nil
        case .fund: fund.map { "f=" + $0 }
        case .recurring: recurring ? "r=1" : "r=0"
        case .tag: tag.map { "t=" + $0 }
        case .mirror, .piccData, .cmac:
            placeholderToWrite?.text.split(separator: "&").first { $0.hasPrefix(name.text + "=") }
                .map(String.init)
        }
    }
}
