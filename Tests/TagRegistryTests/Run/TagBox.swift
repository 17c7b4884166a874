import DatabaseKit
import SimulationKit
import TagDumps
import TagKit
import TagRegistry
import TagSecurity
import TagSimulator
import Testing
import TimeKit

/// A box of virtual tags, which tests present to a reader.
struct TagBox {
    /// The tags, as they are now.
    var tags: [any VirtualTag] = []

    /// Adds a factory-fresh tag.
    ///
    /// - Returns: Its number in the box.
    @discardableResult
    mutating func add(
        _ product: String = "NTAG213", uid: [UInt8]? = nil, defects: [String] = []
    ) throws -> Int {
        let uid = uid ?? Self.uid(tags.count)
        var image = try #require(TagImage.factory(product: product, uid: uid)).signedBySimulator
        image.defects = defects
        tags.append(try makeVirtualTag(from: image))
        return tags.count - 1
    }

    /// The UID of the tag with this number.
    static func uid(_ number: Int) -> [UInt8] {
        [0x04, 0x11, 0x22, 0x33, 0x44, UInt8(number >> 8), UInt8(number & 0xFF)]
    }

    /// Lets another program write a message to a tag.
    mutating func write(_ url: String, to number: Int) async throws {
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()
        let reader = DirectReader(tags[number])
        let session = TagSession(reader)
        let snapshot = try await session.inspect(.writing(messageBytes: message.count))
        _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
        tags[number] = await reader.field.tags[0]
    }

    /// Sets the static lock bits of a tag: nothing up to page 15 can be written any more.
    mutating func lock(_ number: Int) async throws {
        let reader = DirectReader(tags[number])
        _ = try await reader.select(within: .seconds(1))
        _ = try await reader.send(.write(page: 2, data: [0, 0, 0xFF, 0xFF]))
        tags[number] = await reader.field.tags[0]
    }

    /// The message that a phone reads from a tag; nil if it has no message.
    func message(of number: Int) async throws -> [UInt8]? {
        try await TagSession(DirectReader(tags[number])).inspect().message
    }

    /// Presents a tag to a reader that writes a batch.
    mutating func hold(
        _ number: Int, to station: (any TagReader) -> BatchProgrammer,
        faults: FaultPlan = FaultPlan(), mayReplace: Bool = false
    ) async throws -> TagResult {
        let reader = DirectReader(tags[number], faults: faults)
        do {
            let result = try await station(reader).take(within: .seconds(1)) { _, _ in mayReplace }
            tags[number] = await reader.field.tags[0]
            return result
        } catch {
            tags[number] = await reader.field.tags[0]
            throw error
        }
    }
}

extension RegistryFile {
    /// A reader that writes the batch `Main`.
    func station(
        _ reader: any TagReader, overwrites: Bool = false, genuineOnly: Bool = false,
        claims: ClaimedRows = ClaimedRows()
    ) async throws -> BatchProgrammer {
        let (batch, rows) = try await database.read {
            (try $0.knownBatch("Main"), try $0.allRows(of: "Main"))
        }
        return BatchProgrammer(
            reader, rules: RunRules(batch, overwrites: overwrites, genuineOnly: genuineOnly), rows: rows,
            database: database, clock: WallClock { noon }, claims: claims, trusting: OriginalityKey.simulated)
    }
}
