import DatabaseKit
import Documents
import FailureKit
import Foundation
import Giving
import PaymentCore
import TestSupport
import Testing

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
        #expect(again.map { CommandError($0).code } == "notEmpty")
        #expect(MovedFolder(folder).exists)
    }
}
