import Foundation
import TextKit

/// An opaque sRGB color, such as `#1a5fb4`.
package struct WebColor: Hashable, Sendable {
    /// The red, green and blue components, 0 to 255.
    package let red, green, blue: UInt8

    /// White, the background color of pages in light mode.
    package static let white = WebColor(red: 255, green: 255, blue: 255)

    /// Creates a color from its components.
    package init(red: UInt8, green: UInt8, blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Creates a color from a number sign and 3 or 6 hexadecimal digits. Returns nil for any other text.
    ///
    /// Source: W3C CSS Color Module Level 4 §5.2.
    package init?(hex text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "#"), digits.allSatisfy(Self.isHexDigit),
            let number = UInt32(Substring(digits), radix: 16)
        else { return nil }
        switch digits.count {
        case 3:
            self.init(
                red: UInt8(number >> 8 & 15) * 17, green: UInt8(number >> 4 & 15) * 17,
                blue: UInt8(number & 15) * 17)
        case 6:
            self.init(
                red: UInt8(number >> 16 & 255), green: UInt8(number >> 8 & 255), blue: UInt8(number & 255))
        default: return nil
        }
    }

    /// The color as a number sign and 6 hexadecimal digits in lower case.
    package var hex: String {
        "#"
            + [red, green, blue].map { component in
                let digits = String(component, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
    }

    /// Returns the contrast ratio of two colors, 1 to 21.
    ///
    /// Source: W3C WCAG 2.2, "contrast ratio".
    package func contrast(with other: WebColor) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// The minimum contrast ratio of text. Source: W3C WCAG 2.2 §1.4.3 (level AA).
    package static let leastContrast = 4.5

    /// The color, darkened as little as necessary for sufficient contrast with white.
    package var readableUnderWhite: WebColor {
        mixed(with: WebColor(red: 0, green: 0, blue: 0), untilReadableOn: .white)
    }

    /// Returns the color, lightened as little as necessary for sufficient contrast with a dark background.
    package func readable(onDark background: WebColor) -> WebColor {
        mixed(with: .white, untilReadableOn: background)
    }

    private func mixed(with end: WebColor, untilReadableOn background: WebColor) -> WebColor {
        for step in 0...255 {
            let color = WebColor(
                red: Self.mix(red, end.red, step), green: Self.mix(green, end.green, step),
                blue: Self.mix(blue, end.blue, step))
            if color.contrast(with: background) >= Self.leastContrast { return color }
        }
        return end
    }

    /// Returns a mixture of two values: `start` at step 0, `end` at step 255, and a value in between at all
    /// other steps.
    private static func mix(_ start: UInt8, _ end: UInt8, _ step: Int) -> UInt8 {
        UInt8((Int(start) * (255 - step) + Int(end) * step) / 255)
    }

    /// The relative luminance, 0 to 1.
    ///
    /// Source: W3C WCAG 2.2, "relative luminance".
    private var luminance: Double {
        func linear(_ component: UInt8) -> Double {
            let share = Double(component) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case "0"..."9", "a"..."f",
            "A"..."F":
            true
        default: false
        }
    }
}
