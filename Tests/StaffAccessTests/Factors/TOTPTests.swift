import Testing
import TextKit
import TimeKit

@testable import StaffAccess

/// Codes of authenticator apps, and recovery codes.
@Suite struct TOTPTests {
    static let secret = Array("12345678901234567890".utf8)

    // Source: RFC 6238, appendix B, SHA-1. Its codes have eight digits; ours are the last six.
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
        let code = try #require(RecoveryCode(typed: "ABCD-EFGH-IJKL-MNOP-QRST-UVWX-YA"))
        for typed in [code.text.lowercased(), " abcdefgh ijkl-mnop qrstuvwxya ", code.text] {
            #expect(RecoveryCode(typed: typed) == code)
        }
        for typed in ["", "ABCD", code.text + "A", "ABCD-EFGH-IJKL-MNOP-QRST-UVWX-Y1"] {
            #expect(RecoveryCode(typed: typed) == nil)
        }
        #expect("\(code)" == "RecoveryCode")
    }

    @Test("a new recovery code contains all of its 128 random bits, and reads back")
    func recoveryBits() throws {
        for word in [0, 1, .max, 0x0123_4567_89AB_CDEF] as [UInt64] {
            let code = RecoveryCode { word }
            let groups = code.text.split(separator: "-")
            #expect(groups.map(\.count) == [4, 4, 4, 4, 4, 4, 2])
            #expect(Base32.bytes(of: groups.joined())?.count == 16)
            #expect(RecoveryCode(typed: code.text) == code)
        }
        let codes = (0..<128).map { bit in
            var words = [bit < 64 ? 1 << bit : 0, bit < 64 ? 0 : 1 << (bit - 64)] as [UInt64]
            return RecoveryCode { words.removeFirst() }
        }
        #expect(Set(codes).count == 128, "each bit changes the code")
    }
}
