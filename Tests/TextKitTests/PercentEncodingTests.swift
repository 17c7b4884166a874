import Testing
import TextKit

@Suite struct PercentEncodingTests {
    @Test(
        "percent-encoded bytes are decoded",
        arguments: [
            ("", ""), ("/v1/charges", "/v1/charges"), ("a%20b", "a b"), ("%c3%A9", "é"), ("é", "é"),
            ("a+b", "a+b"),
            ("%25%32%35", "%25"), ("%00", "\0"),
        ])
    func decoded(_ text: String, _ wanted: String) {
        #expect(text.percentDecoded == wanted)
    }

    @Test("incomplete or invalid bytes are refused", arguments: ["%", "a%2", "%zz", "%c3", "%ff", "%c3%28"])
    func refused(_ text: String) {
        #expect(text.percentDecoded == nil)
    }
}
