import FailureKit
import Foundation
import Giving
import HTMLKit
import PDFDrawing

extension PageResponse {
    /// Returns a response with a PDF file that the browser saves.
    ///
    /// - Parameters:
    ///   - name: The file's name, without its extension.
    ///   - draw: Returns the bytes of the file.
    /// - Throws: ``ProblemPage`` if the libraries for PDF files are not installed, or the error that `draw`
    ///   throws.
    static func pdf(_ name: String, _ draw: () throws -> [UInt8]) throws -> PageResponse {
        guard PDFLibrary.isInstalled else { throw ProblemPage.noPDF }
        return .saving(as: "\(name).pdf", .bytes(type: "application/pdf", try draw()))
    }

    /// Returns a response with a receipt as a PDF file.
    ///
    /// - Parameter isForStaff: Whether the file's name also contains the donor's name.
    static func pdf(of receipt: Receipt, isForStaff: Bool = false) throws -> PageResponse {
        let donor = isForStaff ? receipt.donor.map { PaperFileName.word(of: receipt.donorName, id: $0) } : nil
        return try .pdf(PaperFileName.joined(["receipt", receipt.number.text, donor])) {
            try ReceiptText(receipt).pdf()
        }
    }

    /// Returns a response with a statement as a PDF file.
    ///
    /// - Parameters:
    ///   - statement: The statement.
    ///   - donor: The donor's id if the file is for staff. The file's name then identifies the donor, because
    ///     staff download the statements of several donors. Nil for a file name without personal data.
    static func pdf(of statement: Statement, forStaffOf donor: String? = nil) throws -> PageResponse {
        let word = donor.map { PaperFileName.word(of: statement.donorName, id: $0) }
        let parts = ["statement", statement.issuer.id, "\(statement.year)", word]
        return try .pdf(PaperFileName.joined(parts)) { try StatementText(statement).pdf() }
    }
}

/// Functions that create file names for receipts and statements.
enum PaperFileName {
    /// The maximum length, in characters, of the part of a file name that is derived from a donor's name.
    static let most = 40

    /// Returns a donor's name in lower case for use in a file name, such as `linda-nguyen`. Accents are
    /// removed, and hyphens replace characters other than ASCII letters and digits. A long result is
    /// truncated. If nothing remains, returns the end of the donor's id.
    static func word(of name: String, id: String) -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
            .lowercased()
        let parts = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let word = parts.joined(separator: "-").prefix(most)
        let trimmed = word.last == "-" ? word.dropLast() : word
        return trimmed.isEmpty ? String(id.suffix(8)) : String(trimmed)
    }

    static func joined(_ parts: [String?]) -> String { parts.compactMap(\.self).joined(separator: "-") }
}

extension ProblemPage {
    fileprivate static let noPDF = ProblemPage(
        404, "There is no PDF file", "this server does not create PDF files",
        remedy: "Open the page and print it to PDF in your browser.")
}

/// The path of a page's PDF file: the path of the page, followed by `.pdf`.
enum PDFPath {
    static let suffix = ".pdf"

    /// Returns the name of a PDF file without its suffix. Returns nil for other files.
    static func stem(of file: String) -> String? {
        file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : nil
    }

    /// Returns the path of a page's PDF file; nil if the libraries for PDF files are not installed.
    static func of(_ path: String, query: String = "") -> String? {
        PDFLibrary.isInstalled ? path + suffix + query : nil
    }
}
