import Foundation
import Giving
import ServerKit
import TimeKit

/// Which gifts somebody wants to see, as it was typed.
struct GiftFilter: Hashable, Sendable {
    /// A name, an e-mail address, or the number of anything that belongs to a gift.
    var text: String?
    var fund: String?
    var status: Gift.Status?
    /// When they were made; no gift is left out for what is no day.
    var days = TypedDays()
    /// Only gifts of one monthly gift.
    var recurring: String?
    /// Go on behind this gift.
    var after: String?

    init() {}

    init(_ fields: FormFields) {
        text = fields["q"].map { String($0.prefix(200)) }
        fund = fields["fund"]
        status = fields["status"].flatMap(Gift.Status.init)
        days = TypedDays(fields)
        recurring = fields["recurring"]
        after = fields["after"]
    }

    /// The same as a query; empty where nothing is asked for.
    var query: String {
        let fields = [
            ("q", text), ("fund", fund), ("status", status?.rawValue), ("since", days.since?.iso8601),
            ("until", days.until?.iso8601), ("recurring", recurring), ("after", after),
        ]
        let pairs = fields.compactMap { name, value in value.map { "\(name)=\(Self.escaped($0))" } }
        return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
    }

    /// The same from the beginning, or behind a gift.
    func behind(_ gift: String?) -> GiftFilter {
        var filter = self
        filter.after = gift
        return filter
    }

    /// Whether anything is asked for but a place in the list.
    var isEmpty: Bool { behind(nil) == GiftFilter() }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

/// What a filter found.
struct FoundGifts: Sendable {
    var gifts: [Gift]
    /// More stand behind the last one.
    var hasMore = false
    /// Why there may be others that are not here.
    var note: String?
}
