public import DatabaseKit
import Giving
import TextKit

extension Transaction {
    /// Adds the e-mails of a folder to the table. They are due immediately. The folder is not changed.
    ///
    /// - Returns: The number of e-mails in the folder.
    /// - Throws: ``UnmovableLetter`` if a file is not a valid e-mail or cannot be read, or if another process
    ///   is sending it.
    public func addLetters(of spool: MailSpool) throws -> Int {
        let names = spool.letters().sorted()
        for name in names {
            let id = String(name.dropLast(LetterTable.suffix.count))
            guard id.utf8.allSatisfy(Self.isOfID), let file = spool.take(name) else {
                throw UnmovableLetter(name: name)
            }
            defer { file.close() }
            guard let recipient = try? SMTPEnvelope(message: file.message).recipient else {
                throw UnmovableLetter(name: name)
            }
            try add(letter: id, to: LetterTable.key(of: recipient), at: file.time, file.message)
        }
        return names.count
    }

    private static func isOfID(_ byte: UInt8) -> Bool {
        switch byte {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "-":
            true
        default: false
        }
    }
}

/// The error for a file in the outbox folder that cannot be added to the table of e-mails.
public struct UnmovableLetter: Error, Hashable {
    /// The name of the file.
    public let name: String
}
