import Foundation
import Testing

@testable import PostgresKit

@Suite(.enabled(if: TestServer.programs != nil))
struct PostgresDatabaseTests {
    @Test("values keep their type and content")
    func values() async throws {
        let database = try await PostgresDatabase.open(try await TestServer.shared.get().settings())
        let values: [PostgresValue] = [
            .integer(.min), .integer(.max), .integer(-1), .text(""), .text("ä€😀'\"\\?"), .blob(Data()),
            .blob(Data([0, 255, 39])), .null,
        ]
        let read = try await database.transaction(.serializable) { connection in
            try connection.run("CREATE TABLE v (n BIGINT, number BIGINT, text TEXT, blob BYTEA)")
            for (place, value) in values.enumerated() {
                let (number, text, blob): (PostgresValue, PostgresValue, PostgresValue) =
                    switch value {
                    case .integer: (value, .null, .null)
                    case .text: (.null, value, .null)
                    case .blob: (.null, .null, value)
                    case .null: (.null, .null, .null)
                    }
                try connection.run("INSERT INTO v VALUES (?, ?, ?, ?)", [.integer(Int64(place)), number, text, blob])
            }
            let rows = try connection.rows("SELECT number, text, blob FROM v ORDER BY n")
            return (0..<rows.count).map { row in (0..<3).compactMap { rows.value(row: row, column: $0) }.filter { $0 != .null } }
        }
        #expect(read.map { $0.first ?? .null } == values)
        await database.close()
    }
}
