import MoneyKit
import Testing

@testable import Giving
@testable import TapServer

/// The gifts at each place, beside the total of the same gifts.
@Suite struct GiftsByPlaceTests {
    /// Returns `count` gifts of one amount, each from a different donor, with taps at a place. Nil has no
    /// tap.
    static func gifts(_ count: Int, of minor: Int64, at place: String?, _ currency: Currency = .usd) -> [Gift]
    {
        (0..<count).map { number in
            Gift(
                id: "gift_\(number)", organization: "Grace", fund: "12", fundName: "Missions",
                timeZone: "UTC",
                donor: "donor_\(place ?? "")_\(number)", giver: nil, amount: Money(minor, currency),
                coveredFeeMinor: 0, feeMinor: 0, status: .succeeded, countedMinor: minor,
                tap: place.map { "tap_\($0)" }, created: SiteBench.start)
        }
    }

    /// Returns the places with their amounts.
    private func places(_ gifts: [Gift], _ names: [String], within groups: [String: String] = [:]) -> [String]
    {
        let places = Dictionary(uniqueKeysWithValues: names.map { ("tap_\($0)", $0) })
        let groups = Dictionary(uniqueKeysWithValues: groups.map { ("tap_\($0.key)", $0.value) })
        return GiftsByPlace(gifts, places: places, within: groups, in: .usd).places.map {
            "\($0.name) \($0.amountMinor)"
        }
    }

    @Test("the largest total comes first, and all other gifts last")
    func order() {
        let gifts =
            Self.gifts(5, of: 100, at: "North") + Self.gifts(6, of: 300, at: "South")
            + Self.gifts(5, of: 900, at: nil)
        #expect(places(gifts, ["North", "South"]) == ["South 1800", "North 500", "Elsewhere 4500"])
        #expect(places(Array(gifts.prefix(11)), ["North", "South"]) == ["South 1800", "North 500"])
    }

    @Test("the total of fewer than five donors cannot be computed from the other totals")
    func remainder() {
        let north = Self.gifts(5, of: 100, at: "North")
        let south = Self.gifts(6, of: 300, at: "South")
        let few = Self.gifts(2, of: 50, at: nil)
        #expect(places(north + south + few, ["North", "South"]) == ["South 1800", "Elsewhere 600"])
        #expect(places(north + few, ["North"]) == [])
        #expect(places(Self.gifts(4, of: 100, at: "East") + south, ["East", "South"]) == [])
    }

    @Test("nor can the total of a seat from the total of its site")
    func groups() {
        let gifts =
            Self.gifts(5, of: 100, at: "A1") + Self.gifts(1, of: 100, at: "A2")
            + Self.gifts(6, of: 300, at: "B1")
        let sites = ["A1": "North", "A2": "North", "B1": "South"]
        #expect(places(gifts, ["A1", "A2", "B1"], within: sites) == ["B1 1800", "Elsewhere 600"])
        let without = gifts.filter { $0.tap != "tap_A2" }
        #expect(places(without, ["A1", "B1"], within: sites) == ["B1 1800", "A1 500"])
    }

    @Test("at most seven places are listed; a place called Elsewhere counts with the rest")
    func many() {
        let names = ["Elsewhere"] + (1...9).map { "Seat \($0)" }
        let found = places(names.flatMap { Self.gifts(5, of: 100, at: $0) }, names)
        #expect(found == names[1...7].map { "\($0) 500" } + ["Elsewhere 1500"])
    }

    @Test("gifts that do not count, or are in another currency, are left out")
    func counted() {
        var unpaid = Self.gifts(5, of: 100, at: "North")
        for index in unpaid.indices { unpaid[index].countedMinor = 0 }
        #expect(places(unpaid + Self.gifts(5, of: 100, at: "North", .eur), ["North"]) == [])
    }
}
