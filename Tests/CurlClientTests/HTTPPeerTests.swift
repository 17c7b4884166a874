import Testing

@testable import CurlClient

@Suite("The server at the other end of a connection")
struct HTTPPeerTests {
    @Test(
        "reads the dates of both TLS libraries",
        arguments: [
            ("Jan  1 00:00:00 1970 GMT", 0), ("Jan  1 00:00:00 2021 GMT", 1_609_459_200),
            ("Feb 29 23:59:59 2024 GMT", 1_709_251_199), ("2021-01-01 00:00:00 GMT", 1_609_459_200),
            ("Mar  1 00:00:00 2000 GMT", 951_868_800), ("Dec 31 23:59:59 9999 GMT", 253_402_300_799),
            ("Jan  1 00:00:00 2021", nil), ("", nil), ("Foo  1 00:00:00 2021 GMT", nil),
            ("Jan 40 00:00:00 2021 GMT", nil), ("Jan  1 99999999999999999999:00:00 2021 GMT", nil),
        ] as [(String, Int64?)])
    func dates(text: String, seconds: Int64?) {
        #expect(HTTPCertificate.seconds(text) == seconds)
    }

    @Test("reads a certificate's fields, and passes over those that it does not know")
    func fields() {
        let certificate = HTTPCertificate(fields: [
            "Subject:CN = a.test", "Issuer:O = B, CN = C: D",
            "X509v3 Subject Alternative Name:DNS:a.test, DNS:*.b.test, IP Address:192.0.2.1",
            "Expire date:Jan  1 00:00:00 2021 GMT", "RSA Public Key", "Signature:00", "",
        ])
        #expect(certificate.subject == "CN = a.test" && certificate.issuer == "O = B, CN = C: D")
        #expect(certificate.names == ["a.test", "*.b.test", "192.0.2.1"])
        #expect(certificate.notAfter == 1_609_459_200 && certificate.notBefore == nil)
    }

    @Test(
        "knows which addresses are on the public internet",
        arguments: [
            ("8.8.8.8", true), ("172.32.0.1", true), ("100.128.0.1", true), ("2606:4700::1111", true),
            ("::ffff:8.8.8.8", true), ("64:ff9b::808:808", true), ("192.169.0.1", true),
            ("10.1.2.3", false), ("127.0.0.1", false), ("172.16.0.1", false), ("172.31.255.255", false),
            ("192.168.1.1", false), ("169.254.169.254", false), ("100.64.0.1", false), ("0.0.0.0", false),
            ("224.0.0.1", false), ("255.255.255.255", false), ("192.0.2.1", false), ("198.18.0.1", false),
            ("::1", false), ("::", false), ("fe80::1%eth0", false), ("fd00::1", false), ("ff02::1", false),
            ("::ffff:10.0.0.1", false), ("64:ff9b::7f00:1", false), ("2001:db8::1", false), ("", false),
            ("a.test", false), ("8.8.8", false), ("192.88.99.1", false), ("2001:4860:4860::8888", true),
            ("2001:200::1", true), ("2003::1", true), ("3ffe::1", true), ("2002:a00:1::1", false),
            ("2002:808:808::1", false), ("2001:0:808:808::f5ff:fffe", false), ("2001:10::1", false),
            ("2001:20::1", false), ("2001:2::1", false), ("2001:1ff::1", false), ("3fff::1", false),
            ("64:ff9b::a00:1", false), ("64:ff9b:1::808:808", false), ("::8.8.8.8", false),
            ("1fff::1", false), ("4000::1", false),
        ])
    func publicAddresses(text: String, isPublic: Bool) {
        #expect(isPublicAddress(text) == isPublic)
    }
}
