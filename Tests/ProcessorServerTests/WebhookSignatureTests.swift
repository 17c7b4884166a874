import Testing

@testable import ProcessorServer

@Suite struct WebhookSignatureTests {
    @Test("signs the time, a dot and the body, under each secret that is good")
    func header() {
        // printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_one
        #expect(
            WebhookSignature.header(Array("{}".utf8), secrets: ["whsec_one"], time: 1_700_000_000)
                == "t=1700000000,v1=e6f424c1ebf2679ddb75df801d64b07e5063e2d7d6834ab73f5c55d787278d9d")
        #expect(
            WebhookSignature.header(
                Array("{}".utf8), secrets: ["whsec_one", "whsec_two"], time: 1_700_000_000)
                == "t=1700000000,v1=e6f424c1ebf2679ddb75df801d64b07e5063e2d7d6834ab73f5c55d787278d9d,v1=7188126e292daca991f04e6d27bcc33705bef535a4a6c4687864d1c7315003b0"
        )
    }
}
