import Giving
import HTMLKit
import Testing

@testable import TapServer

/// The parts of donors' pages that show amounts, days and results.
@Suite struct PagePartsTests {
    @Test(
        "an ordinal has its English ending",
        arguments: [
            (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
            (21, "21st"),
            (22, "22nd"), (23, "23rd"), (30, "30th"), (31, "31st"),
        ])
    func ordinals(number: Int, text: String) { #expect(number.ordinal == text) }

    @Test("the exact fee is shown only with the amount that it belongs to")
    func exactFee() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let exact = "value=\"50.00\" checked data-exact>"
            #expect(page.says(exact) && page.html.matches(of: /data-exact>/).count == 1)
            let review = try await visitor.send(page, ["amount": "100.00", "by": "card", "cover": "1"])
            #expect(
                review.says("Fee that you cover") && !review.says("$1.80"), "the exact fee of this amount")
            let changed = try await visitor.send(review, to: "/-/change")
            #expect(changed.says("value=\"100.00\" checked>") && changed.says("value=\"50.00\" data-exact>"))
        }
    }

    @Test("the amount in the empty field is marked as an example")
    func example() async throws {
        try await SiteBench.with { bench in
            let page = try await Visitor(bench: bench).open("/Grace?f=12&r=0")
            #expect(page.says("placeholder=\"e.g. 50.00\" value=\"\""))
        }
    }

    @Test("a typed amount hides the exact fee and the highlight of the chosen amount")
    func typedAmount() {
        for rule in [
            "form:has(.amounts :checked:not([data-exact])) .exact,form:has(#other:not(:placeholder-shown)) .exact{display:none}",
            "fieldset:has(#other:not(:placeholder-shown)) .amounts input:checked+span{background:var(--field);",
        ] {
            #expect(PageStyle.css.contains(rule))
        }
    }

    @Test("the thank-you page has a decorative check mark, the receipt and the next steps")
    func thanks() async throws {
        try await SiteBench.with { bench in
            let thanks = try await Visitor(bench: bench).give()
            #expect(thanks.says("<div class=\"done\" aria-hidden=\"true\"><svg viewBox=\"0 0 24 24\""))
            #expect(thanks.says("Show the receipt</a>") && thanks.says("<h2>Next steps</h2>"))
            #expect(thanks.says("<a href=\"/-/giver\">your gifts and receipts</a>"))
        }
    }

    @Test("the sign-in page names the service and, if there is one, the organization")
    func signIn() {
        let page = SignInPage(formToken: "", organization: "Grace <3")
        #expect(page.body.text.contains("Sign in to the staff pages of <bdi>Grace &lt;3</bdi> to manage"))
        #expect(SignInPage(formToken: "").body.text.contains("staff pages of your organization to"))
        #expect(page.body.text.contains("Forgot your password?"))
    }
}
