public import FailureKit

/// The reason that a PDF file could not be drawn.
public struct PDFError: Failure, Hashable, Sendable {
    /// The kinds of failures. The raw values are stable, and also appear as `code` in JSON errors.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// cairo or Pango is missing, or no fonts are installed.
        case noPDFLibrary
        /// cairo reported an error, such as a lack of memory.
        case notDrawn
    }

    public let code: Code
    /// The library's description of the error.
    public let reason: String

    package init(_ code: Code, reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension PDFError {
    /// The stable error code.
    public var failureCode: String { code.rawValue }

    public var category: FailureCategory { code == .noPDFLibrary ? .configuration : .inputOutput }

    /// A clause that describes what happened.
    public var summary: String {
        code == .noPDFLibrary
            ? "PDF files require cairo, Pango and at least one font" : "the PDF file could not be created"
    }
}
