import FailureKit
import Giving
import HTMLKit
import PDFDrawing

extension PageResponse {
    /// Returns a response with a PDF file that the browser saves.
    ///
    /// - Parameters:
    ///   - name: The file's name, without its extension.
    ///   - draw: Returns the bytes of the file.
    /// - Throws: A problem page if the libraries for PDF files are not installed; the errors of `draw`.
    static func pdf(_ name: String, _ draw: () throws -> [UInt8]) throws -> PageResponse {
        guard PDFLibrary.isInstalled else { throw ProblemPage.noPDF }
        return .saving(as: "\(name).pdf", .bytes(type: "application/pdf", try draw()))
    }

    /// Returns a response with a receipt as a PDF file.
    static func pdf(of receipt: Receipt) throws -> PageResponse {
        try .pdf("receipt-\(receipt.number.text)") { try ReceiptText(receipt).pdf() }
    }

    /// Returns a response with a statement as a PDF file. The file's name contains no personal data.
    static func pdf(of statement: Statement) throws -> PageResponse {
        try .pdf("statement-\(statement.issuer.id)-\(statement.year)") { try StatementText(statement).pdf() }
    }
}

extension ProblemPage {
    fileprivate static let noPDF = ProblemPage(
        404, "There is no PDF file", "this server does not make PDF files",
        remedy: "Open the page and print it to PDF in your browser.")
}

/// The path of a page's PDF file: the path of the page, followed by `.pdf`.
enum PDFPath {
    static let suffix = ".pdf"

    /// Returns the path of a page's PDF file; nil if the libraries for PDF files are not installed.
    static func of(_ path: String, query: String = "") -> String? {
        PDFLibrary.isInstalled ? path + suffix + query : nil
    }
}
