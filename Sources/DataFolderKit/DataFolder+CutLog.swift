import DatabaseKit
import Documents
import FileKit
import Giving
import PaymentCore
import TimeKit

extension DataFolder {
    /// Warns about each database whose write-ahead log ended in the middle of a transaction. If the folder's
    /// own database is affected, also records a gap in the books and begins a new segment of receipts.
    ///
    /// The segment is necessary because the lost transaction may have issued a receipt that a donor already
    /// has.
    func reportCutLogs(_ warn: (String) -> Void) async throws {
        file?.warnIfCut(warn)
        processorFile?.warnIfCut(warn)
        guard let file, file.logCut != nil else { return }
        try await write { transaction, now in
            let newest = try transaction.payments(in: nil, after: nil, limit: 1).first?.created
            try transaction.open(BooksGap(.cutLog, since: newest ?? now, found: now))
            let last = try transaction.receiptSegments().last?.number ?? 0
            try transaction.begin(ReceiptSegment(number: last + 1, .cutLog, begun: now, since: newest ?? now))
        }
        // If the log were damaged later and the segment lost, its receipt numbers would be issued again.
        try await file.moveLog()
    }
}

extension DatabaseFile {
    /// Reports a warning if the write-ahead log ended in the middle of a transaction when the file was
    /// opened.
    package func warnIfCut(_ warn: (String) -> Void) {
        guard let logCut else { return }
        warn(
            "the log of \(AtomicFile.name(of: path)) ended in the middle of a transaction, "
                + "so everything from frame \(logCut.frame) on was discarded. "
                + "A program was stopped while writing, or the end of the log is damaged. "
                + "Use `tapctl payment reconcile --full` to find missing data"
        )
    }
}
