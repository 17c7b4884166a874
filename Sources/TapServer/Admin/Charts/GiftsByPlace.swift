import Giving
import MoneyKit

/// The total of the gifts at each place of an organization. A place is a site or a seat.
///
/// Unlike the totals in ``GiftsBySite``, these totals can be shown next to the total of all gifts:
/// subtracting them from that total never reveals the gifts of fewer than ``GiftsBySite/leastDonors`` donors.
struct GiftsByPlace: Hashable {
    /// The places, largest amount first, followed by the total of all other gifts as
    /// ``GiftsBySite/elsewhere``, if there are any. Empty if no place has enough donors to be shown.
    let places: [GiftsBySite.Site]

    /// Calculates the total of the gifts at each place. Gifts in other currencies, unpaid gifts and fully
    /// refunded gifts are ignored.
    ///
    /// Another chart can show the total of each group of places. The differences between the two charts do
    /// not reveal the gifts of fewer than ``GiftsBySite/leastDonors`` donors.
    ///
    /// - Parameters:
    ///   - gifts: The gifts.
    ///   - names: The name of each tap's place, by tap id. Contains only taps with a place.
    ///   - groups: The group of each tap's place, such as the site of a seat, by tap id.
    ///   - currency: The currency of the totals.
    init(
        _ gifts: [Gift], places names: [String: String], within groups: [String: String] = [:],
        in currency: Currency
    ) {
        let own = gifts.filter { $0.amount.currency == currency && $0.countedMinor > 0 }
        let parts = Dictionary(grouping: own) { $0.tap.flatMap { groups[$0] } }.values.map { part in
            Part(Dictionary(grouping: part) { $0.tap.flatMap { names[$0] } ?? GiftsBySite.elsewhere })
        }
        let whole = Part(parts)
        let rest =
            whole.places.isEmpty || whole.rest.isEmpty
            ? [] : [(name: GiftsBySite.elsewhere, gifts: whole.rest)]
        places = (whole.places + rest).map {
            GiftsBySite.Site(name: $0.name, amountMinor: GiftsBySite.sum($0.gifts))
        }
    }

    /// The gifts at the places that are shown, and all other gifts (`rest`). If any place is shown, `rest` is
    /// either empty or has enough donors for its total to be shown.
    private struct Part {
        /// The places, largest amount first.
        private(set) var places: [(name: String, gifts: [Gift])]
        private(set) var rest: [Gift]

        init(_ gifts: [String: [Gift]]) {
            let shown = gifts.filter { $0.key != GiftsBySite.elsewhere && GiftsBySite.canBeShown($0.value) }
            places = Self.sorted(shown.map { ($0.key, $0.value) })
            rest = gifts.filter { shown[$0.key] == nil }.flatMap(\.value)
            hideFewDonors()
        }

        init(_ parts: [Part]) {
            let all = Self.sorted(parts.flatMap(\.places))
            places = Array(all.prefix(GiftsBySite.mostSites))
            rest = parts.flatMap(\.rest) + all.dropFirst(GiftsBySite.mostSites).flatMap(\.gifts)
            hideFewDonors()
        }

        private mutating func hideFewDonors() {
            while !rest.isEmpty, !GiftsBySite.canBeShown(rest), let smallest = places.popLast() {
                rest += smallest.gifts
            }
        }

        private static func sorted(
            _ places: [(name: String, gifts: [Gift])]
        ) -> [(name: String, gifts: [Gift])] {
            let sums = places.map { (place: $0, sum: GiftsBySite.sum($0.gifts)) }
            return sums.sorted { ($1.sum, $0.place.name) < ($0.sum, $1.place.name) }.map(\.place)
        }
    }
}
