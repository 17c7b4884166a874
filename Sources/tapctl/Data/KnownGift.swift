import Giving

extension GiftRecords {
    /// The gift of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66; a payment's id names its gift.
    func knownGift(_ typed: String) throws -> Gift {
        if let gift = try gift(try wholeID(typed, gifts)) { return gift }
        if let gift = try gift(payment: typed) {
            throw CommandError(
                .notFound, code: "notFound", "\(typed) is a payment, and no gift",
                remedy: "`tapctl gift show \(gift.id)` shows the gift that it pays")
        }
        throw GivingError(.notFound, "gift \(typed.prefix(40))")
    }
}

extension RecurringRecords {
    /// The monthly gift of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66.
    func knownRecurring(_ typed: String) throws -> RecurringGift {
        guard let gift = try recurring(try wholeID(typed, recurringGifts)) else {
            throw GivingError(.notFound, "monthly gift \(typed.prefix(40))")
        }
        return gift
    }
}

extension DonorRecords {
    /// The donor of an address, of an id, or of the beginning of one.
    ///
    /// - Throws: exit 66.
    func knownDonor(_ name: DonorName) throws -> Donor {
        guard case .id(let typed) = name else { return try donor(name) }
        return try donor(.id(try wholeID(typed, donors)))
    }
}

/// The id that what was typed begins, where it is one alone.
///
/// As git does with commits: lists on a terminal show the beginning, and a beginning is enough.
///
/// - Parameter ids: Ids that begin so, at most so many.
/// - Throws: exit 64 with the ids, where there are several.
func wholeID(_ typed: String, _ ids: (String, Int) throws -> [String]) throws -> String {
    guard let mark = typed.firstIndex(of: "_"), typed[mark...].count > leastBeginning else { return typed }
    let found = try ids(typed, 6)
    guard found.count > 1, !found.contains(typed) else { return found.first ?? typed }
    let more = found.count > 5 ? "\n…" : ""
    throw CommandError(
        .usage, code: "ambiguousID", "several ids begin with \(typed)",
        reason: found.prefix(5).joined(separator: "\n") + more, remedy: "type more of the one that you mean")
}

/// How many characters behind the mark are enough: seven are the second in which it was made.
private let leastBeginning = 8
