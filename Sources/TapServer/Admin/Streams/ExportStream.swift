import Giving
import TextKit
import TimeKit

/// A file that the server creates while the client downloads it: an asynchronous sequence of strings. The
/// next string is read from the database only after the previous one was sent.
///
/// Each page is read in a separate transaction, so a slow client does not keep a transaction open. A row is
/// included as it was when its page was read. Rows that are added during the download, such as new gifts, can
/// be missing.
///
/// Only one page is in memory at a time. If reading fails or the session ends, the iteration throws an error.
/// The server then closes the connection without sending the last chunk, so that the client knows that the
/// file is incomplete (RFC 9112 §8).
public final class ExportStream: Sendable {
    /// The rows that are read in one transaction.
    struct Page {
        /// The text of the rows; may be empty.
        var text: String
        /// The last key of this page, after which the next page starts; nil if there are no more rows.
        var next: String?
    }

    /// The maximum number of rows per page. The text of a full page is about 60 kB long.
    static let pageSize = 200
    /// The time limit for a client to receive a page. It is long enough for a client that receives 2 kB per
    /// second.
    static let deadline = Duration.seconds(30)

    private let first: Page
    private let read: @Sendable (String) async throws -> Page
    private let access: StreamAccess
    private let slot: StreamSlot

    /// Creates an export.
    ///
    /// - Parameters:
    ///   - first: The first page, which was already read.
    ///   - read: Reads the page after a key.
    init(
        _ first: Page, access: StreamAccess, slot: StreamSlot,
        read: @escaping @Sendable (String) async throws -> Page
    ) {
        self.first = first
        self.access = access
        self.slot = slot
        self.read = read
    }

    /// Waits for a duration, or until the task is canceled.
    var pause: Pause { access.hub.settings.pause }

    /// Releases the export's slot. The server calls this when the export ends, even if the export was never
    /// sent.
    public func end() { slot.release() }
}

extension ExportStream: AsyncSequence {
    /// A string to send.
    public typealias Element = String

    /// Returns an iterator that starts at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(export: self) }

    /// An iterator that reads each page only when its text is requested.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let export: ExportStream
        private var key: String?
        private var hasBegun = false

        fileprivate init(export: ExportStream) { self.export = export }

        /// Reads the next page that contains text, and returns its text. Returns nil at the end of the file.
        ///
        /// - Throws: ``ExportEnded`` if the member no longer has access, `CancellationError` if the task was
        ///   canceled, or an error if the next page cannot be read.
        public mutating func next() async throws -> String? {
            while let page = try await nextPage() {
                key = page.next
                hasBegun = true
                if !page.text.isEmpty { return page.text }
            }
            export.end()
            return nil
        }

        private func nextPage() async throws -> Page? {
            guard hasBegun else { return export.first }
            guard let key else { return nil }
            try Task.checkCancellation()
            guard await export.access.isAdmitted() else { throw ExportEnded() }
            do {
                return try await export.read(key)
            } catch {
                export.access.failed(error)
                throw error
            }
        }
    }
}

extension ExportStream: Equatable {
    /// Returns whether both values are the same export object.
    public static func == (left: ExportStream, right: ExportStream) -> Bool { left === right }
}

/// The error for an export whose session has ended or whose member has lost access.
struct ExportEnded: Error {}

extension AdminRequestContext {
    /// Returns a response with a CSV file that is created while the client downloads it.
    ///
    /// - Parameters:
    ///   - name: The beginning of the file's name.
    ///   - head: The names of the columns.
    ///   - read: Reads the page after a key, or the first page if the key is nil.
    /// - Throws: ``ProblemPage`` if too many exports are open, or the error that `read` throws for the first
    ///   page.
    func export(
        _ name: String, head: [CSVLine.Field],
        read: @escaping @Sendable (String?) async throws -> ExportStream.Page
    ) async throws -> PageResponse {
        let slot = try streams.exports.enter(streams.owner)
        var first = try await read(nil)
        first.text = CSVLine.text(head) + first.text
        let day = organization.calendar.date(of: books.now).iso8601
        return .download(
            name: "\(name)-\(organization.id)-\(day).csv", type: "text/csv; charset=utf-8",
            ExportStream(first, access: streams, slot: slot, read: read))
    }
}
