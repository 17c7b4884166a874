import Documents
import FailureKit
import Foundation
import Testing

@testable import DataFolderKit

/// Addresses of PostgreSQL databases, and what is refused before anything is opened.
@Suite struct DatabaseAddressTests {
    @Test(
        "a text that is not a URL of PostgreSQL is refused, and never repeated",
        arguments: ["", "church", "http://a/church", "mysql://a:secret@b/c", "host=a password=secret"])
    func malformed(text: String) throws {
        let error = try #require(throws: CommandError.self) {
            try DatabaseAddress.settings(of: text, from: "--database")
        }
        #expect(error.exit == .usage && error.code == "malformedAddress")
        #expect(error.summary == "the value of --database is not a PostgreSQL address")
        #expect(!error.json.text.contains("secret"))
    }

    @Test(
        "an address with a password is recognized",
        arguments: [
            "postgres://u:secret@a/c", "postgres://u:se@cret@a,b/c", "postgres://a/c?password=secret",
            "postgresql://a/c?sslpassword=secret",
        ])
    func password(text: String) { #expect(DatabaseAddress.hasPassword(text)) }

    @Test(
        "an address without a password is accepted",
        arguments: [
            "postgres://u@a:5432,b:5433/c", "postgres://a:1/c?user=x@y", "postgres:///c?host=/tmp",
            "postgresql://a/c?passfile=/p",
        ])
    func noPassword(text: String) {
        #expect(!DatabaseAddress.hasPassword(text) && DatabaseAddress.isURL(text))
    }

    @Test("a folder whose data was moved is refused until the file is removed")
    func moved() async throws {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mark = MovedFolder(folder)
        #expect(!mark.exists)
        try mark.mark("a,b/church", isDone: true)
        let error = await #expect(throws: CommandError.self) { try await DataFolder.open(folder) { _ in } }
        #expect(error?.exit == .refused && error?.code == "dataMoved" && error?.reason == "a,b/church")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [MovedFolder.name])
        mark.unmark()
        try await DataFolder.open(folder) { _ in }.close()
    }
}
