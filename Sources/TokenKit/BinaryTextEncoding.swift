import Foundation
import TextKit

/// An encoding of bytes as text.
public enum BinaryTextEncoding: Hashable, Sendable {
    /// Two hex digits per byte, in lower case.
    case hex
    /// Base64 with the URL-safe alphabet and without padding. Each character encodes six bits. Source: RFC
    /// 4648 §5.
    case base64url

    /// Returns bytes as text in this encoding.
    public func text(_ bytes: some Sequence<UInt8>) -> String {
        switch self {
        case .hex: return Hex.lower(bytes)
        case .base64url:
            let text = Data(bytes).base64EncodedData().compactMap { letter -> UInt8? in
                switch letter {
                case "+": UInt8(ascii: "-")
                case "/": UInt8(ascii: "_")
                case "=": nil
                default: letter
                }
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// Returns whether a string contains only characters of this encoding, and has the right length for the
    /// given number of bytes.
    public func isText(_ text: String, bytes: Int) -> Bool {
        switch self {
        case .hex: text.utf8.count == bytes * 2 && Hex.bytes(of: text).map { Hex.lower($0) } == text
        case .base64url: text.utf8.count == (bytes * 8 + 5) / 6 && text.utf8.allSatisfy(Self.isLetter)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
        default: false
        }
    }
}
