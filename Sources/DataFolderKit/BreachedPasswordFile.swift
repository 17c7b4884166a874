import Documents
import FailureKit
import FileKit
import Glibc

/// The optional file `breached-passwords.txt` in the data folder: the SHA-1 hashes of passwords from data
/// breaches.
///
/// Each line contains a hash of 40 hexadecimal digits, optionally followed by a colon and a count. The lines
/// are in ascending order. The "Pwned Passwords" download from Have I Been Pwned has this format if it is
/// ordered by hash. The file can be larger than memory, because only a few lines are read for each password.
final class BreachedPasswordFile {
    static let name = "breached-passwords.txt"
    private static let digits = 40
    /// The maximum length of a line in bytes, including its line break.
    private static let longestLine = 80

    private let path: String
    private let descriptor: Int32
    private let size: Int

    /// Opens the file in a data folder. Returns nil if the file does not exist.
    ///
    /// - Throws: An error with exit code 78 if the file cannot be read.
    init?(in folder: String) throws {
        path = folder + "/" + Self.name
        // Without `O_NONBLOCK`, opening a named pipe waits for a writer.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw Self.unreadable(path, systemWords()) }
        size = lseek(descriptor, 0, SEEK_END)
        // Every property is set, so `deinit` closes the file if this throws.
        guard size >= 0 else { throw Self.unreadable(path, systemWords()) }
    }

    deinit { close(descriptor) }

    /// Returns whether the file contains a hash. The file is searched with a binary search.
    ///
    /// - Parameter hash: 40 hexadecimal digits in upper case.
    /// - Throws: An error with exit code 78 if the file cannot be read or has a different format.
    func contains(_ hash: String) throws -> Bool {
        // A line with the hash can begin only in `low..<high`. A line begins at `low`.
        var (low, high) = (0, size)
        while low < high {
            let middle = low + (high - low) / 2
            let start = middle == low ? low : try lineStart(from: middle)
            guard start < high else {
                high = middle
                continue
            }
            let line = try self.line(at: start)
            if line.hash == hash { return true }
            if line.hash < hash { low = line.next } else { high = middle }
        }
        return false
    }

    /// Returns the offset of the first line that begins at or after an offset. Returns the size of the file
    /// if no such line exists.
    private func lineStart(from offset: Int) throws -> Int {
        let bytes = try read(from: offset - 1)
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            guard bytes.count < Self.longestLine else { throw malformed(at: offset) }
            return size
        }
        return offset + end
    }

    /// Returns the hash, in upper case, of the line that begins at an offset, and the offset of the next
    /// line. For the last line, the second offset is the size of the file.
    private func line(at offset: Int) throws -> (hash: String, next: Int) {
        let bytes = try read(from: offset)
        let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        let hash = bytes.prefix(Self.digits)
        let rest = bytes[..<(end ?? bytes.count)].dropFirst(Self.digits)
        let isHash = hash.count == Self.digits && hash.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard isHash, end != nil || bytes.count < Self.longestLine,
            rest.isEmpty || [UInt8(ascii: ":"), UInt8(ascii: "\r")].contains(rest[rest.startIndex])
        else { throw malformed(at: offset) }
        return (String(decoding: hash, as: UTF8.self).uppercased(), end.map { offset + $0 + 1 } ?? size)
    }

    /// Returns up to ``longestLine`` bytes from an offset. Returns fewer bytes only at the end of the file.
    private func read(from offset: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: Self.longestLine)
        var count = 0
        while count < buffer.count {
            let more = buffer.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count, offset + count)
            }
            if more == 0 { break }
            if more > 0 {
                count += more
            } else if errno != EINTR {
                throw Self.unreadable(path, systemWords())
            }
        }
        return Array(buffer.prefix(count))
    }

    private func malformed(at offset: Int) -> CommandError {
        Self.unreadable(path, "the line at byte \(offset) is too long or is not a SHA-1 hash")
    }

    private static func unreadable(_ path: String, _ reason: String) -> CommandError {
        CommandError(
            .configuration, code: "breachedPasswordsUnreadable",
            "the list of breached passwords cannot be read", reason: "\(path): \(reason)",
            remedy:
                "make sure that the file is readable and lists SHA-1 hashes in ascending order, or remove it")
    }
}
