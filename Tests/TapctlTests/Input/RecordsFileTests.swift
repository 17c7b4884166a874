import Documents
import Foundation
import TagKit
import TestSupport
import Testing

@testable import tapctl

@Suite struct RecordsFileTests {
    /// Reads a file with one record, and returns the error.
    private static func error(_ fields: String) throws -> CommandError {
        try #require(throws: CommandError.self) { try records(fields) }
    }

    /// Returns the records in a file with one record.
    private static func records(_ fields: String) throws -> [NDEFRecord] {
        let file = FileManager.default.temporaryDirectory.appending(path: "records-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\"records\":[{\(fields)}]}".utf8).write(to: file)
        return try RecordsFile.records(file.path)
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

    @Test(
        "the error for an unknown key names the key",
        arguments: [
            ("\"tnf\":1,\"type\":\"U\",\"payload\":\"04612e6465\"", "payload"),
            ("\"tnf\":1,\"type\":\"U\",\"payload_hex\":\"00\",\"TNF\":1", "TNF"),
            ("\"type\":\"U\",\"zz\":1,\"Payload_hex\":\"00\"", "Payload_hex"),
        ])
    func unknownKey(fields: String, key: String) throws {
        let error = try Self.error(fields)
        #expect(error.code == "badJSON")
        #expect(error.summary == "a record has the unknown key \"\(key)\"")
    }

    @Test("a type and a type_hex that contradict each other are refused, and equal ones are accepted")
    func contradiction() throws {
        let error = try Self.error("\"tnf\":1,\"type\":\"U\",\"type_hex\":\"54\"")
        #expect(error.code == "badJSON")
        #expect(error.reason == "type is \"U\", which is 55 in hex; type_hex is 54")
        let both = try Self.records("\"tnf\":1,\"type\":\"U\",\"type_hex\":\"55\",\"payload_hex\":\"00\"")
        #expect(both.map(\.type) == [hex("55")])
    }

    @Test("every key that `ndef decode --json` prints is accepted")
    func printedKeys() throws {
        let records = try Self.records(
            "\"tnf\":1,\"type\":null,\"type_hex\":\"FF\",\"id_hex\":\"01\",\"payload_hex\":\"02\","
                + "\"decoded\":null")
        #expect(records == [NDEFRecord(tnf: .wellKnown, type: [0xFF], id: [1], payload: [2])])
    }
}
