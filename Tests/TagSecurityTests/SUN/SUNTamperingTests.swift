import SimulationKit
import TestSupport
import Testing

@testable import TagSecurity

@Suite("An altered URL")
struct SUNTamperingTests {
    private static func url(_ message: SUNMessage) -> String {
        guard case .enciphered(let picc) = message.identity else { return "" }
        func digits(_ bytes: [UInt8]) -> String {
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
        }
        return
            "https://appclip.tap.giving/Grace?f=7&r=0&picc_data=\(digits(picc))&cmac=\(digits(message.mac))"
    }

    private static func isProved(_ url: String, _ keys: SUNKeys) -> Bool {
        do throws(SecurityError) {
            _ = try keys.verify(try SUNMessage(url: url))
            return true
        } catch { return false }
    }

    /// A tap's URL, and a forgery made from it and another tap.
    @Test("is not proved if the tag's part of it was changed in any way", arguments: propertySeeds)
    func altered(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let secret = BatchSecret(from: &generator)
        let keys = SUNKeys(secret: secret)
        func tap(_ uid: [UInt8], _ counter: UInt32) -> SUNMessage {
            SUNKeysTests.message(
                secret.ntag424MetaReadKey, secret.ntag424Key(.fileRead, uid: uid), uid: uid, counter: counter)
        }
        let uid = [0x04] + generator.bytes(6)
        let counter = UInt32.random(in: 0..<0xFF_FFFF, using: &generator)
        let url = Self.url(tap(uid, counter))
        #expect(Self.isProved(url, keys))

        let other = Self.url(
            Bool.random(using: &generator) ? tap(uid, counter + 1) : tap([0x04] + generator.bytes(6), counter)
        )
        let (start, code) = ("picc_data=", "&cmac=")
        let piccAt = try #require(url.firstRange(of: start)).upperBound
        let codeAt = try #require(url.firstRange(of: code)).upperBound
        let digitsAt = Array(url[piccAt...].indices).filter {
            url[$0].isHexDigit && !(url[$0] == "c" || url[$0] == "a")
        }
        for _ in 0..<20 {
            var altered = url
            switch Int.random(in: 0..<6, using: &generator) {
            case 0:
                // One digit is another one.
                let at = try #require(digitsAt.randomElement(using: &generator))
                let old = try #require(url[at].hexDigitValue)
                let new = (old + Int.random(in: 1...15, using: &generator)) % 16
                altered.replaceSubrange(at...at, with: String(new, radix: 16, uppercase: true))
            case 1: altered.replaceSubrange(codeAt..., with: other[codeAt...])
            case 2:
                altered = String(other[..<codeAt]) + url[codeAt...]
            case 3: altered.removeLast(Int.random(in: 1...16, using: &generator))
            case 4:
                let picc = url[piccAt..<url.index(piccAt, offsetBy: 32)]
                altered.replaceSubrange(
                    piccAt..<url.index(piccAt, offsetBy: 32), with: String(picc.suffix(16) + picc.prefix(16)))
            default:
                // A guessed number.
                let guess = generator.bytes(8).map { String(Int($0) + 256, radix: 16).suffix(2) }.joined()
                altered.replaceSubrange(codeAt..., with: guess.uppercased())
            }
            guard altered != url else { continue }
            #expect(!Self.isProved(altered, keys), "\(altered)")
        }
    }

    @Test("a tap of another batch is not proved, and a right one only once")
    func onceAndOurs() throws {
        var generator = SeededGenerator(seed: 3)
        let (secret, other) = (BatchSecret(from: &generator), BatchSecret(from: &generator))
        let uid = hex("04517CA1E1ED25")
        let message = SUNKeysTests.message(
            secret.ntag424MetaReadKey, secret.ntag424Key(.fileRead, uid: uid), uid: uid, counter: 9)
        #expect(!Self.isProved(Self.url(message), SUNKeys(secret: other)))
        let tap = try SUNKeys(secret: secret).verify(try SUNMessage(url: Self.url(message)))
        #expect(!tap.isReplay(after: 8))
        #expect(tap.isReplay(after: 9))
    }
}
