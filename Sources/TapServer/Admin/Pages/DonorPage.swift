import Giving
import HTMLKit
import MoneyKit
import TimeKit

/// A donor's page: contact details, totals, the staff's note, monthly gifts and all gifts.
struct DonorPage: PageContent {
    let donor: DonorProfile
    /// Whether this is the first page of the list of gifts, which starts with the newest gift.
    let isFirst: Bool
    let mayChange: Bool
    /// The form that e-mails a receipt again; nil if the member lacks the permission.
    let resend: ResendForm?
    /// The message about a submitted form; empty if none was submitted.
    let answer: HTML

    private var organization: Organization { donor.organization }

    // Browsers keep titles in their history, so the name is only on the page.
    let title = "Donor"

    var body: HTML {
        """
        <h1>\(.name(donor.name))</h1>
        \([answer])
        \(facts.html)
        <section><h2>Given</h2>\(given)</section>
        <section><h2>Note</h2>\([note, edit])</section>
        <section><h2>Monthly gifts</h2>\(monthly)</section>
        <section><h2>Gifts</h2>
        \(gifts.html)
        <div class="ways">\([newest, older])</div></section>
        """
    }

    private var facts: AdminFacts {
        var facts = AdminFacts()
        facts.add("E-mail", "<bdi>\(donor.newest.email)</bdi>")
        facts.add("Phone", donor.phone.map { "<bdi>\($0)</bdi>" })
        facts.add("Latest gift", donor.latest.map { organization.calendar.date(of: $0.last).time })
        facts.code("ID", donor.id)
        return facts
    }

    // MARK: Totals

    private var given: HTML {
        let years = donor.years.map { year in
            card(year.amounts, "given in \(year.year)", gifts: year.gifts)
        }
        let all = card(
            donor.totals.map(\.amount), "given in total", gifts: donor.totals.reduce(0) { $0 + $1.gifts })
        let papers = donor.years.map { year -> HTML in
            """
            <a href="\(organization.adminPath(.statement(donor: donor.id)))?year=\(year.year)">Statement \
            \(year.year)</a>
            """
        }
        return """
            <ul class="cards">
            \(years + [all])
            </ul>
            <p class="quiet">These amounts are gifts minus refunds. They do not include covered fees. \
            A gift counts in the year in which it was paid. Statements also include covered fees.</p>
            <p class="ways">\(papers)</p>
            """
    }

    private func card(_ amounts: [Money], _ words: String, gifts: Int) -> HTML {
        let shown = (amounts.isEmpty ? [Money(0, organization.currency)] : amounts).shown
        return """
            <li><strong>\(shown)</strong> <span class="quiet">\(words), \(GiftCount.words(gifts))</span></li>
            """
    }

    // MARK: Note

    private var note: HTML {
        guard let note = donor.note else { return "<p class=\"quiet\">No note.</p>" }
        return """
            <p class="note plain" dir="auto">\(note.note.text)</p>
            <p class="quiet">Edited by \(note.author ?? "a former member"), \
            \(organization.calendar.moment(note.note.changed))</p>
            """
    }

    private var edit: HTML {
        guard mayChange else { return .empty }
        let words = donor.note == nil ? "Add note" : "Edit note"
        return "<p><a href=\"\(organization.adminPath(.donorNote(donor.id)))\">\(words)</a></p>"
    }

    // MARK: Gifts

    private var gifts: GiftList {
        GiftList(organization: organization, gifts: donor.found.gifts, showsDonor: false, resend: resend)
    }

    private var monthly: HTML {
        guard !donor.monthly.isEmpty else { return "<p class=\"quiet\">No monthly gifts.</p>" }
        return organization.table(of: donor.monthly, for: donor.funds, showsDonor: false)
    }

    private var newest: HTML {
        guard !isFirst else { return .empty }
        return "<a href=\"\(organization.adminPath(.donor(donor.id)))\">Newest</a>"
    }

    private var older: HTML {
        guard donor.found.hasMore, let last = donor.found.gifts.last else { return .empty }
        return
            "<a href=\"\(organization.adminPath(.donor(donor.id)))?after=\(last.id)\" rel=\"next\">Older</a>"
    }
}

/// The page with the form for the staff's note about a donor.
struct DonorNotePage: FormPage {
    let organization: Organization
    let donor: String
    let name: String
    let formToken: HTML
    let text: String
    /// The version of the note that the new text replaces; empty if there was no note.
    let version: String
    var complaint: String?

    /// The maximum size of the text in a form, in bytes. A percent-encoded character takes at most 12 bytes.
    static let mostBytes = 12 * DonorNote.longest + 100

    let title = "Note"

    var body: HTML {
        """
        <div class="narrow">
        <h1>Note about \(.name(name))</h1>
        \(.complaint(complaint))
        <p>Only staff who can see gifts can read this note. It is included in exports of the donor's data, \
        and is erased together with that data. To delete the note, leave the field empty.</p>
        <form method="post" action="\(organization.adminPath(.donorNote(donor)))">
        \(formToken)
        \(.hidden("version", version))
        <label class="field">Note
        <textarea name="note" rows="8" maxlength="\(DonorNote.longest)" dir="auto">
        \(text)</textarea></label>
        <button>Save note</button>
        </form>
        <a class="button second" href="\(organization.adminPath(.donor(donor)))">Cancel</a>
        </div>
        """
    }
}
