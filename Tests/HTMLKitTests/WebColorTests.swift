import HTMLKit
import Testing

/// Colors and their contrast.
@Suite struct WebColorTests {
    @Test(
        "reads 3 or 6 hexadecimal digits, and writes 6",
        arguments: [
            ("#1a5fb4", "#1a5fb4"), ("#1A5FB4", "#1a5fb4"), ("#f0a", "#ff00aa"), ("#000000", "#000000"),
            ("#FFF", "#ffffff"), ("#0a0b0c", "#0a0b0c"),
        ])
    func reads(text: String, hex: String) { #expect(WebColor(hex: text)?.hex == hex) }

    @Test(
        "refuses other texts",
        arguments: [
            "", "#", "1a5fb4", "#1a5f", "#1a5fb", "#1a5fb4ff", "#gggggg", "blue", "#+12345", "# 12345",
            "#١٢٣",
            "##1a5f", "rgb(1,2,3)", "#1a5fb4;",
        ])
    func refuses(text: String) { #expect(WebColor(hex: text) == nil) }

    // The values of W3C WCAG 2.2 for black and white, and of common contrast checkers for the others.
    @Test(
        "computes the contrast with white",
        arguments: [
            ("#000000", 21.0), ("#ffffff", 1.0), ("#777777", 4.48), ("#767676", 4.54), ("#ff0000", 4.0),
            ("#0000ff", 8.59),
        ])
    func contrast(hex: String, ratio: Double) throws {
        let color = try #require(WebColor(hex: hex))
        #expect(abs(color.contrast(with: .white) - ratio) < 0.01)
        #expect(color.contrast(with: .white) == WebColor.white.contrast(with: color))
    }

    @Test("keeps a color with enough contrast, and darkens or lightens the others", arguments: 0..<512)
    func readable(number: Int) throws {
        let shades: [UInt8] = [0, 36, 73, 109, 146, 182, 219, 255]
        let color = WebColor(
            red: shades[number >> 6], green: shades[number >> 3 & 7], blue: shades[number & 7])
        let (dark, paper) = (color.readableUnderWhite, WebColor(red: 0x14, green: 0x17, blue: 0x1B))
        #expect(dark.contrast(with: .white) >= WebColor.leastContrast)
        #expect((dark == color) == (color.contrast(with: .white) >= WebColor.leastContrast))
        #expect(dark.red <= color.red && dark.green <= color.green && dark.blue <= color.blue)
        let light = color.readable(onDark: paper)
        #expect(light.contrast(with: paper) >= WebColor.leastContrast)
        #expect((light == color) == (color.contrast(with: paper) >= WebColor.leastContrast))
        #expect(light.red >= color.red && light.green >= color.green && light.blue >= color.blue)
    }
}
