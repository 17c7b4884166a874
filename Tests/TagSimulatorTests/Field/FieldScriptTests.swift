import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Tags that come and go")
struct FieldScriptTests {
    private func stack(_ count: UInt8) -> VirtualField {
        var field = VirtualField()
        field.play(
            FieldScript(
                (0..<count).map { number in
                    let tag = Type2Tag(chip: .ntag213, uid: [4, 1, 2, 3, 4, 5, number])
                    return [FieldScript.Visitor(tag)]
                }))
        return field
    }

    @Test("one after another, each when the reader has done with the one before")
    func oneAfterAnother() async throws {
        let reader = DirectReader(stack(5))
        for number in UInt8(0)..<5 {
            #expect(try await reader.select(within: .seconds(30)).uid.last == number)
            #expect(try await reader.send(.read(page: 0)).count == 16)
            guard number < 4 else { break }
            try await reader.waitForRemoval(within: .seconds(30))
        }
        await expect(code: .stillPresent) { try await reader.waitForRemoval(within: .seconds(2)) }
    }

    @Test("a reader at work keeps its tag, however often it selects it again")
    func keeps() async throws {
        let reader = DirectReader(stack(2))
        #expect(try await reader.select(within: .seconds(1)).uid.last == 0)
        for _ in 0..<50 {
            try await reader.reselect()
            #expect(try await reader.send(.getVersion).count == 8)
        }
    }

    @Test("two may come together")
    func together() async throws {
        var field = VirtualField()
        let tags = [0, 1].map { FieldScript.Visitor(Type2Tag(chip: .ntag213, uid: [4, 1, 2, 3, 4, 5, $0])) }
        field.play(FieldScript([tags]))
        await expect(code: .twoTags) { try await DirectReader(field).select(within: .seconds(1)) }
    }
}
