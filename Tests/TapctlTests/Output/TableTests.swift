import Documents
import Testing

@testable import tapctl

@Suite struct TableTests {
    private let rows = [
        ["who", "amount", "state"], ["A long name", "5.00", "open"], ["B", "120.00", "closed"],
    ]

    @Test("numbers are aligned right, text left, and no line ends in blanks")
    func alignment() {
        #expect(
            table(rows, numbers: ["amount"], style: .plain) == """
                who          amount  state
                A long name    5.00  open
                B            120.00  closed
                """)
    }

    @Test("what may shrink gives way where the terminal is narrow, and nothing else does")
    func narrow() {
        let style = Style(isEnabled: false, columns: 24)
        let text = table(rows, numbers: ["amount"], shrinking: ["who"], style: style)
        #expect(text.split(separator: "\n")[1] == "A long …    5.00  open")
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 24 })
        #expect(table(rows, style: style) == table(rows, style: .plain))
        let wide = Style(isEnabled: false, columns: 80)
        #expect(table(rows, shrinking: ["who"], style: wide) == table(rows, style: .plain))
    }

    @Test("colour takes no room")
    func colour() {
        let style = Style(isEnabled: true)
        let coloured = [["state", "gift"], [style.green("open"), "g"], ["closed", "h"]]
        #expect(table(coloured, style: style).hasSuffix("\u{1B}[32mopen\u{1B}[0m    g\nclosed  h"))
    }

    @Test("a shortened cell keeps its color and its isolates")
    func shortened() {
        let style = Style(isEnabled: true, columns: 12)
        let colored = [["state", "id"], [style.green("partially refunded"), "12"]]
        let text = table(colored, shrinking: ["state"], style: style)
        #expect(text.hasSuffix("\u{1B}[32mpartial…\u{1B}[0m  12"))
        let isolated = [["name", "id"], ["\u{2068}Мария Иванова\u{2069}", "12"]]
        let names = table(isolated, shrinking: ["name"], style: Style(isEnabled: false, columns: 12))
        #expect(names.hasSuffix("\n\u{2068}Мария И…\u{2069}  12"))
    }

    @Test(
        "a terminal shows as many characters of an id as make it unique",
        arguments: [
            ("gift_1mnmb0g9gyxwqzeqwmsf", "gift_1mnmb0g9gyxw"), ("po_0000001H18rfvg2Xynic", nil), ("12", nil),
        ])
    func ids(whole: String, short: String?) {
        #expect(Style(isEnabled: false, columns: 80).short(whole) == short ?? whole)
        #expect(Style.plain.short(whole) == whole)
    }
}
