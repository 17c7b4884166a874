import InvocationRouter
import Testing

@Suite struct ReservedPathTests {
    static let words =
        """
        about account admin api app-ads.txt apple-app-site-association assets assetlinks.json billing checkout \
        connect docs favicon.ico give health healthz help index.html login logout manage metrics onboarding orgs \
        pay payouts plan plans portal pricing robots.txt sim sitemap.xml static status support t tags v1 webhooks
        """
        .split(separator: " ").map(String.init)

    @Test("each reserved word in any case is another route, in both profiles", arguments: words)
    func reserved(word: String) {
        let spellings = [word, word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()]
        for spelling in spellings + ["%\(String(word.utf8.first ?? 0, radix: 16))" + word.dropFirst()] {
            for profile in ParseProfile.allCases {
                for rest in ["", "?r=0", "/", "/more/segments"] {
                    let url = "https://appclip.tap.giving/\(spelling)\(rest)"
                    #expect(Outcome(url, profile: profile) == .error(.reservedPath))
                }
            }
            if !spelling.contains("%") {
                let error = #expect(throws: InvocationError.self) { try Invocation.make(org: spelling) }
                #expect(error?.code == .reservedPath)
            }
        }
        #expect(Outcome("https://appclip.tap.giving/\(word)0?r=0") == .org(word + "0"))
    }

    @Test("there are 40 of them, frozen")
    func count() { #expect(Self.words.count == 40) }
}
