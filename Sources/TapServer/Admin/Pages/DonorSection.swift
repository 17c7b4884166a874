import Giving
import HTMLKit
import TimeKit

/// The overview's section about donors who started, resumed or stopped giving. It contains only numbers, and
/// no names.
struct DonorSection: Hashable {
    /// The current month.
    let month: CalendarMonth
    let current: DonorActivity
    /// The numbers for the whole previous month.
    let previous: DonorActivity
    /// The number of donors who last gave 13 to 24 months before the current month.
    let lapsed: Int

    var html: HTML {
        let (name, last) = (month.shown, month.adding(-1).shown)
        return """
            <h2>Donors</h2>
            <ul class="cards">
            \([
                card(
                    current.new, "new:",
                    "first gave in \(name) (\(previous.new) in \(last))."),
                card(
                    current.returning, "returning:",
                    """
                    gave again in \(name), after at least 12 months without a gift \
                    (\(previous.returning) in \(last)).
                    """),
                card(
                    lapsed, "lapsed:",
                    "last gave between \(month.adding(-24).shown) and \(month.adding(-13).shown)."),
            ])
            </ul>
            <p class="quiet">These numbers exclude gifts that were refunded in full or are disputed.</p>
            """
    }

    private func card(_ count: Int, _ kind: String, _ definition: String) -> HTML {
        "<li><strong>\(count)</strong> \(kind) <span class=\"quiet\">\(definition)</span></li>"
    }
}

extension CalendarMonth {
    /// The month as text, such as `November 2026`.
    var shown: String { String(first.shown.drop { $0 != " " }.dropFirst()) }

    fileprivate func adding(_ months: Int) -> CalendarMonth {
        CalendarMonth(of: first.adding(months: months))
    }
}
