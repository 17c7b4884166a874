import Documents
import InvocationRouter
import Testing

@testable import tapctl

@Suite struct LockCheckTests {
    private let check = LockCheck(hosts: .standard, force: false)

    @Test(
        "refuses the URLs that are never written to a tag",
        arguments: [
            ("https://appclip.tap.giving.evil.example/Grace", "hostNotAllowed"),
            ("https://appclip.tap.givlng/Grace?r=0", "hostNotAllowed"),
            ("https://appclip.tap.giving@evil.example/Grace", "userinfoNotAllowed"),
            ("https://appclip.tap.giving/Grace?fund=12", "parameterTypo"),
            ("https://appclip.tap.giving/Grace?f=12&F=12", "parameterCase"),
            ("http://appclip.tap.giving/Grace?r=0", "schemeNotAllowed"),
            ("http://appclip.tap.giving/t/k3x9", "schemeNotAllowed"),
            ("https://appclip.tap.giving/give", "reservedPath"),
            ("https://church.example/\u{200B}give", "hiddenCharacter"),
        ])
    func refused(url: String, code: String) {
        let problem = check.urlProblem(url)
        #expect(problem?.code == code)
        #expect(problem?.exit == .refused)
        #expect(problem?.remedy.contains("--force") == true)
    }

    @Test(
        "accepts giving URLs, the URLs of other routes and of other sites, and other schemes",
        arguments: [
            "https://appclip.tap.giving/Grace", "https://appclip.tap.giving/Grace?f=12&r=1&t=A1",
            "https://appclip.tap.giving/Grace?r=0&m=04E141124C2880x00002A",
            "https://appclip.tap.giving/t/k3x9", "https://appclip.tap.giving/pay/3q2-7wAAAAAAAAAAAAAAAA",
            "https://church.example/give?fund=12", "http://localhost:8080/Grace", "tel:+15550100",
        ])
    func accepted(url: String) {
        #expect(check.urlProblem(url) == nil)
    }

    @Test("the URL in --url also matches the form that is written to tags")
    func spellings() throws {
        let url = "https://appclip.tap.giving/Grace?f=12"
        #expect(try check.spellings(of: url).contains(url + "&r=0"))
        for other in ["https://appclip.tap.giving/t/k3x9", "tel:+15550100", "https://church.example/give"] {
            #expect(try check.spellings(of: other).allSatisfy { $0 == other })
        }
    }

    @Test("text in --url that is not a URL is refused as malformed, and accepted with force")
    func noURL() throws {
        let error = #expect(throws: CommandError.self) { try check.spellings(of: "nonsense") }
        #expect(error?.exit == .malformed)
        #expect(try LockCheck(hosts: .standard, force: true).spellings(of: "nonsense") == ["nonsense"])
    }
}
