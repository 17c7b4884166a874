import SimulationKit
import TestSupport
import Testing

@testable import Giving

@Suite struct StatementDescriptorTests {
    @Test(
        "is derived from the name in Latin letters, cut between words, or else from the id",
        arguments: [
            ("Woodlands Church", "WoodlandsChurch", "Woodlands Church"),
            ("The Church of the Good Shepherd", "Shepherd", "The Church of the Good"),
            ("Église Saint-Jean", "sj", "Eglise Saint-Jean"),
            ("Ελληνική εκκλησία", "gr", "Ellenike ekklesia"),
            ("St. Mary's \"Old\" <Hall>", "mary", "St. Marys Old Hall"), ("👍", "ThumbsUp", "ThumbsUp"),
            ("東京教会", "TokyoChurch", "TokyoChurch"), ("さくら教会", "Sakura", "Sakura"),
            ("さくら", "SakuraChurch", "sakura"), ("ABC", "ab", "GIFT ab"), ("12345", "12345", "GIFT 12345"),
            ("Donaudampfschifffahrtsgesellschaft", "d", "Donaudampfschifffahrts"),
        ])
    func made(name: String, id: String, descriptor: String) {
        #expect(StatementDescriptor.made(from: name, id: id) == descriptor)
    }

    @Test("is valid for any name", arguments: propertySeeds)
    func anyName(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let scalars = (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &generator))
        }
        let name = String(String.UnicodeScalarView(scalars))
        let id = String(UInt64.random(in: 0...999, using: &generator))
        #expect(StatementDescriptor.isValid(StatementDescriptor.made(from: name, id: id)))
    }

    @Test(
        "refuses descriptors that banks refuse",
        arguments: [
            "", "abcd", "12345", "a<b>c", "it's us", "a*b*c", "Grüße", " hello", "hello ", "a\nbcde",
            String(repeating: "a", count: 23),
        ])
    func refuses(text: String) { #expect(!StatementDescriptor.isValid(text)) }
}
