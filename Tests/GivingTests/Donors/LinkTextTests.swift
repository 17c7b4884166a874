import Testing

@testable import Giving

/// Names that mail programs would turn into links.
@Suite struct LinkTextTests {
    @Test(
        "S-2: a web address or an e-mail address in a name is found",
        arguments: [
            "http://evil.example", "Ann https://x", "www.evil.example", "WWW.evil", "evil.example/x",
            "Ann evil.example", "Ann EVIL.EXAMPLE!", "ann@evil.example", "mailto:ann", "t.co/x",
            "evil。example", "evil．example", "evil｡example", "see evil.example.", "xn--80ak6aa92e.com",
            "1.2.3.4/x", "1.2.3.4:80", "(evil.example)", "\"evil.example\"", "a.evil.example",
            "//evil.example", "evil.example\\x", "evil.example?x", "J.R.evil.com", "evil-site.com",
            "пример.рф", "Ann...evil.example", "info@x.com", "Win at x.com", "X.COM!", "J.R.com",
            "ann@work", "ann＠work",
        ])
    func links(name: String) { #expect(LinkText.isIn(name)) }

    @Test(
        "ordinary names with dots, colons and numbers are not links",
        arguments: [
            "A Donor", "J. R. Smith", "J.R.Smith", "J.R.R. Tolkien", "Dr. Who", "John Doe, Ph.D.", "M.Sc",
            "Smith...Jones", "Jr.", "St. John", "O'Brien", "Anna-Lena M.", "李明", "No.5", "A: B",
            "The family of Ann, 3.5", "Ann & Bob / Church", "J.Page",
            "Ann @ home", "@Ann", "",
        ])
    func names(name: String) { #expect(!LinkText.isIn(name)) }

    @Test("S-2: a gift with a link as its donor's name is refused before anything is charged")
    func refused() throws {
        for name in ["Win at http://evil.example", "evil.example/x", "www.evil.example"] {
            let error = try #require(throws: GivingError.self) {
                try GiftRequest.to(name: name).checkDonor()
            }
            #expect(error.code == .invalidName && !error.reason.isEmpty)
            #expect(!"\(error.summary) \(error.reason) \(error.remedy)".contains("evil"))
        }
        #expect(throws: Never.self) { try GiftRequest.to(name: "J.R.Smith").checkDonor() }
    }
}
