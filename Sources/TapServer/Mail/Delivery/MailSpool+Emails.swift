import FileKit
import Foundation
public import Giving
public import TimeKit

extension MailSpool: EmailOutbox {
    /// The maximum size of an e-mail in bytes.
    static let mostLetterBytes = 64 << 10

    /// Returns the file names of all complete e-mails. Empty if the folder does not exist or cannot be read.
    public func letters() -> Set<String> {
        Set(names.filter { $0.hasSuffix(".eml") && !$0.hasPrefix(".") })
    }

    /// Removes the e-mails to the address of a deleted donor, including files left by a crash. If one of
    /// these e-mails is being delivered and the attempt fails, it is not retried.
    ///
    /// - Throws: ``OutboxError`` if an e-mail cannot be removed. The other e-mails to the address are removed
    ///   anyway.
    public func removeLetters(to address: EmailAddress) throws {
        var trouble: OutboxError?
        for name in names {
            guard name.hasSuffix(".eml") || name.hasSuffix(".new"), isLetter(name, to: address) else {
                continue
            }
            guard unlink("\(path)/\(name)") != 0, errno != ENOENT else { continue }
            trouble = OutboxError("an e-mail in the outbox", path, errno, cannotBe: "removed")
        }
        if let trouble { throw trouble }
    }

    /// Removes the files that were written before a given time: e-mails, and incomplete files that a crash
    /// left. A file that cannot be removed is skipped.
    public func removeLetters(writtenBefore time: Timestamp) {
        for name in names
        where name.hasSuffix(".eml") || name.hasSuffix(".new") {
            let place = "\(path)/\(name)"
            guard let status = FileStatus(at: place), status.isRegular,
                Timestamp(seconds: status.modified.seconds) < time
            else { continue }
            unlink(place)
        }
    }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    private func isLetter(_ name: String, to address: EmailAddress) -> Bool {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let message = try? file.read(upToCount: Self.mostLetterBytes),
            let recipient = try? SMTPEnvelope(message: Array(message)).recipient
        else { return false }
        return EmailAddress(recipient)?.key == address.key
    }

    /// Claims an e-mail. See ``take(_:)``.
    public func claim(_ name: String) -> (any ClaimedEmail)? { take(name) }

    /// Claims an e-mail. Returns nil if another process has claimed it, if it was removed, or if the file is
    /// too large or cannot be read.
    func take(_ name: String) -> ClaimedFile? {
        let place = "\(path)/\(name)"
        let descriptor = open(place, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        // If the file was removed in the meantime, another process has sent it.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let status = FileStatus(descriptor: descriptor),
            status.linkCount > 0, status.isRegular, status.size <= Int64(Self.mostLetterBytes),
            let message = try? FileHandle(fileDescriptor: descriptor).read(upToCount: Self.mostLetterBytes)
        else {
            Foundation.close(descriptor)
            return nil
        }
        let time = Timestamp(seconds: status.modified.seconds)
        return ClaimedFile(descriptor: descriptor, path: place, message: Array(message), time: time)
    }
}

/// A file that this process has claimed. No other process delivers the e-mail until the file is closed.
struct ClaimedFile: ClaimedEmail {
    fileprivate let descriptor: Int32
    fileprivate let path: String
    /// The complete message: header, empty line and text.
    let message: [UInt8]
    /// The time when the e-mail was written, which is the file's modification time.
    let time: Timestamp
    /// Always nil, because the folder does not store the number of attempts.
    let tries: Int? = nil

    fileprivate init(descriptor: Int32, path: String, message: [UInt8], time: Timestamp) {
        (self.descriptor, self.path, self.message, self.time) = (descriptor, path, message, time)
    }

    /// Removes the e-mail from the folder after it was sent.
    ///
    /// - Returns: Whether the file is gone.
    func remove() -> Bool { unlink(path) == 0 || errno == ENOENT }

    /// Releases the e-mail to other processes. The result of an attempt is not stored.
    func release(after failed: (tries: Int, next: Timestamp?)?) { close() }

    /// Releases the e-mail, so that other processes can claim it.
    func close() { Foundation.close(descriptor) }
}
