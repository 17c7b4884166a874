import DisplayKit
import FailureKit
import Testing

/// The check of text that people enter and others read.
@Suite struct DisplayTextTests {
    @Test(
        "S-12: a hidden character is refused, and the error contains its kind, position and name",
        arguments: [
            ("A\u{200B}1", "has an invisible character at character 2: U+200B ZERO WIDTH SPACE"),
            ("Ann\u{3164}", "has an invisible character at character 4: U+3164 HANGUL FILLER"),
            ("\u{2800}", "has an invisible character at character 1: U+2800 BRAILLE PATTERN BLANK"),
            ("a\u{115F}b", "has an invisible character at character 2: U+115F HANGUL CHOSEONG FILLER"),
            ("a\u{1160}b", "has an invisible character at character 2: U+1160 HANGUL JUNGSEONG FILLER"),
            ("a\u{FFA0}b", "has an invisible character at character 2: U+FFA0 HALFWIDTH HANGUL FILLER"),
            ("a\u{AD}b", "has an invisible character at character 2: U+00AD SOFT HYPHEN"),
            ("a\u{2060}b", "has an invisible character at character 2: U+2060 WORD JOINER"),
            ("a\u{FEFF}b", "has an invisible character at character 2: U+FEFF ZERO WIDTH NO-BREAK SPACE"),
            ("a\u{E0041}b", "has an invisible character at character 2: U+E0041 TAG LATIN CAPITAL LETTER A"),
            ("a\u{FE0F}b", "has an invisible character at character 2: U+FE0F VARIATION SELECTOR-16"),
            ("漢\u{E0100}", "has an invisible character at character 2: U+E0100 VARIATION SELECTOR-17"),
            ("a\u{202E}b", "has a bidirectional control at character 2: U+202E RIGHT-TO-LEFT OVERRIDE"),
            ("a\u{2066}b", "has a bidirectional control at character 2: U+2066 LEFT-TO-RIGHT ISOLATE"),
            ("a\u{200F}b", "has a bidirectional control at character 2: U+200F RIGHT-TO-LEFT MARK"),
            ("a\u{61C}b", "has a bidirectional control at character 2: U+061C ARABIC LETTER MARK"),
            ("a\nb", "has a line break at character 2: U+000A"),
            ("a\u{2028}b", "has a line break at character 2: U+2028 LINE SEPARATOR"),
            ("a\tb", "has a tab at character 2: U+0009"),
            ("a\u{1B}[31m", "has a control character at character 2: U+001B"),
            ("a\u{E000}b", "has a private-use character at character 2: U+E000"),
            ("a\u{FFFF}b", "has a noncharacter at character 2: U+FFFF"),
            (
                "Auf\u{200C}lage",
                "has a misplaced joiner at character 4: U+200C ZERO WIDTH NON-JOINER"
            ),
            ("ab\u{200D}", "has a misplaced joiner at character 3: U+200D ZERO WIDTH JOINER"),
            ("علی\u{200C}", "has a misplaced joiner at character 4: U+200C ZERO WIDTH NON-JOINER"),
            (
                "می\u{200C}\u{200C}روم",
                "has a misplaced joiner at character 3: U+200C ZERO WIDTH NON-JOINER"
            ),
            ("\u{301}a", "has a misplaced combining mark at character 1: U+0301 COMBINING ACUTE ACCENT"),
            ("  ", "is empty"), ("", "is empty"), ("\n", "is empty"),
            (String(repeating: "é", count: 101), "has 101 characters; the maximum is 100"),
        ])
    func refused(text: String, flaw: String) {
        #expect(DisplayText.flaw(in: text, atMost: 100)?.summary == flaw)
        #expect(DisplayText.flaw(in: text, atMost: 100)?.remedy.isEmpty == false)
    }

