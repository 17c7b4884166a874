import Crypto
import Foundation

/// What must be equal when a key is used again, without what it was made of.
enum Fingerprint {
    /// SHA-256 of parameters, parted by a character that none may hold, in hex.
    static func of(_ parameters: [String]) -> String {
        SHA256.hash(data: Data(parameters.joined(separator: "\u{1F}").utf8)).map {
            String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
        }
        .joined()
    }
}
