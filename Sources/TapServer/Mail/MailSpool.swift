public import FailureKit
import FileKit
import Foundation
import TimeKit

/// A folder of e-mails that are waiting to be sent. Each e-mail is a file, such as `link_….eml`, that only
/// its owner can read.
///
/// An e-mail is written and synced under a name that starts with a dot, and then renamed. A program that
/// sends all `*.eml` files therefore never sees an incomplete e-mail.
///
/// The site adds e-mails through ``LimitedMail``, which limits the number of e-mails to each address.
public struct MailSpool: Sendable {
    /// The folder's path. If the folder does not exist, it is created with mode 0700 when the first e-mail is
    /// added.
    public let path: String

    public init(_ path: String) { self.path = path }

    /// Writes an e-mail to the folder, replacing any e-mail with the same id.
    ///
    /// A separate thread, which handles no requests, syncs the file to disk.
    ///
    /// - Throws: ``OutboxError`` if the e-mail cannot be saved or synced to disk.
    public func send(_ letter: EmailMessage) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            Self.writers.async { continuation.resume(with: Result { try write(letter) }) }
        }
    }

    private static let writers = DispatchQueue(label: "outbox")

    private func write(_ letter: EmailMessage) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw OutboxError("the outbox folder", path, errno) }
        // Only one process writes an e-mail with this id, so a file left by a crash is overwritten.
        let (new, place) = ("\(path)/.\(letter.id).new", "\(path)/\(letter.id).eml")
        do {
            // The modification time is the e-mail's date, so that its age is measured with the same clock.
            try AtomicFile.write(
                Array(letter.message.utf8), to: place, .replacing, mode: 0o600, through: new,
                modified: letter.date.seconds)
        } catch {
            if error.step == .syncFolder {
                throw OutboxError("the outbox folder", path, error.number, cannotBe: "synced to disk")
            }
            throw OutboxError("an e-mail", path, error.number, cannotBe: "saved in the outbox")
        }
    }
}

/// The reason that an e-mail could not be added to the outbox or removed from it.
public struct OutboxError: Failure, Hashable {
    /// The error in one sentence.
    public let summary: String
    /// The path and the system's error. It never contains a recipient's address.
    public let reason: String
    /// The action that resolves the error, as a clause.
    public let remedy =
        "allow the user that runs this program to write to the folder, or free some disk space; "
        + "missing receipts are then saved automatically; repeat any other action that failed"

    /// The stable error code.
    public var failureCode: String { "outboxNotWritable" }

    public var category: FailureCategory { .cannotCreate }

    init(_ what: String, _ path: String, _ number: Int32, cannotBe done: String = "created") {
        summary = "\(what) cannot be \(done)"
        reason = "\(path): \(String(cString: strerror(number)))"
    }
}
