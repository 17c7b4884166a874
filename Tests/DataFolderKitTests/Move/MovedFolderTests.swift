import Documents
import Foundation
import Testing

@testable import DataFolderKit

/// A folder whose data was moved, or is being moved, to a PostgreSQL database.
@Suite struct MovedFolderTests {
    /// Returns the error for a folder whose move has ended or has not ended.
    private static func refusal(isDone: Bool) throws -> CommandError {
        let folder = try NewFile.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let mark = MovedFolder(folder)
        try mark.mark("a,b/church", isDone: isDone)
        return try #require(throws: CommandError.self) { try mark.refuse() }
    }

    @Test("after a move, the folder is refused with the address to use instead")
    func finished() throws {
        let error = try Self.refusal(isDone: true)
        #expect(error.code == "dataMoved" && error.reason == "a,b/church")
        #expect(error.summary == "the data in this folder was moved to a PostgreSQL database")
        #expect(error.remedy == "set --database or TAPCTL_DATABASE to the address of that database")
    }

    @Test("during a move, the folder is refused, with advice to wait or to repeat an interrupted move")
    func unfinished() throws {
        let error = try Self.refusal(isDone: false)
        #expect(error.code == "dataMoved" && error.reason == "a,b/church")
        #expect(
            error.summary == "the move of this folder's data to a PostgreSQL database is not complete")
        #expect(error.remedy.hasPrefix("wait until the move is complete"))
        #expect(error.remedy.contains("if the move was interrupted, run `tapctl move` again"))
    }
}
