import Foundation
public import InvocationRouter
import TagDumps
public import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

/// The Swift examples of `docs/tutorials/tagkit-in-your-app.md`, over a virtual tag in process and over the
/// real libnfc.
struct LibraryExampleTests {
    @Test("programs a tag, taps it, and says where the tap leads")
    func runsOverBothReaders() async throws {
        let image = try #require(TagImage.factory(product: "NTAG213", uid: hex("04 E1 41 12 4C 28 80")))
        let tag = try makeVirtualTag(from: image)
        let direct = try await program(DirectReader(tag))
        #expect(direct?.canonical == "https://appclip.tap.giving/GraceChapel?f=7&r=1")

        let chip = try VirtualReader(VirtualField([tag]), pace: .atOnce)
        defer { chip.stop() }
        let reader = try await LibNFCReader.open(connstring: chip.connstring)
        #expect(try await program(reader) == direct)
        await reader.close()
    }

    @Test("the tutorial shows the code of this file")
    func matchesTheTutorial() throws {
        let page = SharedFixtures.projectFolder.appending(path: "docs/tutorials/tagkit-in-your-app.md")
        let tutorial = try String(contentsOf: page, encoding: .utf8)
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
        let parts = here.components(separatedBy: "\n// MARK: ")
        #expect(parts.count == 3)
        for part in parts.dropFirst() {
            let code = part.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
            let example = code.joined(separator: "\n").trimmingCharacters(in: .newlines)
            #expect(tutorial.contains("\n\(example)\n```\n"))
        }
    }
}

// MARK: The test

@Test("programs a blank tag")
func programsABlankTag() async throws {
    let uid: [UInt8] = [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80]
    let image = try #require(TagImage.factory(product: "NTAG213", uid: uid))
    let reader = DirectReader(try makeVirtualTag(from: image))
    let invocation = try await program(reader)
    #expect(invocation?.canonical == "https://appclip.tap.giving/GraceChapel?f=7&r=1")
}

// MARK: The function

/// Programs the tag on `reader`, taps it, and returns what the tap opens.
public func program(_ reader: any TagReader) async throws -> Invocation? {
    let url = try Invocation.make(org: "GraceChapel", fund: "7", recurring: true)
    let message = try NDEFMessage([URIRecord(url).record()]).encoded()

    let session = TagSession(reader)
    let snapshot = try await session.inspect(.writing(messageBytes: message.count))
    let plan = try ProgrammingPlan(snapshot, .message(message))  // throws here, before the first write
    _ = try await session.execute(plan)  // written, read back, compared

    let tapped = try await session.inspect().message ?? []
    guard case .uri(let uri) = try NDEFMessage(decoding: tapped).records.first?.decoded() else { return nil }
    return try Invocation.parse(uri.uri, profile: .tap)
}
