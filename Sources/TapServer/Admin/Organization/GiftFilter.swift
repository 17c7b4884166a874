import Giving
import ServerKit
import TimeKit

/// A filter for gifts, as entered.
struct GiftFilter: Hashable {
    /// The text to search for: a name, an e-mail address, the id of a gift, or the id of one of the gift's
    /// records, such as its payment or receipt. Nil if gifts are not filtered by text.
    var text: String?
    var fund: String?
    var status: Gift.Status?
    /// The first and last day of the period to search.
    var days = TypedDays()
    /// The id of a monthly gift. If set, only the charges of this monthly gift match.
    var recurring: String?
    /// The cursor: the id of the last gift on the previous page; nil for the first page.
    var after: String?

    init() {}

    /// Reads a filter from form fields.
    ///
    /// - Throws: ``ProblemPage`` if the status, the monthly gift or the cursor is invalid.
    init(_ fields: FormFields) throws(ProblemPage) {
        text = fields[SearchLink.text].map { String($0.prefix(200)) }
        fund = fields["fund"]
        status = try fields.value("status", as: "a gift status", remedy: Self.remedy) {
            Gift.Status(rawValue: $0)
        }
        days = TypedDays(fields)
        recurring = try fields.value("recurring", as: "a monthly gift", remedy: Self.remedy) {
            $0.hasPrefix("rec_") ? $0 : nil
        }
        after = try fields.cursor("gift")
    }

    private static let remedy = "Open the list of gifts again, and repeat the search."

    /// Returns the error page if the filter names a fund that is not in `funds`; otherwise nil.
    func complaint(knowing funds: [Fund]) -> ProblemPage? {
        fund.flatMap { fund in
            funds.contains { $0.id == fund }
                ? nil : .unreadable(fund, "one of the funds", remedy: Self.remedy)
        }
    }

    /// The form fields of the filter with their values, including the cursor.
    var fields: [(name: String, value: String?)] {
        [
            (SearchLink.text, text), ("fund", fund), ("status", status?.rawValue),
            ("since", days.since?.iso8601), ("until", days.until?.iso8601), ("recurring", recurring),
            ("after", after),
        ]
    }

    /// Returns the filter with a different cursor. A nil cursor starts at the first page.
    func starting(after gift: String?) -> GiftFilter {
        var filter = self
        filter.after = gift
        return filter
    }

    /// Whether a fund, a status or a day is chosen.
    var hasChoice: Bool { fund != nil || status != nil || days != TypedDays() }

    /// Whether the filter has no conditions. A cursor is not a condition.
    var isEmpty: Bool { starting(after: nil) == GiftFilter() }
}

/// A page of the gifts that match a filter.
struct FoundGifts {
    var gifts: [Gift]
    /// Whether there are more gifts after the last one.
    var hasMore = false
    /// A note that explains why some matching gifts may be missing from the results; nil if none can be
    /// missing.
    var note: String?
}

/// The first and last day of a period, as typed. The period includes both days.
struct TypedDays: Hashable {
    /// The first day that the filter includes, in the organization's time zone. Nil if the field is empty or
    /// invalid.
    private(set) var since: CalendarDate?
    private(set) var until: CalendarDate?
    /// The entered texts that are not valid dates. The filter ignores them.
    private var noDays: [String] = []

    init() {}

    init(_ fields: FormFields) {
        since = day(fields["since"])
        until = day(fields["until"])
    }

    private mutating func day(_ text: String?) -> CalendarDate? {
        guard let text else { return nil }
        guard let day = CalendarDate(iso8601: text) else {
            noDays.append(String(text.prefix(40)))
            return nil
        }
        return day
    }

    /// The error message for invalid days; nil if all days are valid.
    var complaint: String? {
        noDays.isEmpty
            ? nil : noDays.map { "“\($0)” is not a date. " }.joined() + "Enter dates as 2026-01-31."
    }

    /// Returns the start of the first day; nil if there is no first day.
    func start(by calendar: LocalCalendar) -> Timestamp? { since.map(calendar.start) }

    /// Returns the end of the last day, which is the start of the next day; nil if there is no last day.
    func end(by calendar: LocalCalendar) -> Timestamp? {
        until.map { calendar.start(of: $0.adding(days: 1)) }
    }
}

extension ProblemPage {
    /// Returns the error page for an export with an invalid day. If the export ignored the day, it would
    /// contain more rows than requested.
    static func noDay(_ complaint: String) -> ProblemPage {
        ProblemPage(422, "Invalid date", complaint)
    }
}
