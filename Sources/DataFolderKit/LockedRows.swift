import DigestKit
import Documents
import FailureKit
import FileKit
import Foundation
import Glibc
package import TagRegistry

/// The marks that reserve rows of a batch for this process. Each mark is a lock on one byte of the file
/// `batch.lock`, which is always empty.
///
/// The kernel releases a process's locks when the process ends for any reason, so a killed process leaves no
/// marks. The locks belong to the open file and not to the process (fcntl(2), "Open file description locks"),
/// so closing another file descriptor does not release the locks.
package final class LockedRows: RowMarks {
    private let descriptor: Int32
    private let path: String
    /// The offset, within the lock file, of the first byte that belongs to the batch.
    private let first: Int

    /// Opens the lock file for a batch.
    ///
    /// - Parameters:
    ///   - batch: The name under which the batch is stored.
    ///   - database: The path of the database that contains the batch. The lock file is in the same folder.
    /// - Throws: An error with exit code 73 if the file can be neither opened nor created.
    package init(of batch: String, beside database: String) throws {
        path = (database as NSString).deletingLastPathComponent + "/batch.lock"
        first = Self.first(of: batch)
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw Self.failed(path, errno) }
    }

    deinit {
        // While a child of this process is between fork and exec, closing the file does not release the locks.
        _ = lock(Int16(F_UNLCK), first, Self.width)
        close(descriptor)
    }

    package func set(_ mark: RowMark, on row: Int) throws -> Bool {
        if lock(Int16(F_WRLCK), byte(mark, row), 1) { return true }
        let code = errno
        guard code == EAGAIN || code == EACCES else { throw Self.failed(path, code) }
        return false
    }

    package func clear(_ mark: RowMark, on row: Int) { _ = lock(Int16(F_UNLCK), byte(mark, row), 1) }

    package func others(_ mark: RowMark) throws -> Set<Int> {
        var (rows, ranges) = (Set<Int>(), [first..<first + Self.width])
        // The kernel reports only one lock within a range, and merges adjacent locks of the same owner.
        while let range = ranges.popLast() {
            guard let held = try held(within: range) else { continue }
            rows.formUnion(
                held.lazy.map { $0 - self.first }.filter { $0 & 1 == Self.bit(mark) }.map { $0 / 2 })
            ranges += [range.lowerBound..<held.lowerBound, held.upperBound..<range.upperBound]
                .filter { !$0.isEmpty }
        }
        return rows
    }

    /// Returns a range of bytes that another process has locked within the given range, or nil if no byte is
    /// locked.
    private func held(within range: Range<Int>) throws -> Range<Int>? {
        var asked = Self.asked(Int16(F_WRLCK), range.lowerBound, range.count)
        guard fcntl(descriptor, Self.getLock, &asked) == 0 else { throw Self.failed(path, errno) }
        guard asked.l_type != Int16(F_UNLCK) else { return nil }
        // A length of 0 means up to the end of the file, even if the file grows.
        let end = asked.l_len == 0 ? range.upperBound : Int(asked.l_start) + Int(asked.l_len)
        return (Int(asked.l_start)..<max(end, Int(asked.l_start) + 1)).clamped(to: range)
    }

    private func lock(_ type: Int16, _ start: Int, _ length: Int) -> Bool {
        var asked = Self.asked(type, start, length)
        return fcntl(descriptor, Self.setLock, &asked) == 0
    }

    private func byte(_ mark: RowMark, _ row: Int) -> Int { first + row * 2 + Self.bit(mark) }

    private static func bit(_ mark: RowMark) -> Int { mark == .written ? 1 : 0 }

    private static func asked(_ type: Int16, _ start: Int, _ length: Int) -> flock {
        var asked = flock()
        (asked.l_type, asked.l_whence) = (type, Int16(SEEK_SET))
        (asked.l_start, asked.l_len) = (off_t(start), off_t(length))
        return asked
    }

    /// The number of bytes in a batch's range. Each row needs two bytes, and the range has room for more than
    /// the maximum number of rows.
    private static let width = 1 << 15
    private static let setLock: Int32 = 37  // F_OFD_SETLK of linux/fcntl.h, which Swift does not import.
    private static let getLock: Int32 = 36  // F_OFD_GETLK

    /// Returns the offset of the first byte in the lock file that belongs to a batch. The offset is computed
    /// from 45 bits of the hash of the batch's name, so the ranges of two batches are very unlikely to
    /// overlap.
    private static func first(of batch: String) -> Int {
        let hash = SHA256.hash(batch.utf8).prefix(6).reduce(0) { $0 << 8 | Int($1) }
        return (hash >> 3) << 15
    }

    private static func failed(_ path: String, _ code: Int32) -> CommandError {
        CommandError(
            .cannotCreate, code: "cannotCreate",
            "cannot lock the batch's seats",
            reason: "\(path): \(systemWords(for: code))",
            remedy: "make sure that the data folder is writable and that its file system supports locks"
        )
    }
}
