import Foundation
import TagKit
import TestSupport
import Testing

@Suite("NDEF vectors")
struct VectorTests {
    private struct File: Decodable { let vectors: [NDEFVector] }

    @Test("hold, those of other projects")
    func shared() throws {
        guard let data = try SharedFixtures.data("ndef-vectors.json") else { return }
        let vectors = try JSONDecoder().decode(File.self, from: data).vectors
        let problems = vectors.compactMap { $0.problem() }
        SharedFixtures.report("ndef-vectors.json", held: vectors.count - problems.count, of: vectors.count)
        #expect(problems == [])
        #expect(vectors.count > 0)
    }

    @Test("hold, our own")
    func own() throws {
        #expect(try ownVectors().compactMap { $0.problem() } == [])
    }

    @Test("name every error code, and every kind of record")
    func complete() throws {
        let text = String(decoding: try Data(contentsOf: Self.ownFile), as: UTF8.self)
        for code in NDEFError.Code.allCases where code != .limitExceeded {
            #expect(text.contains("\"\(code.rawValue)\""), "no vector of \(code)")
        }
        let kinds = [
            "empty", "uri", "text", "smartPoster", "mime", "absoluteURI", "external", "aar", "wellKnown",
            "unknown",
        ]
        for kind in kinds { #expect(text.contains("\"kind\": \"\(kind)\""), "no vector of \(kind)") }
    }

    private static let ownFile = SharedFixtures.projectFolder.appending(path: "fixtures/ndef/vectors.json")

    private func ownVectors() throws -> [NDEFVector] {
        try JSONDecoder().decode(File.self, from: Data(contentsOf: Self.ownFile)).vectors
    }
}
