import CPango
import Synchronization

/// The cairo and Pango libraries, and the fonts that are installed on this machine. The libraries are loaded
/// on first use. Only one document is drawn at a time.
package final class PDFLibrary: Sendable {
    /// Whether PDF files can be drawn on this machine.
    package static var isInstalled: Bool { (try? shared.get()) != nil }

    /// Loads the libraries.
    ///
    /// - Throws: ``PDFError`` with code `noPDFLibrary` if the libraries or fonts are not installed, or
    ///   `notDrawn` if there is not enough memory.
    package static func load() throws(PDFError) { _ = try shared.get() }

    /// The loaded libraries, or the reason that they cannot be used.
    static let shared: Result<PDFLibrary, PDFError> = Result { () throws(PDFError) in try PDFLibrary() }

    /// Pango's font map, which caches the fonts that it has opened.
    private struct FontMap: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    private let fonts: Mutex<FontMap>

    private init() throws(PDFError) {
        if let problem = cpango_load() {
            throw PDFError(.noPDFLibrary, reason: String(cString: problem))
        }
        guard let pointer = cpango_font_map() else { throw PDFError(.notDrawn, reason: "out of memory") }
        guard cpango_has_font(pointer, TextStyle.body.font) != 0 else {
            throw PDFError(.noPDFLibrary, reason: "no fonts are installed")
        }
        fonts = Mutex(FontMap(pointer: pointer))
    }

    /// Calls a closure with a text layout for a language. Other callers wait until the closure returns.
    ///
    /// - Throws: ``PDFError`` with code `notDrawn` if there is not enough memory, or the error that the
    ///   closure throws.
    func withLayout<Value>(language: String, _ body: (TextLayout) throws -> Value) throws -> Value {
        try fonts.withLock { map in
            guard let layout = TextLayout(fonts: map.pointer, language: language) else {
                throw PDFError(.notDrawn, reason: "out of memory")
            }
            return try body(layout)
        }
    }
}

/// A Pango layout, which breaks a text into lines and measures it.
final class TextLayout {
    let pointer: OpaquePointer
    private let context: OpaquePointer

    init?(fonts: OpaquePointer, language: String) {
        guard let context = cpango_context(fonts, language) else { return nil }
        guard let pointer = cpango_layout(context) else {
            cpango_free_context(context)
            return nil
        }
        (self.context, self.pointer) = (context, pointer)
    }

    deinit {
        cpango_free_layout(pointer)
        cpango_free_context(context)
    }

    /// Sets the text that the layout measures or draws next.
    func set(_ text: String, _ style: TextStyle, width: Double, alignsRight: Bool = false) {
        var text = String(text.unicodeScalars.prefix(Self.mostCharacters)).printable
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                cpango_set_text(
                    pointer, characters.baseAddress, Int32(clamping: characters.count),
                    style.font, Int32((max(1, width) * Double(CPANGO_SCALE)).rounded(.up)),
                    alignsRight ? 1 : 0, Self.mostLines)
            }
        }
    }

    /// The size of the text that was set last.
    var size: TextSize {
        var (width, height) = (Int32(0), Int32(0))
        cpango_size(pointer, &width, &height)
        let scale = Double(CPANGO_SCALE)
        return TextSize(width: Double(width) / scale, height: Double(height) / scale)
    }

    /// Whether the text contains characters that no font on this machine has. These characters are drawn as
    /// boxes.
    var hasBoxes: Bool { cpango_boxes(pointer) > 0 }

    /// Returns the characters that occur in the texts but are missing from all fonts on this machine, sorted
    /// by code point.
    func charactersWithoutFont(in texts: Set<String>) -> [Unicode.Scalar] {
        Set(texts.flatMap(\.unicodeScalars)).filter { scalar in
            set(String(scalar), .body, width: 100)
            return hasBoxes
        }.sorted()
    }

    /// The maximum number of lines in one piece of text, such as a paragraph. Paragraphs are never divided,
    /// so each one must fit on a page.
    private static let mostLines: Int32 = 25
    /// The maximum number of Unicode scalars in one piece of text. Further scalars are omitted.
    private static let mostCharacters = 4_000
}

extension String {
    /// The text with each control character replaced by a space, and each noncharacter, which cairo refuses,
    /// replaced by U+FFFD.
    var printable: String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    if scalar.properties.generalCategory == .control { return " " }
                    return scalar.properties.isNoncharacterCodePoint ? "\u{FFFD}" : scalar
                }))
    }
}
