import ProcessorClient
import Testing
import TimeKit

@Suite struct WebhookSignatureTests {
    // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_one
    private static let one = "v1=e6f424c1ebf2679ddb75df801d64b07e5063e2d7d6834ab73f5c55d787278d9d"
    private static let two = "v1=7188126e292daca991f04e6d27bcc33705bef535a4a6c4687864d1c7315003b0"
    private static let time: Int64 = 1_700_000_000

    @Test("signs the time, a dot and the body with each valid secret")
    func header() {
        let body = Array("{}".utf8)
        #expect(
            WebhookSignature.header(body, secrets: ["whsec_one"], time: Self.time)
                == "t=1700000000,\(Self.one)")
        #expect(
            WebhookSignature.header(body, secrets: ["whsec_one", "whsec_two"], time: Self.time)
                == "t=1700000000,\(Self.one),\(Self.two)")
    }

    // B3-34, B3-40: a body that was parsed and serialized again, and the secret of another mode.
    @Test(
        "accepts a signature only for its own body, time and secret",
        arguments: [
            ("t=1700000000,\(one)", "{}", "whsec_one", true),
            ("t=1700000000,\(one),\(two)", "{}", "whsec_two", true),
            ("v0=00,\(two),t=1700000000", "{}", "whsec_two", true),
            ("t=1700000000,\(one)", "{ }", "whsec_one", false),
            ("t=1700000000,\(one)", "{}", "whsec_two", false),
            ("t=1700000001,\(one)", "{}", "whsec_one", false),
            ("t=01700000000,\(one)", "{}", "whsec_one", false),
            ("t=1700000000,t=1700000000,\(one)", "{}", "whsec_one", false),
            ("t=1700000000,\(one.replacing("v1", with: "v0"))", "{}", "whsec_one", false),
            ("t=1700000000,\(one.dropLast())", "{}", "whsec_one", false),
            ("t=1700000000,\(one.dropLast())x", "{}", "whsec_one", false),
            ("t=1700000000,\(two.replacing("05be", with: "+5be"))", "{}", "whsec_two", false),
            ("t=1700000000,v1=", "{}", "whsec_one", false), ("t=1700000000", "{}", "whsec_one", false),
            ("t=x,\(one)", "{}", "whsec_one", false), (one, "{}", "whsec_one", false),
            ("t=99999999999999999999,\(one)", "{}", "whsec_one", false), (",=,t", "{}", "whsec_one", false),
            ("", "{}", "whsec_one", false),
            ("t=1700000000,\(one)," + String(repeating: "v0=0,", count: 1_000), "{}", "whsec_one", false),
        ])
    func proves(header: String, body: String, secret: String, isProven: Bool) {
        let proves = WebhookSignature.proves(
            header, Array(body.utf8), secrets: ["whsec_other", secret], now: Timestamp(seconds: Self.time))
        #expect(proves == isProven, "\(header)")
    }

    // B3-34
    @Test(
        "a signature is valid for 300 seconds, even if it is ahead of the receiver's clock",
        arguments: [(0, true), (300, true), (301, false), (-86_400, true)])
    func age(seconds: Int64, isProven: Bool) {
        let header = WebhookSignature.header([1], secrets: ["whsec_one"], time: Self.time)
        let proves = WebhookSignature.proves(
            header, [1], secrets: ["whsec_one"], now: Timestamp(seconds: Self.time + seconds))
        #expect(proves == isProven)
    }
}
