import Testing
import TextKit

@Suite struct HTMLEscapeTests {
    @Test(
        "escapes markup, replaces forbidden control characters, and leaves all other text as it is",
        arguments: [
            ("", ""), ("The Bench Church", "The Bench Church"), ("a\tb\nc\r", "a\tb\nc\r"),
            ("<b> & \"c\" 'd'", "&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;"), ("Zoë 李", "Zoë 李"),
            ("a\u{0}b\u{1F}c\u{7F}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"), ("\u{80}\u{9F}", "\u{FFFD}\u{FFFD}"),
            ("a\u{202E}b\u{202A}", "a\u{FFFD}b\u{FFFD}"), ("\u{2068}a–b\u{2069}", "\u{2068}a–b\u{2069}"),
            ("\u{A0}£\u{BF}", "\u{A0}£\u{BF}"), ("e\u{301}<", "e\u{301}&lt;"),
        ])
    func escapes(text: String, escaped: String) {
        #expect(Array(text.escapedForHTML.utf8) == Array(escaped.utf8))
    }

    @Test("escapes each ASCII character in the same way, alone or among others")
    func ascii() {
        for value in UInt8(0)...0x7F {
            let character = String(UnicodeScalar(value))
            #expect(("x" + character + "<").escapedForHTML == "x" + character.escapedForHTML + "&lt;")
        }
    }
}
