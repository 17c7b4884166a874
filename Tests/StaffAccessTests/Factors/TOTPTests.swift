import StaffAccess
import Testing
import TimeKit

/// Codes of authenticator apps, and recovery codes.
@Suite struct TOTPTests {
    static let secret = Array("12345678901234567890".utf8)

    // Source: RFC 6238, appendix B, SHA-1. Its codes have eight digits, of which the last six are the same.
    static let vectors: [(seconds: Int64, code: String)] = [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"), (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
    ]

    @Test("codes match RFC 6238, including those that start with a zero", arguments: vectors)
    func published(seconds: Int64, code: String) {
        let step = TOTP.step(at: Timestamp(seconds: seconds))
        #expect(TOTP.code(secret: Self.secret, step: step) == code.suffix(6))
    }

    @Test("a code is accepted in its own step, the one before and the one after, and in no other")
    func tolerance() {
        let code = TOTP.code(secret: Self.secret, step: 1_000)
        for step in 990...1_010 as ClosedRange<Int64> {
            for second in [0, 29] as [Int64] {
                let time = Timestamp(seconds: step * 30 + second)
                let expected: [Int64] = (999...1_001).contains(step) ? [1_000] : []
                #expect(TOTP.steps(of: code, secret: Self.secret, at: time) == expected, "\(step)")
            }
        }
    }

    @Test("a recovery code is read in any case, with and without hyphens and spaces")
    func recovery() throws {
        let code = try #require(RecoveryCode(typed: "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"))
        for typed in [code.text.lowercased(), " abcdefgh ijkl-mnop qrstuvwx ", code.text] {
            #expect(RecoveryCode(typed: typed) == code)
        }
        for typed in ["", "ABCD", code.text + "A", "ABCD-EFGH-IJKL-MNOP-QRST-UVW1"] {
            #expect(RecoveryCode(typed: typed) == nil)
        }
        #expect("\(code)" == "RecoveryCode")
    }
}
