import CPango

/// A PDF file, with the list of characters that it shows as boxes.
package struct DrawnPDF: Sendable {
    /// The contents of the file.
    package let bytes: [UInt8]
    /// The characters of the document that no font on this machine has, sorted by code point. The file shows
    /// them as boxes.
    package let charactersWithoutFont: [Unicode.Scalar]
}

extension PrintedDocument {
    /// Draws the document as a tagged PDF file, whose text can be selected and searched. With the same fonts
    /// and library versions, the same document always yields the same bytes.
    ///
    /// - Parameter sink: Receives the file's parts in order. If this closure throws an error, the drawing
    ///   stops.
    /// - Returns: The texts with characters that no font on this machine has. The file shows these characters
    ///   as boxes.
    /// - Throws: ``PDFError``, or the error that `sink` throws.
    @discardableResult
    package func drawPDF(
        into sink: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws -> Set<String> {
        try PDFLibrary.shared.get().withLayout(language: language) { layout in
            // Text is measured several times, and many cells of a table are equal.
            var sizes: [MeasuredText: TextSize] = [:]
            let pages = PageComposer.pages(of: self) { text, style, width in
                let measured = MeasuredText(text: text, style: style, width: width)
                if let size = sizes[measured] { return size }
                layout.set(text, style, width: width)
                sizes[measured] = layout.size
                return layout.size
            }
            let output = PDFOutput(sink)
            let canvas = try PDFCanvas(output, paper)
            canvas.set(title: title, author: author, created: created)
            for page in pages { canvas.draw(page, with: layout) }
            try canvas.finish()
            return canvas.textsWithBoxes
        }
    }

    /// Returns the document as a PDF file.
    ///
    /// - Throws: ``PDFError``.
    package func pdf() throws -> [UInt8] {
        var bytes: [UInt8] = []
        try drawPDF { bytes += $0 }
        return bytes
    }

    /// Returns the document as a PDF file, together with the characters that appear as boxes in the file
    /// because no font contains them.
    ///
    /// - Throws: ``PDFError``.
    package func drawnPDF() throws -> DrawnPDF {
        var bytes: [UInt8] = []
        let texts = try drawPDF { bytes += $0 }
        let missing = try PDFLibrary.shared.get().withLayout(language: language) { layout in
            layout.charactersWithoutFont(in: texts)
        }
        return DrawnPDF(bytes: bytes, charactersWithoutFont: missing)
    }
}

/// The key for a cached text size. The size depends on the text, its style and the available width.
private struct MeasuredText: Hashable {
    var text: String
    var style: TextStyle
    var width: Double
}

/// A writer that passes the parts of a PDF file to a closure. It keeps the first error that the closure
/// throws.
private final class PDFOutput {
    private let sink: (UnsafeRawBufferPointer) throws -> Void
    private(set) var error: (any Error)?

    init(_ sink: @escaping (UnsafeRawBufferPointer) throws -> Void) { self.sink = sink }

    /// Passes part of the file to the closure, unless the closure has already thrown an error. Returns
    /// cairo's status code for success or failure.
    func write(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        guard error == nil else { return UInt32(CPANGO_WRITE_ERROR) }
        do {
            try sink(bytes)
            return UInt32(CPANGO_SUCCESS)
        } catch {
            self.error = error
            return UInt32(CPANGO_WRITE_ERROR)
        }
    }
}

/// A PDF file that is being drawn.
private final class PDFCanvas {
    private let output: PDFOutput
    private var canvas: OpaquePointer?
    /// The drawn texts that contain a character missing from all fonts on this machine.
    private(set) var textsWithBoxes: Set<String> = []

    init(_ output: PDFOutput, _ paper: PaperSize) throws(PDFError) {
        self.output = output
        canvas = cpango_pdf(
            { closure, bytes, count in
                guard let closure else { return UInt32(CPANGO_WRITE_ERROR) }
                return Unmanaged<PDFOutput>.fromOpaque(closure).takeUnretainedValue()
                    .write(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            }, Unmanaged.passUnretained(output).toOpaque(), paper.width, paper.height)
        if canvas == nil { throw PDFError(.notDrawn, reason: "out of memory") }
    }

    deinit {
        // After an error, the rest of the file is written while `output` still exists.
        if let canvas { _ = cpango_finish(canvas) }
    }

    func set(title: String, author: String, created: String) {
        guard let canvas else { return }
        cpango_set_metadata(canvas, Int32(CPANGO_TITLE), title.printable)
        cpango_set_metadata(canvas, Int32(CPANGO_AUTHOR), author.printable)
        cpango_set_metadata(canvas, Int32(CPANGO_CREATION_TIME), created.printable)
    }

    func draw(_ page: [PageMark], with layout: TextLayout) {
        guard let canvas else { return }
        for mark in page {
            switch mark {
            case .begin(let tag): cpango_begin(canvas, tag)
            case .end(let tag): cpango_end(canvas, tag)
            case .text(let text):
                layout.set(text.text, text.style, width: text.width, alignsRight: text.alignsRight)
                cpango_gray(canvas, text.style.gray)
                cpango_show(canvas, layout.pointer, text.x, text.y)
                if layout.hasBoxes { textsWithBoxes.insert(text.text) }
            case .line(let y, let from, let to, let thickness, let gray):
                cpango_gray(canvas, gray)
                cpango_line(canvas, from, y, to, y, thickness)
            case .frame(let x, let y, let width, let height):
                cpango_gray(canvas, 0)
                cpango_frame(canvas, x, y, width, height, 1)
            }
        }
        cpango_end_page(canvas)
    }

    /// Completes the file.
    ///
    /// - Throws: The error that the output's closure threw, or ``PDFError`` if cairo reports a failure.
    func finish() throws {
        guard let canvas else { return }
        self.canvas = nil
        let status = cpango_finish(canvas)
        if let error = output.error { throw error }
        guard status == CPANGO_SUCCESS else {
            throw PDFError(.notDrawn, reason: String(cString: cpango_words(status)))
        }
    }
}
