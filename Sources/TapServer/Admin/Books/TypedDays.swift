import Giving
import ServerKit
import TimeKit

/// The first and the last day of what somebody wants to see, as they were typed; both are included.
struct TypedDays: Hashable, Sendable {
    /// Days of the organization's clock; nil where none is wanted, or none was typed.
    private(set) var since: CalendarDate?
    private(set) var until: CalendarDate?
    /// What was typed as a day and is none: nothing is left out for it.
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

    /// What is wrong with the days that were typed; nil where nothing is.
    var complaint: String? {
        noDays.isEmpty ? nil : noDays.map { "“\($0)” is no day. " }.joined() + "Write a day as 2026-01-31."
    }

    /// The first moment; nil for all.
    func start(by calendar: LocalCalendar) -> Timestamp? { since.map(calendar.start) }

    /// The first moment behind the last day; nil for all.
    func end(by calendar: LocalCalendar) -> Timestamp? {
        until.map { calendar.start(of: $0.adding(days: 1)) }
    }
}

extension ProblemPage {
    /// A sheet of days of which one is none: it would have more than was asked for.
    static func noDay(_ complaint: String) -> ProblemPage {
        ProblemPage(422, "There is no such day", complaint)
    }
}
