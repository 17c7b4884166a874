import DatabaseKit
import Foundation
import PaymentCore
import StaffAccess
import Testing
import TimeKit
import TokenKit

@testable import Contracts
@testable import DataFolderKit
@testable import Dependents
@testable import Documents
@testable import Giving

/// The access of the members, keys, sessions and links in a restored backup (case S-3).
@Suite struct RestoredAccessTests {
    /// A data folder, its backup and the restored folder, which are removed afterwards.
    private final class Folder: Sendable {
        private let folder = FileManager.default.temporaryDirectory.appending(
            path: "access-\(UUID().uuidString)")
        var data: String { folder.appending(path: "data").path }
        var backup: String { folder.appending(path: "backup").path }
        var restored: String { folder.appending(path: "restored").path }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// Runs work in the data folder, backs it up, and runs more work in it.
        func backedUp(
            _ before: (DataFolder) async throws -> Void, after: (DataFolder) async throws -> Void = { _ in }
        )
            async throws
        {
            let data = try await DataFolder.open(data) { _ in }
            defer { try? data.close() }
            try await before(data)
            _ = try await DataFolder.backUp(data, from: self.data, to: backup, secrets: [])
            try await after(data)
        }

        /// Restores the backup to another folder, and runs work in it.
        func restored<Value>(_ work: (DataFolder, EndedAccess) async throws -> Value) async throws -> Value {
            let books = try await Backup(backup).restore(
                to: restored, replacing: false, now: RestoredAccessTests.now
            ).books
            let data = try await DataFolder.open(restored) { _ in }
            defer { try? data.close() }
            return try await work(data, books.access)
        }
    }

    private static let now = Timestamp(seconds: 1_795_381_970)
    private static let email = "treasurer@example.org"
    private static let password = "a sentence of one's own"

