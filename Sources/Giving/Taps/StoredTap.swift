import DatabaseKit
import Foundation
import TextKit
import TimeKit

/// A tap as stored in the database. The format is compact, because anyone can create any number of taps.
struct StoredTap: Hashable {
    /// The values that the tap shares with many other taps.
    var place: TapPlace
    var flags: Flags
    /// The mirrored UID (seven bytes), followed by the counter (three bytes) if the tap has a counter. Nil if
    /// these bytes are not stored.
    var mirror: Data?
    /// The URL, without its origin if ``place`` contains the origin. Nil if the tap is stored as a document.
    var url: String?
    /// The whole tap as a document, if the other columns cannot represent it; otherwise nil. The document
    /// does not contain the flags ``Flags/isCut`` and ``Flags/ledToGift``.
    var body: Data?

    /// The flags of a tap: its Boolean values, and the kind of its evidence.
    struct Flags: OptionSet, Hashable {
        let rawValue: Int
        static let isCut = Flags(rawValue: 1)
        static let isFresh = Flags(rawValue: 2)
        static let mirror = Flags(rawValue: 4)
        static let sun = Flags(rawValue: 8)
        static let ledToGift = Flags(rawValue: 16)
    }

    /// Returns the bytes for a tap's mirrored UID and counter, or nil if the tap has no seven-byte UID.
    private static func mirror(_ tap: Tap) -> Data? {
        guard let uid = tap.uid.flatMap({ Hex.bytes(of: $0) }), uid.count == 7 else { return nil }
        let counter = UInt32(clamping: tap.counter ?? 0).bigEndian
        let bytes = withUnsafeBytes(of: counter) { Array($0.dropFirst()) }
        return Data(tap.counter == nil ? uid : uid + bytes)
    }

    /// Returns the tap that is stored in the columns, or nil if the columns are incomplete.
    ///
    /// - Parameter id: The id of the tap. Nil if the tap is stored as a document, which contains the id.
    func tap(id: String?) throws -> Tap? {
        if let body {
            var tap = try DocumentCoder.decode(Tap.self, from: body)
            tap.isCut = flags.contains(.isCut)
            return tap
        }
        guard let id, let second = TimedRows.taps.second(of: id), let url else { return nil }
        let whole = (place.origin ?? "") + url
        let counter = mirror?.dropFirst(7).reduce(0) { $0 << 8 | Int($1) }
        return Tap(
            id: id, url: whole, isCut: flags.contains(.isCut),
            canonical: place.canonical.map { TapURL(whole).withName($0) },
            organization: place.organization, fund: place.fund, uid: mirror.map { Hex.upper($0.prefix(7)) },
            counter: mirror?.count == 10 ? counter : nil,
            evidence: flags.contains(.mirror) ? "mirror" : flags.contains(.sun) ? "sun" : nil,
            isFresh: flags.contains(.isFresh), source: place.source ?? .link,
            created: Timestamp(seconds: second))
    }
}

extension StoredTap {
    /// Creates the columns for a tap.
    init(_ tap: Tap) throws {
        flags = tap.isCut ? .isCut : []
        if tap.isFresh { flags.insert(.isFresh) }
        if tap.evidence == "mirror" { flags.insert(.mirror) }
        if tap.evidence == "sun" { flags.insert(.sun) }
        let parts = TapURL(tap.url)
        place = TapPlace(
            organization: tap.organization, fund: tap.fund,
            canonical: tap.canonical.map { parts.withoutName($0) }, origin: parts.origin, source: tap.source)
        url = String(tap.url.dropFirst(parts.origin?.count ?? 0))
        mirror = Self.mirror(tap)
        let isTimed = TimedRows.taps.second(of: tap.id) == tap.created.seconds
        guard try !isTimed || self.tap(id: tap.id) != tap else { return }
        self = StoredTap(
            place: TapPlace(organization: tap.organization), flags: tap.isCut ? .isCut : [], mirror: nil,
            url: nil, body: try DocumentCoder.encode(tap))
    }
}

/// Values that many taps have in common. Each combination is stored once. Anonymous users can create only a
/// limited number of combinations, because the server stores taps only for organizations and funds that
/// exist.
struct TapPlace: Hashable, Codable {
    var organization: String?
    var fund: String?
    /// The canonical form of the tap's URL. If the organization in the canonical form equals the first path
    /// segment of the tap's URL, the canonical form is stored without the organization.
    var canonical: String?
    /// The scheme and host of the tap's URL, such as `https://appclip.tap.giving`.
    var origin: String?
    /// The source of the tap; nil if the tap is stored as a document.
    var source: Tap.Source?
}

/// The origin and the first path segment of a tap's URL, for storing the tap compactly.
struct TapURL: Hashable {
    /// The scheme and the host, or nil if the scheme is not `https` or no `/` follows the host.
    let origin: String?
    /// The percent-decoded first segment of the path. Nil if the segment is empty or cannot be decoded.
    let name: String?
    /// Whether nothing follows the path's first segment. If the URL was cut, that segment may be incomplete.
    let isPathOpen: Bool

    init(_ url: String) {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else {
            (origin, name, isPathOpen) = (nil, nil, true)
            return
        }
        origin = parts[0] == "https:" && parts[1].isEmpty ? "https://\(parts[2])" : nil
        let segment = parts[3].prefix { !"/?#".contains($0) }
        isPathOpen = segment.endIndex == parts[3].endIndex
        let name = segment.percentDecoded
        self.name = name?.isEmpty == false ? name : nil
    }

    /// Returns a canonical form without its organization if the organization is equal to ``name``. Otherwise,
    /// returns the canonical form unchanged.
    func withoutName(_ canonical: String) -> String {
        guard let name, let place = Self.placeOfName(in: canonical), canonical[place] == name else {
            return canonical
        }
        return canonical.replacingCharacters(in: place, with: "")
    }

    /// Returns a canonical form with ``name`` as its organization. If the canonical form already has an
    /// organization, or ``name`` is nil, returns it unchanged.
    func withName(_ canonical: String) -> String {
        guard let name, let place = Self.placeOfName(in: canonical), place.isEmpty else { return canonical }
        return canonical.replacingCharacters(in: place, with: name)
    }

    /// Returns a copy of `canonical` in which the organization is replaced by `organization`. If `canonical`
    /// has no path, returns it unchanged.
    static func naming(_ organization: String, in canonical: String) -> String {
        placeOfName(in: canonical).map { canonical.replacingCharacters(in: $0, with: organization) }
            ?? canonical
    }

    private static func placeOfName(in canonical: String) -> Range<String.Index>? {
        let parts = canonical.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        return parts[3].startIndex..<(parts[3].firstIndex(of: "?") ?? parts[3].endIndex)
    }
}

extension TimedRows {
    /// The table of taps.
    static let taps = TimedRows("tap", prefix: "tap")
}
