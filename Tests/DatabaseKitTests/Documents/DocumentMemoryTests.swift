import Foundation
import Testing

@testable import DatabaseKit

/// A cache of decoded values by their bytes.
@Suite struct DocumentMemoryTests {
    struct Note: Codable, Hashable {
        var beginning = String(repeating: "a", count: 200)
        var number: Int
    }

    @Test("finds a written value only by its exact bytes")
    func found() throws {
        let memory = DocumentMemory()
        let notes = (0..<500).map { Note(number: $0) }
        for note in notes { memory.remember(note, as: try DocumentCoder.encode(note)) }
        #expect(memory.count == notes.count)
        for note in notes {
            #expect(try memory.decode(Note.self, from: DocumentCoder.encode(note)) == note)
        }
        #expect(memory.count == notes.count)
    }

    @Test("the same bytes of two types are two values")
    func types() throws {
        struct Other: Codable, Hashable { var number: Int }
        let memory = DocumentMemory()
        let bytes = try DocumentCoder.encode(Note(number: 7))
        memory.remember(Note(number: 7), as: bytes)
        #expect(try memory.decode(Other.self, from: bytes) == Other(number: 7))
    }

    @Test("beyond its limit, the cache is emptied, and values are decoded again")
    func forgotten() throws {
        let memory = DocumentMemory()
        for number in 0...DocumentMemory.limit {
            memory.remember(Note(number: number), as: try DocumentCoder.encode(Note(number: number)))
        }
        #expect(memory.count == 1)
        #expect(try memory.decode(Note.self, from: DocumentCoder.encode(Note(number: 3))).number == 3)
    }

    @Test("a purge removes all values, and they are decoded again")
    func purged() throws {
        let memory = DocumentMemory()
        for number in 0..<10 {
            memory.remember(Note(number: number), as: try DocumentCoder.encode(Note(number: number)))
        }
        memory.purge()
        #expect(memory.count == 0)
        #expect(try memory.decode(Note.self, from: DocumentCoder.encode(Note(number: 3))).number == 3)
    }

    @Test("does not cache bytes that cannot be decoded")
    func refused() {
        let memory = DocumentMemory()
        #expect(throws: (any Error).self) { try memory.decode(Note.self, from: Data("{}".utf8)) }
        #expect(memory.count == 0)
    }
}
