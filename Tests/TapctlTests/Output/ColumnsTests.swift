import Documents
import InvocationRouter
import Testing

@testable import tapctl

@Suite struct ColumnsTests {
    private let colour = Style(isEnabled: true)

    @Test(
        "a terminal with colour shows the same columns as one without",
        arguments: [
            "https://appclip.tap.giving/WoodlandsChurch/?r=1&f=12", "https://example.org/A", "",
            "https://appclip.tap.giving/pay/x", "https://appclip.tap.giving.evil.example/A",
        ])
    func sameColumns(url: String) {
        let check = URLCheck(url, areaBytes: 48)
        let coloured = columns(check.lines(style: colour), style: colour)
        #expect(coloured.contains("\u{1B}["))
        #expect(withoutColour(coloured) == columns(check.lines(style: .plain), style: .plain))
    }

    @Test("the lines of a value keep its column")
    func lines() {
        let rows = [(label: "a", value: "1\n2"), (label: "long", value: "3")]
        #expect(columns(rows, style: .plain) == "a     1\n      2\nlong  3")
    }

    /// The text without `ESC [ … m`.
    private func withoutColour(_ text: String) -> String {
        var parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices.dropFirst() {
            parts[index] = String(parts[index].drop { $0 != "m" }.dropFirst())
        }
        return parts.joined()
    }
}
