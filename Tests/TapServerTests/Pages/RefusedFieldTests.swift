import HTMLKit
import Testing

@testable import TapServer

/// Pages for people who use a keyboard or a screen reader.
@Suite struct RefusedFieldTests {
    private static let mark = "aria-invalid=\"true\" aria-describedby=\"complaint\""

    @Test("an error message has the focus, and a field refers to it")
    func complaint() {
        let message = HTML.complaint("No.").text
        for attribute in ["id=\"complaint\"", "tabindex=\"-1\"", " autofocus", "role=\"alert\""] {
            #expect(message.contains(attribute), "\(attribute)")
        }
        #expect(HTML.complaint(nil).text.isEmpty && HTML.refused(false).text.isEmpty)
        #expect(HTML.refused(true).text == " \(Self.mark)")
    }

    @Test(
        "the refused field of a review refers to the message, and no other field does",
        arguments: [
            (["name": ""], "name"), (["email": ""], "email"), (["email": "nobody"], "email"),
            (["phone": "call me"], "phone"), (["method": ""], "method"),
        ])
    func review(changed: [String: String], field: String) async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let review = try await visitor.send(page, ["amount": "50.00", "by": "card"])
            #expect(!review.says(Self.mark))
            let entered = Visitor.donor.merging(["method": "pm_card_visa"]) { $1 }.merging(changed) { $1 }
            let complaint = try await visitor.send(review, entered)
            let marked = complaint.html.matches(of: #/<(?:input|select)[^>]*aria-invalid[^>]*>/#)
                .map { String($0.0) }
            #expect(marked.count == 1 && marked.first?.contains("name=\"\(field)\"") == true, "\(marked)")
        }
    }

    @Test("a refused amount refers to the message")
    func amount() async throws {
        try await SiteBench.with { bench in
            let visitor = Visitor(bench: bench)
            let page = try await visitor.open("/Grace?f=12&r=0")
            let refused = try await visitor.send(page, ["amount": "50.00", "other": "1", "by": "card"])
            #expect(refused.says("value=\"1\" \(Self.mark)"))
            let otherField = try await visitor.send(page, ["amount": "50.00", "fund": "7", "by": "card"])
            #expect(otherField.says("Please choose a fund") && !otherField.says(Self.mark))
        }
    }

    @Test("a staff page begins with a link that skips its header, and a donor's page has none")
    func skipLink() {
        var frame = PageFrame()
        #expect(!frame.page("Title", "<h1>Title</h1>").text.contains("Skip to content"))
        frame.header = "<header>Pages</header>"
        let text = frame.page("Title", "<h1>Title</h1>").text
        #expect(text.contains("<body>\n<a class=\"skip\" href=\"#content\">Skip to content</a><aside"))
        #expect(text.contains("<header>Pages</header>\n<main id=\"content\" tabindex=\"-1\">\n<h1>"))
    }
}
