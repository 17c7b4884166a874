import Foundation
import TestSupport
import Testing

/// The paths on which e-mails leave the program.
@Suite struct LetterPathTests {
    /// The names of the files in Sources that contain a text.
    private static func files(with text: String) throws -> Set<String> {
        let folder = SharedFixtures.projectFolder.appending(path: "Sources")
        let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (all?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        return try Set(
            files.filter { try String(contentsOf: $0, encoding: .utf8).contains(text) }
                .map(\.lastPathComponent))
    }

    @Test("S-2: every e-mail goes through the limit for its recipient")
    func paths() throws {
        let writers = try Self.files(with: "EmailMessage(")
        #expect(
            writers == [
                "AdminController+ForgottenPassword.swift", "TapController+Notices.swift",
                "TapController+SignIn.swift",
            ])
        // Only `LimitedMail` adds to the outbox. The delivery reads it, and a forgotten donor's e-mails are removed
        // from it.
        #expect(try Self.files(with: "outbox.send(") == ["LimitedMail.swift"])
        // A move to PostgreSQL takes waiting e-mails along.
        #expect(try Self.files(with: "MailSpool(") == ["DataFolder+Emails.swift", "DataFolder+Move.swift"])
        #expect(try Self.files(with: "LetterTable(") == ["DataFolder+Emails.swift"])
        #expect(try Self.files(with: ": Mail {") == ["LimitedMail.swift"])
    }
}
