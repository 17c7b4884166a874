public import Giving
public import TimeKit

/// The e-mails that are waiting to be sent. Each e-mail has a name: its id, followed by `.eml`.
///
/// With SQLite, the e-mails are files in a folder (``MailSpool``), and other programs can also send them.
/// Servers that share a database keep the e-mails in a table (``LetterTable``).
public protocol EmailOutbox: Sendable {
    /// Adds an e-mail.
    func send(_ letter: EmailMessage) async throws

    /// Returns the names of the e-mails that could be due. Another process can claim an e-mail before the
    /// caller does.
    func letters() async throws -> Set<String>

    /// Claims an e-mail, so that no other server delivers it. Returns nil if another server has claimed it,
    /// or if it no longer exists.
    func claim(_ name: String) async throws -> (any ClaimedEmail)?

    /// Removes all e-mails to an address. If one of them is being delivered and the attempt fails, it is not
    /// retried.
    func removeLetters(to address: EmailAddress) async throws

    /// Removes all e-mails that were written before a given time.
    func removeLetters(writtenBefore time: Timestamp) async throws
}

/// An e-mail that this process has claimed. It must be removed or released.
public protocol ClaimedEmail: Sendable {
    /// The complete message: header, empty line and text.
    var message: [UInt8] { get }
    /// The time when the e-mail was written.
    var time: Timestamp { get }
    /// The number of failed attempts by all servers to deliver the e-mail. Nil if the outbox does not count
    /// attempts.
    var tries: Int? { get }

    /// Removes the e-mail after it was sent.
    ///
    /// - Returns: Whether the e-mail was removed. If not, it may be sent again.
    func remove() async -> Bool

    /// Releases the e-mail to other processes.
    ///
    /// - Parameter failed: The number of failed attempts, and the time of the next attempt (nil if no attempt
    ///   follows). Nil if no attempt was made.
    func release(after failed: (tries: Int, next: Timestamp?)?) async
}
