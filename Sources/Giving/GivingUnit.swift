public import MoneyKit
public import PaymentCore
public import TimeKit

/// What one unit of work can do for giving: the money path, and everything that is kept about gifts.
public protocol GivingUnit: PaymentUnit, DirectoryRecords, DonorRecords, GiftRecords, RecurringRecords,
    ReceiptRecords, TapRecords, RequestRecords, SignInRecords, ClosingRecords
{}

/// Gifts, and what funds have got.
public protocol GiftRecords {
    /// Keeps a gift: a new one, or its next state.
    func save(_ gift: Gift) throws
    /// The gift of this id, or nil.
    func gift(_ id: String) throws -> Gift?
    /// The ids of gifts that begin so, in their order.
    func gifts(beginning prefix: String, limit: Int) throws -> [String]
    /// The gift of this payment, or nil.
    func gift(payment: String) throws -> Gift?
    /// One page, newest first.
    func gifts(_ query: GiftQuery) throws -> [Gift]
    /// Returns an organization's oldest gift, or nil.
    func firstGift(of organization: String) throws -> Gift?
    /// What counts for a fund changes.
    ///
    /// - Parameters:
    ///   - minor: By how much, in minor units of `currency`.
    ///   - gifts: By how many gifts.
    func addToTotal(ofFund fund: String, organization: String, currency: Currency, minor: Int64, gifts: Int)
        throws
    /// What the funds of an organization have got, by fund.
    func fundTotals(ofOrganization organization: String) throws -> [FundTotal]
    /// Adjusts the amount that counts for a fund on a day. The sum over all days is the fund's total.
    ///
    /// - Parameters:
    ///   - day: The payment day in the organization's time zone. Later refunds adjust the same day, or the current day
    ///     if the books of the month in which the gift is listed are closed.
    ///   - minor: The change in minor units of `currency`.
    ///   - gifts: The change in the number of gifts.
    func addToDay(
        _ day: CalendarDate, ofFund fund: String, organization: String, currency: Currency, minor: Int64,
        gifts: Int) throws
    /// What the funds of an organization have got by gifts that were paid on these days, by fund.
    func fundTotals(ofOrganization organization: String, on days: ClosedRange<CalendarDate>) throws
        -> [FundTotal]
    /// How many gifts there are of each status, of one organization or of all.
    func giftCounts(ofOrganization organization: String?) throws -> [Gift.Status: Int]
    /// How many of those that failed were refused, and no card was ever declined for them: what was asked for made no
    /// sense, a method that does not exist, or the processor was not heard of. Of one organization, or of all.
    func refusedGiftCount(ofOrganization organization: String?) throws -> Int
}

/// Monthly gifts.
public protocol RecurringRecords {
    /// Keeps a monthly gift: a new one, or its next state.
    func save(_ recurring: RecurringGift) throws
    /// The monthly gift of this id, or nil.
    func recurring(_ id: String) throws -> RecurringGift?
    /// The ids of monthly gifts that begin so, in their order.
    func recurringGifts(beginning prefix: String, limit: Int) throws -> [String]
    /// Returns a page of recurring gifts, newest first, of one organization or donor, or of all.
    ///
    /// - Parameter includingDeclined: True to include gifts whose first charge failed (``RecurringGift/neverBegan``).
    func recurringGifts(
        organization: String?, donor: String?, includingDeclined: Bool, behind id: String?, limit: Int
    ) throws -> [RecurringGift]
}

/// Where gifts came from.
public protocol TapRecords {
    /// Keeps a tap.
    func save(_ tap: Tap) throws
    /// The tap of this id, or nil.
    func tap(_ id: String) throws -> Tap?
    /// One page, newest first; of one organization, or of all.
    func taps(organization: String?, behind id: String?, limit: Int) throws -> [Tap]
    /// How many taps led to an organization from a moment on and before another.
    func tapCount(ofOrganization organization: String, in period: Range<Timestamp>) throws -> Int
    /// The greatest counter seen of a tag's UID, upper-case hex; nil when it was never seen.
    func greatestCounter(ofUID uid: String) throws -> Int?
}

/// Requests that were answered, by the key of whoever asked.
public protocol RequestRecords {
    /// The request under this key, if it is not older than `time`.
    func request(_ key: String, since time: Timestamp) throws -> AnsweredRequest?
    /// Takes the parameters from requests for gifts of a donor: their keys stay used up.
    func forgetParameters(ofDonor donor: String) throws
    /// Keeps a request under its key, in place of an older one, and forgets those whose day has passed.
    func save(_ request: AnsweredRequest) throws
}
