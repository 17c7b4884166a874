import Giving
import HTMLKit
import MoneyKit
import TextKit
import TimeKit

/// The page that lists the gifts that match a filter, newest first.
struct GiftsPage: PageContent {
    let organization: Organization
    let filter: GiftFilter
    let found: FoundGifts
    let funds: [Fund]
    let formToken: HTML

    let title = "Gifts"

    private var address: String { organization.adminPath(.gifts) }

    var body: HTML {
        let note: HTML = found.note.map { note -> HTML in "<p class=\"note\">\(note)</p>" } ?? .empty
        return """
            <h1>Gifts</h1>
            \(form)
            \([complaint, note, list])
            <div class="ways">\([newest, older, sheet])</div>
            """
    }

    private var complaint: HTML {
        .complaint(filter.days.complaint.map { "\($0) Invalid dates are ignored." })
    }

    private var form: HTML {
        let fundOptions = funds.map { fund in option(fund.id, fund.name, filter.fund) }
        let statusOptions = Gift.Status.allCases.map { option($0.rawValue, $0.word, filter.status?.rawValue) }
        return """
            <form class="filter" method="post" action="\(address)" role="search">
            \(formToken)
            <label class="field wide">Name, e-mail or ID
            <input type="search" name="\(SearchLink.text)" value="\(filter.text ?? "")" maxlength="200" dir="auto"></label>
            <details class="more"\(filter.hasChoice ? " open" : "")><summary>Filters</summary>
            <label class="field">Fund
            <select name="fund"><option value="">All</option>\(fundOptions)</select></label>
            <label class="field">Status
            <select name="status"><option value="">All</option>\(statusOptions)</select></label>
            <label class="field">From
            <input type="date" name="since" value="\(filter.days.since?.iso8601 ?? "")"></label>
            <label class="field">To
            <input type="date" name="until" value="\(filter.days.until?.iso8601 ?? "")"></label>
            </details>
            <button>Search</button>
            </form>
            """
    }

    private func option(_ value: String, _ words: String, _ chosen: String?) -> HTML {
        .option(value, words, isChosen: value == chosen, isName: true)
    }

    private var list: HTML {
        guard !found.gifts.isEmpty else {
            return
                """
                <p class="note">\(filter.isEmpty ? "No gifts yet" : "No gifts found").\
                \(" <a href=\"\(address)\">Show all gifts</a>", if: !filter.isEmpty)</p>
                """
        }
        return GiftList(organization: organization, gifts: found.gifts).html
    }

    private var newest: HTML {
        filter.after == nil
            ? .empty : link(to: .gifts, filter.starting(after: nil)).html(.firstPage, "Newest")
    }

    private var older: HTML {
        guard found.hasMore, let last = found.gifts.last else { return .empty }
        return link(to: .gifts, filter.starting(after: last.id)).html(.nextPage, "Older")
    }

    private var sheet: HTML {
        guard !found.gifts.isEmpty else { return .empty }
        return link(to: .giftSheet, filter.starting(after: nil)).html(.sheet, "Download all as CSV")
    }

    private func link(to page: AdminPage, _ filter: GiftFilter) -> SearchLink {
        SearchLink(to: organization.adminPath(page), filter.fields, formToken: formToken)
    }
}

/// A table of gifts.
struct GiftList {
    let organization: Organization
    let gifts: [Gift]
    var showsDonor = true
    /// The form that e-mails a receipt again; nil to omit the column with its buttons.
    var resend: ResendForm?

    var html: HTML {
        guard !gifts.isEmpty else { return "<p class=\"note\">No gifts yet.</p>" }
        // The order is also that of the lines of a card.
        var columns: [AdminTable.Column] =
            [.title(showsDonor ? "From" : "When"), .amount("Amount")]
            + (showsDonor ? [.line("When")] : [])
            + [.line("For"), .status("Status")]
        if resend != nil { columns.append(.line("Receipt")) }
        let rows = gifts.map { gift -> [HTML] in
            let when: HTML =
                """
                <a href="\(organization.adminPath(.gift(gift.id)))">\(gift.calendar.moment(gift.created))</a>
                """
            let amount: HTML =
                "\(gift.amount.shown)\(" <span class=\"quiet\">monthly</span>", if: gift.recurring != nil)"
            let fund = HTML.name(gift.fundName)
            return (showsDonor ? [donor(of: gift), amount, when] : [when, amount]) + [
                fund, gift.status.badge,
            ]
                + (resend.map { [$0.small(gift)] } ?? [])
        }
        return AdminTable(caption: "Gifts", columns: columns, rows: rows).html
    }

    private func donor(of gift: Gift) -> HTML { organization.link(toDonor: gift.donor, gift.giver) }
}

extension Organization {
    /// Returns a donor's name with a link to the donor's page, or `data deleted` if the donor's data was
    /// deleted.
    func link(toDonor id: String?, _ giver: DonorDetails?) -> HTML {
        guard let id, giver != nil else { return giver.shown }
        return "<a href=\"\(adminPath(.donor(id)))\">\(giver.shown)</a>"
    }
}

extension DonorDetails? {
    /// The name that the donor entered, or `data deleted` if the donor's data was deleted.
    var shown: HTML { map { HTML.name($0.name) } ?? "<span class=\"quiet\">data deleted</span>" }
}
