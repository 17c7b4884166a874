import Testing

@testable import ProcessorServer

/// The log line of a request to the simulated processor.
@Suite struct RequestLogTests {
    @Test(
        "a path shows no key and no client secret, however it is encoded",
        arguments: [
            ("/v1/charges/ch_1", "/v1/charges/ch_1"), ("/v1/sk_test_s3cr3t", "/v1/sk_***"),
            ("/v1/rk_live_s3cr3t/x", "/v1/rk_***/x"), ("/v1/SK_TEST_S3CR3T", "/v1/sk_***"),
            ("/v1/whsec_s3cr3t", "/v1/whsec_***"), ("/v1/ek_test_s3cr3t", "/v1/ek_***"),
            ("/v1/sk%5Ftest_s3cr3t", "/v1/sk_***"),
            ("/v1/payment_intents/pi_1_secret_s3cr3t", "/v1/payment_intents/pi_1_secret_***"),
            ("/v1/x/pi_1%5Fsecret%5Fs3cr3t/confirm", "/v1/x/pi_1_secret_***/confirm"),
        ])
    func secrets(path: String, shown: String) {
        let line = RequestLog.line(method: "GET", path: path, status: 200, taken: .milliseconds(3))
        #expect(line == "GET \(shown) 200 3 ms\n")
    }
}