    @Test(
        "names in every script, and emoji, are stored as they were entered",
        arguments: [
            "Ann", "O'Brien & Søn", "李小龍", "Zoë", "कु\u{94D}\u{200D}ष", "می\u{200C}روم", "അവന\u{D4D}\u{200D}",
            "כָּתַב", "١٤٤٧ه\u{200D}", "ශ\u{DCA}\u{200D}රී", "Nguyễn Thị Ánh", "👩🏽\u{200D}🚀", "❤\u{FE0F}\u{200D}🔥",
            "🏳\u{FE0F}\u{200D}🌈", "1\u{FE0F}\u{20E3}", "🇩🇪", "👨\u{200D}👩\u{200D}👧",
            "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", "ᠮᠣᠩᠭᠣᠯ\u{180B}", "한국어", "ก็ดี",
        ])
    func accepted(name: String) throws {
        #expect(try DisplayText(name, atMost: 100).text == name)
    }

    @Test("white space around text is removed, and equal texts have equal characters")
    func normalized() throws {
        #expect(
            try Array(DisplayText(" \u{A0}E\u{301}glise\n", atMost: 6).text.utf8) == Array("\u{C9}glise".utf8)
        )
        #expect(try DisplayText(" a  b ", atMost: 4).text == "a  b")
    }

    @Test("text of several lines may contain line breaks and tabs, and is otherwise checked like one line")
    func lines() throws {
        #expect(try DisplayText(lines: "a\r\nb\rc\td\n", atMost: 9).text == "a\nb\nc\td")
        for text in ["a\n\u{202E}b", "a\u{2028}b", "a\u{B}b", "a\n\u{200B}\nb", "a\u{0}"] {
            #expect(throws: DisplayTextError.self, "\(text.debugDescription)") {
                try DisplayText(lines: text, atMost: 100)
            }
        }
    }

    @Test("four combining marks in a row are accepted, and a fifth is refused")
    func marks() {
        let marks = { (count: Int) in "q" + String(repeating: "\u{323}", count: count) + "x" }
        #expect(DisplayText.flaw(in: marks(4), atMost: 100) == nil)
        #expect(
            DisplayText.flaw(in: marks(5), atMost: 100)?.summary
                == "has a misplaced combining mark at character 6: U+0323 COMBINING DOT BELOW")
    }

    @Test("no tag sequence except the three flags hides text in an emoji")
    func tags() {
        #expect(DisplayText.flaw(in: "🏴\u{E0067}\u{E0062}\u{E0061}\u{E007F}", atMost: 100) != nil)
        #expect(
            DisplayText.flaw(in: "😀\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", atMost: 100)
                != nil)
    }

    @Test(
        "every bidirectional control, every default-ignorable character and every control character is refused"
    )
    func everyScalar() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = scalar.properties
            guard
                properties.isBidiControl || properties.isDefaultIgnorableCodePoint
                    || properties.isNoncharacterCodePoint || properties.generalCategory == .control
                    || properties.generalCategory == .privateUse
            else { continue }
            let text = "a\(Character(scalar))b"
            #expect(DisplayText.flaw(in: text, atMost: 100) != nil, "U+\(String(value, radix: 16))")
        }
    }

    @Test("text that an earlier version stored is shown with U+FFFD in place of hidden characters")
    func stored() {
        #expect(DisplayText.shown("a\u{202E}b\u{200B}\nc") == "a\u{FFFD}b\u{FFFD}\nc")
        #expect(DisplayText.shown("می\u{200C}روم") == "می\u{200C}روم")
        #expect(DisplayText.isolated("a\u{202E}") == "\u{2068}a\u{FFFD}\u{2069}")
    }

    @Test("an error has a stable code, and repeats no part of the text except the refused character")
    func error() throws {
        let flaw = try #require(DisplayText.flaw(in: "Ann\u{202E}Private", atMost: 100))
        #expect(flaw.failureCode == "hiddenCharacter" && flaw.category == .malformed)
        #expect(!"\(flaw.summary) \(flaw.remedy) \(flaw.reason)".contains(#/Ann|Private/#))
    }
}
