import Testing

@testable import tapctl

/// The warning about characters that a PDF file does not show.
@Suite struct MissingFontsTests {
    @Test("names at most five characters, and the remedy")
    func words() {
        #expect(MissingFonts.words(for: []) == nil)
        #expect(
            MissingFonts.words(for: ["\u{5C71}"])
                == "no font on this machine has 山 (U+5C71), so PDF files show boxes instead; install more fonts, "
                + "such as Debian's fonts-noto, and create the files again")
        let many = MissingFonts.words(for: ["a", "b", "c", "d", "e", "f"])
        #expect(
            many?.contains("a (U+0061), b (U+0062), c (U+0063), d (U+0064), e (U+0065) and 1 other, so")
                == true)
        #expect(MissingFonts.words(for: ["b", "a"])?.contains("a (U+0061) and b (U+0062), so") == true)
    }
}
