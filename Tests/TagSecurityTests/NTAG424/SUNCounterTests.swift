import SimulationKit
import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagSecurity

@Suite("The counter of an NTAG 424 DNA")
struct SUNCounterTests {
    @Test("goes on where the URL changes and its parts keep their places")
    func goesOn() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        for _ in 0..<5 { _ = try await SUNBench.tap(reader) }
        let before = try await SUNBench.tap(reader).counter
        let url = "https://appclip.tap.giving/Hopes?f=7&r=1&" + SUNPlaceholders.text
        let report = try await SUNBench.program(reader, url: url, options: .overwrite)
        #expect(report.tap.counter > before)
        #expect(report.counterSeen == nil)
    }

    @Test("restarts with other settings, and is raised above the tag's former counter")
    func broughtUp() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        for _ in 0..<40 { _ = try await SUNBench.tap(reader) }
        let before = try await SUNBench.tap(reader).counter
        let report = try await SUNBench.program(reader, url: SUNBench.longerURL, options: .overwrite)
        #expect(!report.tap.isReplay(after: before))
        #expect(report.counterSeen == nil)
        #expect(try await SUNBench.tap(reader).counter == report.tap.counter + 1)
    }

    @Test("is raised above the highest counter seen by a service; a counter that is too high is reported")
    func seenElsewhere() async throws {
        let reader = DirectReader(try SUNBench.factory())
        let report = try await SUNBench.program(reader, counterOf: { $0 == SUNBench.uid ? 120 : nil })
        #expect(report.tap.counter == 121)
        #expect(report.counterSeen == nil)
        let far = try await SUNBench.program(reader, counterOf: { _ in 90_000 })
        #expect(far.counterSeen == 90_000)
        #expect(far.tap.counter < 200)
    }

    @Test("does not rise while a file is read in pieces, nor in a session")
    func pieces() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        let first = try await SUNBench.tap(reader).counter
        // Read on, from where the tap's read ended.
        _ = try await reader.send(.apdu(hex("00 B0 00 80 10")))
        _ = try await reader.send(.apdu(hex("00 B0 00 90 10")))
        #expect(try await SUNBench.tap(reader).counter == first + 1)
    }

    @Test("wrong keys are counted: after fifty the tag makes one wait, and the right key ends that")
    func delay() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        _ = try await SUNBench.tap(reader)
        let card = NTAG424Card(reader) { Array(0x40...0x4F) }
        try await card.selectApplication()
        for _ in 0..<60 { #expect(try await !card.authenticate(.factory, number: 0)) }
        try await card.selectApplication()
        #expect(try await reader.send(.apdu(hex("90 71 00 00 02 00 00 00"))) == hex("91 AD"))
        #expect(try await SUNBench.program(reader).writes == 0)
        try await card.selectApplication()
        #expect(try await reader.send(.apdu(hex("90 71 00 00 02 00 00 00"))).suffix(2) == hex("91 AF"))
    }

    @Test("a thousand wrong keys block a key permanently, and the error says so")
    func blocked() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        _ = try await SUNBench.tap(reader)
        let card = NTAG424Card(reader) { Array(0x40...0x4F) }
        try await card.selectApplication()
        for _ in 0..<1_000 { #expect(try await !card.authenticate(.factory, number: 0)) }
        let refused = try #require(try await SUNBench.refusal(reader))
        #expect(refused.code == .passwordProtected)
        #expect(refused.reason.hasPrefix("status word 919D: the key is blocked"))
    }
}
