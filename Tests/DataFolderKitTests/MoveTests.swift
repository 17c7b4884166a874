import DatabaseKit
import Documents
import FailureKit
import Foundation
import Giving
import PaymentCore
import PostgresKit
import TapServer
import TestSupport
import Testing
import TimeKit

@testable import DataFolderKit

/// Data folders that move to PostgreSQL.
@Suite(.postgres) struct MoveTests {
    private static func address() async throws -> String {
        let server = try await PostgresServer.shared()
        let database = try await server.makeDatabase()
        return "postgres:///\(database.name)?host=\(server.folder)&user=postgres"
    }

    @Test("the data is in the database afterward, and the folder's own books are refused")
    func moved() async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try await DataFolder.open(folder) { _ in }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization(
                "Grace", OrganizationFields(displayName: "Grace"), at: now)
        }
        let settings = try DatabaseAddress.settings(of: try await Self.address(), from: "--to")
        let inUse = await #expect(throws: CommandError.self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(inUse?.code == "folderInUse" && inUse?.exit == .refused)
        try data.close()

        let moved = try await DataFolder.move(folder, to: settings)
        #expect(moved.check.isBalanced && moved.rows > 0)
        let refused = await #expect(throws: CommandError.self) { try await DataFolder.open(folder) { _ in } }
        #expect(refused?.code == "dataMoved")
        let node = try await DataFolder.open(folder, database: settings) { _ in }
        #expect(try await node.organization("Grace").organization.id == "Grace")
        #expect(try await node.read { try $0.ledgerCheck().isBalanced })
        try await node.finish()
        var warnings: [String] = []
        let other = try await DataFolder.open(folder + "/other", database: settings) { warnings.append($0) }
        try await other.finish()
        #expect(warnings.count == 1 && warnings.first?.contains("links.secret") == true)
        let again = await #expect(throws: (any Error).self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(again.map { CommandError($0).code } == "dataMoved")
        // Another database would issue the same receipt numbers.
        let elsewhere = try DatabaseAddress.settings(of: try await Self.address(), from: "--to")
        let split = await #expect(throws: CommandError.self) {
            try await DataFolder.move(folder, to: elsewhere)
        }
        #expect(split?.code == "dataMoved" && split?.exit == .refused)
        #expect(split?.reason == settings.name)
    }

    @Test("an interrupted move is repeated only to the same database, and only by one program at a time")
    func interrupted() async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try await DataFolder.open(folder) { _ in }
        try await data.write { transaction, now in
            _ = try transaction.addOrganization(
                "Grace", OrganizationFields(displayName: "Grace"), at: now)
        }
        try data.close()
        let settings = try DatabaseAddress.settings(of: try await Self.address(), from: "--to")
        let mark = MovedFolder(folder)
        try mark.mark("a,b/church", isDone: false)
        let other = await #expect(throws: CommandError.self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(other?.code == "dataMoved" && other?.reason == "a,b/church")
        try mark.mark(settings.name, isDone: false)
        do {
            let lock = try MoveLock(folder)
            let locked = await #expect(throws: CommandError.self) {
                try await DataFolder.move(folder, to: settings)
            }
            #expect(locked?.code == "folderInUse")
            withExtendedLifetime(lock) {}
        }
        #expect(try await DataFolder.move(folder, to: settings).check.isBalanced)
        let done = #expect(throws: CommandError.self) { try mark.refuse() }
        #expect(done?.remedy.contains("interrupted") == false)
        // As if the program had been killed before it could write that the move has ended.
        try mark.mark(settings.name, isDone: false)
        let again = await #expect(throws: CommandError.self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(again?.code == "dataMoved" && again?.summary.contains("may already have stored") == true)
        #expect(mark.exists)
    }

    private static func letter(_ id: String, to address: String) -> EmailMessage {
        EmailMessage(
            id: id, from: "no-reply@example.org", to: address, subject: "Your receipt",
            date: Timestamp(seconds: 1_700_000_000), lines: ["Thank you."])
    }

    @Test(
        "e-mails that wait in the folder are in the table afterward, and no program finds their files again")
    func letters() async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await DataFolder.open(folder) { _ in }.close()
        let spool = MailSpool(folder + "/outbox")
        for number in 1...3 {
            try await spool.send(Self.letter("note_\(number)", to: "Donor\(number)@example.org"))
        }
        let settings = try DatabaseAddress.settings(of: try await Self.address(), from: "--to")
        let moved = try await DataFolder.move(folder, to: settings)
        #expect(moved.letters == 3 && moved.letterFolder == folder + "/outbox-moved")
        #expect(spool.letters().isEmpty && MailSpool(folder + "/outbox-moved").letters().count == 3)
        let node = try await DataFolder.open(folder, database: settings) { _ in }
        #expect(try await node.emails.letters() == ["note_1.eml", "note_2.eml", "note_3.eml"])
        let letter = try #require(try await node.emails.claim("note_1.eml"))
        #expect(String(decoding: letter.message, as: UTF8.self).contains("Thank you."))
        #expect(letter.time == Timestamp(seconds: 1_700_000_000))
        await letter.release(after: nil)
        // A donor's e-mails are found by the address without capital letters.
        try await node.emails.removeLetters(to: try #require(EmailAddress("donor2@example.org")))
        #expect(try await node.emails.letters() == ["note_1.eml", "note_3.eml"])
        try await node.finish()
    }

    @Test(
        "a folder with an e-mail that cannot be moved is refused, and nothing is moved",
        arguments: ["letter.eml", "a note.eml"])
    func foreignLetter(name: String) async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await DataFolder.open(folder) { _ in }.close()
        let spool = MailSpool(folder + "/outbox")
        try await spool.send(Self.letter("note_1", to: "donor@example.org"))
        try "no header".write(toFile: spool.path + "/" + name, atomically: false, encoding: .utf8)
        let settings = try DatabaseAddress.settings(of: try await Self.address(), from: "--to")
        let error = await #expect(throws: CommandError.self) {
            try await DataFolder.move(folder, to: settings)
        }
        #expect(error?.exit == .refused && error?.code == "letterNotMovable")
        #expect(error?.reason.hasPrefix(name) == true)
        #expect(!MovedFolder(folder).exists && spool.letters() == ["note_1.eml", name])
        try FileManager.default.removeItem(atPath: spool.path + "/" + name)
        #expect(try await DataFolder.move(folder, to: settings).letters == 1)
    }
}
