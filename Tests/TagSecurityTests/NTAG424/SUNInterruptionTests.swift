import SimulationKit
import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagSecurity

@Suite("An NTAG 424 DNA is taken away while it is programmed")
struct SUNInterruptionTests {
    enum Start: Sendable, CaseIterable {
        case factory, programmed

        func tag() async throws -> any VirtualTag {
            switch self {
            case .factory: try SUNBench.factory()
            case .programmed: try await SUNBench.programmed(SUNBench.longerURL)
            }
        }
    }

    /// Programs a tag under a fault; then the tag is put on another reader.
    ///
    /// - Returns: nil where the fault did not hinder it.
    private static func interrupted(
        _ start: Start, _ faults: FaultPlan
    ) async throws -> DirectReader? {
        let reader = DirectReader(try await start.tag(), faults: faults)
        do {
            try await SUNBench.program(reader, options: .overwrite)
            return nil
        } catch let error as TagError {
            #expect([.tagLost, .noTag].contains(error.code), "\(faults): \(error)")
            return DirectReader(try await SUNBench.tag(on: reader))
        }
    }

    /// A phone sees the old message, none, or the new one; the same command then ends it.
    private static func checkAndEnd(_ next: DirectReader, _ start: Start, _ comment: Comment) async throws {
        let url = try await SUNBench.readURL(next)
        if let url, !url.hasPrefix("https://appclip.tap.giving/Hope") || start == .factory {
            // The new one is there: then it is finished, and proves itself.
            #expect(url.hasPrefix("https://appclip.tap.giving/Grace?f=7&r=0&picc_data="), comment)
            #expect(try SUNKeys(secret: SUNBench.secret()).verify(SUNMessage(url: url)).counter > 0, comment)
            #expect(try await SUNBench.program(next).writes == 0, comment)
        }
        let report = try await SUNBench.program(next, options: .overwrite)
        #expect(report.tap.uid == SUNBench.uid, comment)
        let tap = try await SUNBench.tap(next)
        #expect(tap.counter > report.tap.counter, comment)
    }

    @Test("before any command, the next run ends it right", arguments: Start.allCases)
    func beforeCommand(start: Start) async throws {
        var stops = 0
        while let next = try await Self.interrupted(start, .tagLeaves(beforeCommand: stops)) {
            try await Self.checkAndEnd(next, start, "before command \(stops)")
            stops += 1
            guard stops < 300 else { break }
        }
        #expect((30..<300).contains(stops))
    }

    @Test(
        "within any write, done or not, the next run ends it right", arguments: Start.allCases,
        [TornWrite.old, .new, .garbage(seed: 7)])
    func withinWrite(start: Start, tear: TornWrite) async throws {
        var stops = 0
        while let next = try await Self.interrupted(start, .tagLeaves(withinPageWrite: stops, leaving: tear))
        {
            try await Self.checkAndEnd(next, start, "within write \(stops)")
            stops += 1
            guard stops < 100 else { break }
        }
        #expect((4..<100).contains(stops))
    }

    @Test("an answer that is lost costs nothing but time", arguments: Start.allCases)
    func lostAnswer(start: Start) async throws {
        let clean = DirectReader(try await start.tag())
        try await SUNBench.program(clean, options: .overwrite)
        for command in 0..<(await clean.field.counts.dataCommands) {
            let faults = FaultPlan([.command(command): .answerLost])
            let reader = DirectReader(try await start.tag(), faults: faults)
            let report = try await SUNBench.program(reader, options: .overwrite)
            #expect(report.tap.uid == SUNBench.uid, "command \(command)")
        }
    }

    @Test("two secrets do not mix: a tag that one has begun is refused to the other, and ended by the first")
    func otherSecretGoesOn() async throws {
        var refusals = 0
        for command in 0..<100 {
            guard let next = try await Self.interrupted(.factory, .tagLeaves(beforeCommand: command)) else {
                break
            }
            guard let refused = try await SUNBench.refusal(next, SUNBench.secret(2), options: .overwrite)
            else {
                // Nothing of the first secret was on it yet.
                continue
            }
            refusals += 1
            #expect(refused.code == .passwordProtected, "command \(command)")
            #expect(try await SUNBench.program(next, options: .overwrite).tap.uid == SUNBench.uid)
        }
        #expect(refusals > 5)
    }
}
