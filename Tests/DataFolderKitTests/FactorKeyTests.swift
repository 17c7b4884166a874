import DigestKit
import FileKit
import Foundation
import StaffAccess
import Testing
import TextKit
import TimeKit

@testable import DataFolderKit
@testable import Documents

/// The file with the key that encrypts the secrets of second factors.
@Suite struct FactorKeyTests {
    @Test("a folder has no key until one is needed, and keeps it in a file that only its owner can read")
    func once() throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(try FactorKey.open(in: folder, isCreated: false) { 1 } == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        let first = try #require(try FactorKey.open(in: folder, isCreated: true) { 1 })
        let second = try #require(try FactorKey.open(in: folder, isCreated: true) { 2 })
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(second.open(first.seal([1, 2], nonce: nonce)) == [1, 2])
        #expect(FileStatus(of: folder + "/factors.key")?.mode == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["factors.key"])
    }

    @Test("a folder checks codes by the machine's clock, however far the processor's clock was advanced")
    func machineClock() async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let data = try await DataFolder.open(folder) { _ in }
        defer { try? data.close() }
        let machine = data.clock.now()
        data.following.follow(machine.adding(seconds: 31 * 86_400))
        let address = try #require(StaffAddress("owner@example.org"))
        let (staff, password) = (data.staff, "a sentence of one's own")
        let member = try await staff.add(address, .owner, organizations: ["Grace"], password: password)
        let token = try await staff.signIn(email: address.text, password: password, isFactorRequired: true)
        let enrolment = try staff.enrolment(of: member, with: token)
        let secret = try #require(Base32.bytes(of: enrolment.secret))
        let code = TOTP.code(secret: secret, step: TOTP.step(at: machine))
        let (session, _) = try await staff.finishSignIn(token, adding: enrolment.sealed, code: code)
        #expect(try await staff.member(of: session) == member)
        #expect(FileStatus(of: folder + "/factors.key")?.mode == 0o600)
    }

    @Test("a malformed key is refused", arguments: ["", "short\n"])
    func malformed(text: String) throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try NewFile.write(Array(text.utf8), to: folder + "/factors.key", force: false, mode: 0o600)
        #expect(throws: CommandError.self) { try FactorKey.open(in: folder, isCreated: true) { 1 } }
    }

    @Test("a key that other users can read is refused")
    func open() throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        _ = try FactorKey.open(in: folder, isCreated: true) { 1 }
        chmod(folder + "/factors.key", 0o644)
        #expect(throws: CommandError.self) { try FactorKey.open(in: folder, isCreated: false) { 1 } }
    }
}
