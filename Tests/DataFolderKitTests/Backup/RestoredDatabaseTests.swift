import DatabaseKit
import FailureKit
import Foundation
import PaymentCore
import PostgresKit
import StaffAccess
import TestSupport
import Testing
import TimeKit
import TokenKit

@testable import DataFolderKit
@testable import Documents
@testable import Giving

/// A database that its server has restored to an earlier moment.
@Suite struct RestoredDatabaseTests {
    private static let moment = Timestamp(seconds: 1_795_381_970)
    private static let now = moment.adding(seconds: 86_400)

    private static func withFolder(_ work: (String) async throws -> Void) async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await work(folder)
    }

    private static func withServer(_ work: (String, PostgresSettings) async throws -> Void) async throws {
        let server = try await PostgresServer.shared()
        let address =
            "postgres:///\(try await server.makeDatabase().name)?host=\(server.folder)&user=postgres"
        try await withFolder {
            try await work($0, try DatabaseAddress.settings(of: address, from: "--database"))
        }
    }

    /// Adds the session of a donor, and the link to a page.
    private static func addLinks(in database: any TransactionRunner) async throws {
        try await database.write { transaction in
            try transaction.save(DonorSession(hash: "session", donor: "donor_1", ends: .latest))
            try transaction.save(PageLink(hash: "page", to: .payee, "payee_1"))
        }
    }

    private static func check(_ database: any TransactionRunner) async throws {
        try await addLinks(in: database)
        let books = try await DataFolder.finishRestore(of: database, to: moment, segment: nil, now: now)
        #expect(books.segment == 1 && books.end == moment && !books.isSegmentCertain)
        #expect(books.access.sessions == 1 && books.access.links == 1)
        try await AuditLog(database: database, clock: WallClock { now }).chain()
        try await database.read { transaction throws in
            #expect(try transaction.session(hash: "session") == nil)
            #expect(try transaction.pageLink(hash: "page") == nil)
            #expect(try transaction.receiptSegments().map(\.number) == [1])
            #expect(try transaction.openGaps() == [BooksGap(.restored, since: moment, found: now)])
            #expect(
                try transaction.auditLog(AuditLogFilter(limit: 2)).map(\.event.action) == ["backup.restore"])
        }
        // A second run, with a segment that the person knows.
        let again = try await DataFolder.finishRestore(of: database, to: moment, segment: 7, now: now)
        #expect(again.segment == 7 && again.isSegmentCertain && again.access == EndedAccess())
        let used = await #expect(throws: CommandError.self) {
            try await DataFolder.finishRestore(of: database, to: moment, segment: 7, now: now)
        }
        #expect(used?.code == "segmentUsed")
        #expect(try await database.read { try $0.receiptSegments().map(\.number) } == [1, 7])
    }

    private static func checkRefusal(_ database: any TransactionRunner) async throws {
        try await addLinks(in: database)
        try await database.write { transaction in
            try transaction.append(
                AuditLogEvent(.addStaff, by: .commandLine), at: moment.adding(seconds: 3_600))
        }
        let error = await #expect(throws: CommandError.self) {
            try await DataFolder.finishRestore(of: database, to: moment, segment: nil, now: now)
        }
        #expect(error?.exit == .refused && error?.code == "laterChanges")
        try await database.read { transaction throws in
            #expect(try transaction.session(hash: "session") != nil)
            #expect(try transaction.receiptSegments().isEmpty)
            #expect(try transaction.openGaps().isEmpty)
        }
    }

    @Test("a new segment begins, the books have a gap, and all sessions and links end")
    func folder() async throws {
        try await Self.withFolder { folder in
            let data = try await DataFolder.open(folder) { _ in }
            try await Self.check(data.database)
            try data.close()
        }
    }

    @Test("the same in PostgreSQL, where the folder also gets a new secret for links", .postgres)
    func server() async throws {
        try await Self.withServer { folder, settings in
            let data = try await DataFolder.open(folder, database: settings) { _ in }
            try await Self.check(data.database)
            let address = try #require(StaffAddress("treasurer@example.org"))
            _ = try await data.staff.add(
                address, .treasurer, organizations: ["Grace"], password: "a sentence of one's own")
            let (secret, later) = (data.products.secret, data.clock.now().adding(seconds: 5))
            try await data.finish()
            let books = try await DataFolder.finishRestore(
                of: settings, in: folder, to: later, segment: nil, now: later
            ).books
            #expect(books.segment == 8 && books.access.members.map(\.email) == ["treasurer@example.org"])
            let after = try await DataFolder.open(folder, database: settings) { _ in }
            #expect(after.products.secret != secret)
            #expect(try await after.staff.members().map(\.unconfirmedSince) == [later])
            try await after.finish()
        }
    }

    @Test("a database with later changes is refused, and remains unchanged, also in PostgreSQL", .postgres)
    func laterServerChanges() async throws {
        try await Self.withServer { folder, settings in
            let data = try await DataFolder.open(folder, database: settings) { _ in }
            let secret = data.products.secret
            try await Self.checkRefusal(data.database)
            try await data.finish()
            let error = await #expect(throws: CommandError.self) {
                try await DataFolder.finishRestore(
                    of: settings, in: folder, to: Self.moment, segment: nil, now: Self.now)
            }
            #expect(error?.code == "laterChanges")
            let after = try await DataFolder.open(folder, database: settings) { _ in }
            #expect(after.products.secret == secret)
            try await after.finish()
        }
    }

    @Test("a database with later changes is refused, and remains unchanged")
    func laterChanges() async throws {
        try await Self.withFolder { folder in
            let data = try await DataFolder.open(folder) { _ in }
            try await Self.checkRefusal(data.database)
            try data.close()
        }
    }
}
