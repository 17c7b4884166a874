import DatabaseKit
import Foundation
import Testing

@testable import ProcessorSimulator

/// Parameters that are stored and returned with an object.
@Suite struct KeptParameterTests {
    @Test("nothing is stored for an id that this processor did not create")
    func foreignID() async throws {
        let bench = try ProcessorBench()
        try await bench.file.write { transaction in
            try transaction.keep(Data("{}".utf8), for: "roof")
            try transaction.keep(Data("{}".utf8), for: "cus_1")
            #expect(try transaction.one("SELECT count(*) FROM kept") { row -> Int64 in row[0] } == 0)
            try transaction.keep(Data("{}".utf8), for: "cus_00000001abcdefghijklmnop")
            #expect(try transaction.one("SELECT count(*) FROM kept") { row -> Int64 in row[0] } == 1)
        }
    }
}