    private static func address() throws -> StaffAddress { try #require(StaffAddress(email)) }

    private static func addMember(_ data: DataFolder) async throws {
        _ = try await data.staff.add(
            try address(), .treasurer, organizations: ["Grace"], password: password)
    }

    @Test("S-3: a member who was removed after the backup cannot sign in to the restored data")
    func removedMember() async throws {
        let folder = Folder()
        try await folder.backedUp(Self.addMember) { data in
            _ = try await data.staff.remove(try Self.address())
        }
        try await folder.restored { data, access in
            #expect(access.members.map(\.email) == [Self.email])
            let member = try #require(try await data.staff.members().first)
            #expect(member.unconfirmedSince == Self.now)
            let error = await #expect(throws: StaffError.self) {
                try await data.staff.signIn(email: Self.email, password: Self.password)
            }
            #expect(error == StaffError(.wrongPassword))
            let row = try #require(try await data.auditLog.entries(AuditLogFilter(limit: 1)).first).event
            #expect(row.action == "session.start" && row.refusal == "unconfirmed" && row.ids == [member.id])
            let wrong = await #expect(throws: StaffError.self) {
                try await data.staff.signIn(email: Self.email, password: "another sentence")
            }
            #expect(wrong == error)
        }
    }

    @Test("S-3: a member who is confirmed can sign in to the restored data, and others cannot")
    func confirmedMember() async throws {
        let folder = Folder()
        try await folder.backedUp { data in
            try await Self.addMember(data)
            let other = try #require(StaffAddress("other@example.org"))
            _ = try await data.staff.add(other, .owner, organizations: ["Grace"], password: Self.password)
        }
        try await folder.restored { data, _ in
            let member = try await data.staff.confirm(Self.address())
            #expect(member.unconfirmedSince == nil)
            let token = try await data.staff.signIn(email: Self.email, password: Self.password)
            #expect(try await data.staff.member(of: token)?.email == Self.email)
            await #expect(throws: StaffError(.wrongPassword)) {
                try await data.staff.signIn(email: "other@example.org", password: Self.password)
            }
        }
    }

    @Test("S-3: sessions of staff end, whether or not they were signed out after the backup")
    func staffSessions() async throws {
        let folder = Folder()
        var tokens: [SessionToken] = []
        try await folder.backedUp(
            { data in
                try await Self.addMember(data)
                for _ in 1...2 {
                    tokens.append(try await data.staff.signIn(email: Self.email, password: Self.password))
                }
            },
            after: { data in
                try await data.staff.signOut(tokens[0])
                tokens.append(try await data.staff.signIn(email: Self.email, password: Self.password))
            })
        try await folder.restored { data, access in
            #expect(access.sessions == 2)
            _ = try await data.staff.confirm(try Self.address())
            for token in tokens { #expect(try await data.staff.member(of: token) == nil) }
        }
    }

    @Test("S-3: a key that was revoked after the backup is refused until it is confirmed")
    func keys() async throws {
        let folder = Folder()
        var secret: APIKeySecret?
        try await folder.backedUp(
            { data in
                secret = try await data.apiKeys.add("website", .owner, organizations: ["Grace"]).secret
            },
            after: { data in _ = try await data.apiKeys.remove("website") })
        let shown = try #require(secret)
        try await folder.restored { data, access in
            #expect(access.keys.map(\.name) == ["website"])
            #expect(try await data.apiKeys.key(of: shown) == nil)
            #expect(try await data.apiKeys.keys().map(\.unconfirmedSince) == [Self.now])
            _ = try await data.apiKeys.confirm("website")
            #expect(try await data.apiKeys.key(of: shown)?.name == "website")
            // The first use of a day stores the key again.
            #expect(try await data.apiKeys.keys().map(\.unconfirmedSince) == [nil])
        }
    }

    @Test("S-3: sign-ins of donors and links of all kinds end")
    func donorsAndLinks() async throws {
        let folder = Folder()
        let token = LinkToken { 7 }
        try await folder.backedUp { data in
            try await data.write { transaction, now in
                try transaction.save(
                    DonorSession(hash: "session", donor: "donor_1", ends: .latest))
                var link = SignInLink(id: "link_1", email: "donor@example.org", asked: Self.now)
                (link.sent, link.donor, link.hash) = (Self.now, "donor_1", "sign-in")
                try transaction.save(link)
                try transaction.save(
                    PaymentLink(
                        id: "plink_1", contract: "con_1", instalment: 1, hash: token.hash, ends: .latest))
                try transaction.save(PageLink(hash: "page", to: .payee, "payee_1"))
                var guardian = Guardian(id: "grd_1", name: "A Guardian", email: "guardian@example.org")
                guardian.linkHash = "guardian"
                try transaction.save(guardian)
            }
        }
        try await folder.restored { data, access in
            #expect(access.sessions == 1 && access.links == 4)
            try await data.read { transaction throws in
                #expect(try transaction.session(hash: "session") == nil)
                #expect(try transaction.link(hash: "sign-in") == nil)
                #expect(try transaction.paymentLink(hash: token.hash)?.opens(at: Self.now) == false)
                #expect(try transaction.pageLink(hash: "page") == nil)
                #expect(try transaction.guardian(hash: "guardian") == nil)
                #expect(try transaction.guardian("grd_1")?.linkHash == nil)
                #expect(try transaction.withdrawnPageLinks(to: .payee, "payee_1") == 1)
            }
            await #expect(throws: ContractError.self) {
                try await data.products.contracts.contract(token: token.text)
            }
        }
    }

    @Test("S-3: links of the restored data are derived from a new secret")
    func secret() async throws {
        let folder = Folder()
        var before: LinkToken?
        try await folder.backedUp { data in before = data.products.secret }
        try await folder.restored { data, _ in #expect(data.products.secret != before) }
    }

    @Test("S-3: the restored copy gives no access even before it replaces the data folder")
    func beforePlacing() async throws {
        let folder = Folder()
        try await folder.backedUp(Self.addMember)
        // The state of a restore that is killed before the folders are exchanged.
        let copy = folder.restored
        try FileManager.default.copyItem(atPath: folder.backup, toPath: copy)
        _ = try await RestoredBooks.begin(
            in: copy, after: .none, asking: nil, backupMade: Self.now, at: Self.now)
        let file = try DatabaseFile.open(at: DataFolder.file(in: copy), migrations: DataFolder.migrations)
        defer { try? file.close() }
        #expect(
            try await file.read { try $0.staffMembers(after: nil, limit: 9) }.map(\.unconfirmedSince) == [
                Self.now
            ])
    }
}
