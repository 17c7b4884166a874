import Documents
import Foundation
import Testing

@testable import tapctl

@Suite struct RecordsFileTests {
    /// Reads a file with one record, and returns the error.
    private static func error(_ fields: String) throws -> CommandError {
        let file = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\"records\":[{\(fields)}]}".utf8).write(to: file)
        return try #require(throws: CommandError.self) { try RecordsFile.records(file.path) }
    }

    @Test(
        "the error for invalid hex in a record lists the fields that contain hex",
        arguments: [
            "\"tnf\":1,\"type_hex\":\"5g\"", "\"tnf\":1,\"type\":\"U\",\"id_hex\":\"5\"",
            "\"tnf\":1,\"type\":\"U\",\"payload_hex\":\"0x0\"",
        ])
    func badHex(fields: String) throws {
        let error = try Self.error(fields)
        #expect(error.code == "badHex")
        #expect(error.remedy == "correct the type_hex, id_hex or payload_hex of the record")
    }
}
