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
    func starting(after gift: String?) -> GiftFilter {
        var filter = self
        filter.after = gift
        return filter
    }

    /// Whether anything is asked for but a place in the list.
    var isEmpty: Bool { starting(after: nil) == GiftFilter() }

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

/// The first and last day of a period, as typed; both are included.
struct TypedDays: Hashable, Sendable {
    /// Days of the organization's clock; nil if none is wanted, or none was typed.
    private(set) var since: CalendarDate?
    private(set) var until: CalendarDate?
    /// The typed values that are not valid days; they filter nothing.
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

    /// The error for invalid days; nil if there is none.
    var complaint: String? {
        noDays.isEmpty
            ? nil : noDays.map { "“\($0)” is not a date. " }.joined() + "Write dates as 2026-01-31."
    }

    /// The first moment; nil for all.
    func start(by calendar: LocalCalendar) -> Timestamp? { since.map(calendar.start) }

    /// The end of the last day (exclusive); nil if unlimited.
    func end(by calendar: LocalCalendar) -> Timestamp? {
        until.map { calendar.start(of: $0.adding(days: 1)) }
    }
}

extension ProblemPage {
    /// The error for a CSV export with an invalid day, which would contain more than was requested.
    static func noDay(_ complaint: String) -> ProblemPage {
        ProblemPage(422, "Invalid date", complaint)
    }
}
