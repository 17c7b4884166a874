import Giving
import HTMLKit
import InvocationRouter
import MoneyKit
import PaymentCore
import TokenKit

/// The page that a tag opens. It shows the organization, the funds, the amounts and the intervals.
struct GivingPage: FormPage {
    let offer: GivingOffer
    /// The prefilled choices. They come from the tag's URL or, after an error or the "Edit gift" button, from
    /// the donor.
    var choice: GiftChoice
    /// The wallet of the donor's phone, which determines the buttons.
    let wallet: WalletDevice
    /// Notes for the donor, for example about a closed fund or a revoked tag.
    var notes: [String] = []
    var complaint: String?
    var isRestorable = false
    /// Whether the error message is about the amount.
    var isAmountRefused = false
    /// The possible meanings of the typed amount; nil if the amount is unambiguous.
    var question: AmountQuestion?
    /// The parts to reuse from an earlier page with the same choices; nil to create new parts.
    var parts: Parts?

    /// The parts of a giving page before and after its hidden fields. They contain neither the form's key nor
    /// the tap's id, so several requests can share them.
    struct Parts {
        let beginning: HTML
        let rest: HTML
    }

    private var organization: Organization { offer.organization }
    private var funds: [DirectoryFund] { offer.funds }

    var title: String { "Give to \(organization.displayName)" }

    var body: HTML {
        let parts = parts ?? createParts()
        return "\(parts.beginning)\n\(hidden)\n\(parts.rest)"
    }

    /// Creates the parts of the page that come before and after the hidden fields.
    func createParts() -> Parts {
        Parts(
            beginning: """
                \(PageFrame.payee(organization, "Verified recipient of your gift"))
                \(.complaint(complaint))\(notes.map { note -> HTML in "<p class=\"note\">\(note)</p>" })
                <form method="get" action="/-/review" autocomplete="off">
                """,
            rest: """
                \([confirmation, fund, question?.fields ?? .empty, amounts, monthly, cover])
                <p class="quiet">You will see the total before you are charged.</p>
                \(buttons)
                </form>
                """)
    }

    /// The buttons that submit the gift. If the phone cannot pay with a wallet, the only button is the one
    /// for paying by card.
    private var buttons: HTML {
        guard wallet.canMakePayments else {
            return "<button name=\"by\" value=\"card\">Give by card</button>"
        }
        return """
            <button class="wallet" name="by" value="wallet">Give Now via Apple Pay</button>
            <button class="second" name="by" value="card">Give by card</button>
            """
    }

    private var hidden: HTML {
        .lines([
            .hidden("org", organization.id), .hidden("key", choice.key.text),
            choice.tap.map { .hidden("tap", $0) } ?? .empty,
            choice.needsConfirmation ? .hidden("ask", "1") : .empty,
        ])
    }

    /// The checkbox that confirms the organization's name. It is shown if the tag may have been
    /// moved or copied.
    private var confirmation: HTML {
        guard choice.needsConfirmation else { return .empty }
        return .tick(
            "sure", choice.isSure,
            "Yes, \(.name(organization.displayName)) is the organization that I want to give to",
            isRequired: true)
    }

    private var fund: HTML {
        if funds.count == 1, let only = funds.first, choice.fund == nil || choice.fund == only.id {
            return """
                <p><strong>For</strong> \(.name(only.name))</p>
                \(.hidden("fund", only.id))
                """
        }
        let options = funds.map {
            HTML.option($0.id, $0.name, isChosen: $0.id == choice.fund, isName: true)
        }
        let isKnown = funds.contains { $0.id == choice.fund }
        let (first, need): (HTML, HTML) =
            isKnown ? ("", "") : ("<option value=\"\" selected>Choose a fund</option>", " required")
        return """
            <label class="field">For
            <select name="fund"\(need)>\([first] + options)</select></label>
            """
    }

    private var amounts: HTML {
        let (currency, chosen) = (organization.currency, chosenAmount)
        var minor = organization.presetsMinor
        if !minor.contains(organization.defaultMinor) { minor.insert(organization.defaultMinor, at: 0) }
        let presets = minor.map { preset -> HTML in
            let money = Money(preset, currency)
            // The style sheet shows the exact fee only while this amount is chosen.
            return """
                <label><input type="radio" name="amount" value="\(money.typedText)"\
                \(" checked", if: chosen == money.typedText)\
                \(" data-exact", if: money == offer.covered?.amount)>\
                <span>\(money.brief)</span></label>
                """
        }
        let isOther = !minor.contains { Money($0, currency).typedText == chosen }
        let (least, most) = (
            Money(organization.leastMinor, currency), Money(organization.mostMinor, currency)
        )
        return """
            <fieldset><legend>Amount</legend>
            <div class="amounts">
            \(presets)
            </div>
            <div class="other"><label class="field" for="other">Other amount (\(least.brief)–\(most.brief))</label>
            <input type="text" id="other" name="other" inputmode="decimal" maxlength="24" \
            placeholder="e.g. \(Money(organization.defaultMinor, currency).typedText)" \
            value="\(isOther ? chosen : "")"\(.refused(isAmountRefused && isOther))></div>
            </fieldset>
            """
    }

    /// The amount that the donor typed or, if the field is empty, the amount that the organization
    /// preselects.
    private var chosenAmount: String {
        choice.amount ?? Money(organization.defaultMinor, organization.currency).typedText
    }

    private var monthly: HTML {
        let chosen = funds.first { $0.id == choice.fund }
        let offers = chosen.map { [$0] } ?? funds
        // If there are several funds, the donor can switch to one that accepts monthly gifts.
        guard funds.count > 1 || offers.contains(where: \.offersMonthly) else { return .empty }
        if funds.count == 1, !offers.contains(where: \.offersOneTime) {
            return """
                <p class="note">This fund accepts only monthly gifts. You are charged every month until you \
                cancel.</p>
                \(.hidden("monthly", "1"))
                """
        }
        return """
            <fieldset><legend>Make this a recurring monthly donation?</legend>
            <div class="often">
            \([often("0", "Once", !choice.isMonthly), often("1", "Monthly", choice.isMonthly)])
            </div>
            </fieldset>
            """
    }

    /// Returns one of the two radio buttons for the gift's frequency. Only the value 1 makes the gift
    /// monthly.
    private func often(_ value: String, _ words: String, _ isChosen: Bool) -> HTML {
        """
        <label><input type="radio" name="monthly" value="\(value)"\(" checked", if: isChosen)><span>\
        \(words)</span></label>
        """
    }

    private var cover: HTML {
        guard let covered = offer.covered else { return .empty }
        let name = HTML.name(organization.displayName)
        return .tick(
            "cover", choice.coversFee,
            """
            <span class="exact">Add \(covered.coveredFee.shown) so \(name) receives the full \(covered.amount.brief)</span>\
            <span class="any">Add the fee so \(name) receives the full amount</span>
            """)
    }
}
