import Giving
import PaymentCore
import TimeKit

extension OrganizationUnit {
    /// How many people of one name are looked at.
    private static var mostDonors: Int { 50 }

    /// The gifts of a filter, newest first.
    ///
    /// - Parameter asClosed: Returns gifts of closed months as they were when the month was closed.
    func gifts(_ filter: GiftFilter, asClosed: Bool = false, limit: Int) throws -> FoundGifts {
        var query = GiftQuery(
            fund: filter.fund, recurring: filter.recurring, status: filter.status, behind: filter.after,
            limit: limit + 1)
        (query.sinceDay, query.untilDay) = (filter.days.since, filter.days.until)
        query.isAsClosed = asClosed
        var note: String?
        if let text = filter.text {
            switch try meaning(of: text) {
            case .gifts(let gifts):
                let found = asClosed ? try gifts.map(self.asClosed) : gifts
                return FoundGifts(gifts: found.filter { query.holds($0) })
            case .recurring(let id): query.recurring = id
            case .donors(let donors):
                guard !donors.isEmpty else { return FoundGifts(gifts: []) }
                query.donors = Array(donors.prefix(Self.mostDonors))
                if donors.count > Self.mostDonors {
                    note = "More than \(Self.mostDonors) people have such a name; write more of it."
                }
            }
        }
        let found = try gifts(query)
        return FoundGifts(gifts: Array(found.prefix(limit)), hasMore: found.count > limit, note: note)
    }

    private enum Meaning {
        case gifts([Gift]), recurring(String), donors([String])
    }

    /// What was typed: an address, a number of ours or of the processor's, or else a name.
    private func meaning(of text: String) throws -> Meaning {
        if text.contains("@") {
            return .donors(try EmailAddress(text).flatMap { try donor(email: $0) }.map { [$0.id] } ?? [])
        }
        if text.hasPrefix("gift_"), text.utf8.count >= 12 {
            return .gifts(try gifts(beginning: text, limit: 25))
        }
        if text.hasPrefix("pay_") { return .gifts(try gift(payment: text).map { [$0] } ?? []) }
        if text.hasPrefix("pi_") { return .gifts(try gift(intent: text).map { [$0] } ?? []) }
        if text.hasPrefix("rec_") { return .recurring(text) }
        if text.hasPrefix("donor_") { return .donors(try donor(text).map { [$0.id] } ?? []) }
        if let gift = try gift(receipt: text) { return .gifts([gift]) }
        return .donors(try donors(named: text, limit: Self.mostDonors + 1))
    }
}

extension GiftQuery {
    /// Whether a gift that was found by its number is one of those that are wanted besides.
    fileprivate func holds(_ gift: Gift) -> Bool {
        (fund.map { $0 == gift.fund } ?? true) && (status.map { $0 == gift.status } ?? true)
            && (recurring.map { $0 == gift.recurring } ?? true)
            && (sinceDay.map { gift.listedOn >= $0 } ?? true)
            && (untilDay.map { gift.listedOn <= $0 } ?? true) && behind == nil
    }
}
