import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagSecurity

/// An NTAG 424 DNA with all that its tests need.
enum SUNBench {
    static let uid = hex("04517CA1E1ED25")
    static let url = "https://appclip.tap.giving/Grace?f=7&r=0&" + SUNPlaceholders.text
    static let longerURL = "https://appclip.tap.giving/HopeOfTheValley?f=roof&r=1&" + SUNPlaceholders.text

    static func secret(_ seed: UInt64 = 1) -> BatchSecret {
        var generator = SeededGenerator(seed: seed)
        return BatchSecret(from: &generator)
    }

    static func factory() throws -> any VirtualTag {
        try makeVirtualTag(from: try #require(TagImage.factory(product: "NTAG 424 DNA", uid: uid)))
    }

    /// A tag that was programmed.
    static func programmed(_ url: String = url) async throws -> any VirtualTag {
        let reader = DirectReader(try factory())
        try await program(reader, url: url)
        return try await tag(on: reader)
    }

    /// The tag in its present state, without power.
    static func tag(on reader: DirectReader) async throws -> any VirtualTag {
        try makeVirtualTag(from: try #require(await reader.field.tags.first).image)
    }

    static func message(_ url: String = url) throws -> [UInt8] {
        try NDEFMessage([URIRecord(url).record()]).encoded()
    }

    static func programming(_ reader: DirectReader, _ secret: BatchSecret = secret()) -> SUNProgramming {
        SUNProgramming(reader, secret: secret) { Array(0x30...0x3F) }
    }

    @discardableResult
    static func program(
        _ reader: DirectReader, _ secret: BatchSecret = secret(), url: String = url,
        options: ProgrammingOptions = [], counterOf: @Sendable ([UInt8]) async -> UInt32? = { _ in nil }
    ) async throws -> SUNProgramming.Report {
        try await programming(reader, secret)
            .run(message: try message(url), options: options, counterOf: counterOf, within: .seconds(1))
    }

    /// The error that programming throws, if any.
    static func refusal(
        _ reader: DirectReader, _ secret: BatchSecret = secret(), url: String = url,
        options: ProgrammingOptions = []
    ) async throws -> TagError? {
        do {
            try await program(reader, secret, url: url, options: options)
            return nil
        } catch let error as TagError { return error }
    }

    /// The URL that a phone reads; nil for an empty message.
    static func readURL(_ reader: DirectReader) async throws -> String? {
        let snapshot = try await TagSession(reader).inspect(.message, within: .seconds(1))
        guard let message = snapshot.message, !message.isEmpty else { return nil }
        let record = try #require(try NDEFMessage(decoding: message).records.first)
        guard case .uri(let content) = try record.decoded() else { return nil }
        return content.uri
    }

    /// A phone's read, checked as a service does.
    static func tap(_ reader: DirectReader, _ secret: BatchSecret = secret()) async throws -> SUNTap {
        let url = try #require(try await readURL(reader))
        return try SUNKeys(secret: secret).verify(try SUNMessage(url: url))
    }
}
