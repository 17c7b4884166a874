import SimulationKit
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

extension PCSCTests {
    @Suite("and our reader meet trouble: it") struct TroubleTests {
        @Test("says that there is no tag, when the limit is over")
        func none() async throws {
            try await PCSCBench.run { bench in
                let start = ContinuousClock.now
                #expect(
                    await bench.code { try await bench.reader.select(within: .milliseconds(300)) } == .noTag)
                let time = ContinuousClock.now - start
                #expect(time >= .milliseconds(300) && time < .seconds(2))
                #expect(await bench.code { try await bench.reader.select(within: .zero) } == .noTag)
                #expect(await bench.code { try await bench.reader.send(.read(page: 0)) } == .tagLost)
            }
        }

        @Test("selects a tag that comes while it waits, and sees it go")
        func comesAndGoes() async throws {
            try await PCSCBench.run { bench in
                async let selected = bench.reader.select(within: .seconds(20))
                bench.card.change { $0.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(0))) }
                #expect(try await selected.uid == LibNFCBench.uid(0))
                #expect(
                    await bench.code { try await bench.reader.waitForRemoval(within: .milliseconds(200)) }
                        == .stillPresent)
                #expect(try await !bench.reader.send(.getVersion).isEmpty)
                let commands = bench.card.field.counts.dataCommands
                async let gone: Void = bench.reader.waitForRemoval(within: .seconds(20))
                bench.card.change { $0.takeAway() }
                try await gone
                #expect(bench.card.field.counts.dataCommands == commands)
                #expect(await bench.code { try await bench.reader.send(.getVersion) } == .tagLost)
            }
        }

        @Test("a tag that replaces another one is noticed")
        func exchanged() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                bench.card.change { field in
                    field.clear()
                    field.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(7)))
                }
                let error = await #expect(throws: TagError.self) { try await bench.reader.reselect() }
                #expect(error?.code == .tagLost, "\(error?.reason ?? "")")
                let other = try await bench.select()
                #expect(other.uid == LibNFCBench.uid(7))
            }
        }

        @Test("two tags are refused if the reader can count them")
        func two() async throws {
            try await PCSCBench.run(["NTAG213", "NTAG215"]) { bench in
                #expect(await bench.code { try await bench.select() } == .twoTags)
                bench.card.change { field in
                    field.clear()
                    field.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(7)))
                }
                let other = try await bench.select()
                #expect(other.uid == LibNFCBench.uid(7))
            }
        }

        @Test("says that the tag left in the middle of a write, and goes on when it is back")
        func leaves() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                let next = bench.card.field.counts.dataCommands
                bench.card.change { $0.faults = .tagLeaves(beforeCommand: next) }
                let code = await bench.code {
                    try await bench.reader.send(.write(page: 4, data: [1, 2, 3, 4]))
                }
                #expect(code == .tagLost)
                #expect(await bench.code { try await bench.reader.reselect() } == .tagLost)
                bench.card.change { field in
                    field.faults = FaultPlan()
                    field.putBack()
                }
                try await bench.select()
                #expect(try await bench.reader.send(.write(page: 4, data: [1, 2, 3, 4])) == [])
            }
        }

        @Test("a wait ends within a second of its task's cancellation")
        func cancels() async throws {
            for wait in ["a tag", "its removal"] {
                try await PCSCBench.run(wait == "a tag" ? [] : ["NTAG213"]) { bench in
                    if wait == "its removal" { try await bench.select() }
                    let (started, start) = AsyncStream<Void>.makeStream()
                    let task = Task {
                        start.yield()
                        return await bench.code {
                            if wait == "a tag" { return try await bench.reader.select(within: .seconds(600)) }
                            return try await bench.reader.waitForRemoval(within: .seconds(600))
                        }
                    }
                    for await _ in started { break }
                    let cancelled = ContinuousClock.now
                    task.cancel()
                    #expect(await task.value == .cancelled)
                    #expect(ContinuousClock.now - cancelled < .seconds(2))
                }
            }
        }

        @Test("holds the tag for itself until it gives it back, and gives it back without power")
        func exclusive() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                let other = try await PCSCReader.open("1")
                #expect(await bench.code { try await other.select(within: .seconds(10)) } == .readerBusy)
                let before = bench.card.reader.powerOffs
                await bench.reader.close()
                #expect(await bench.code { try await bench.reader.select(within: .zero) } == .readerGone)
                #expect(try await other.select(within: .seconds(10)).uid == LibNFCBench.uid(0))
                // pcscd does not wait for its driver, but the card receives this before the next command.
                #expect(bench.card.reader.powerOffs == before + 1)
                await other.close()
            }
        }

        @Test("gives a call up within its time when the reader stalls, and is of no more use")
        func stalls() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                let next = bench.card.field.counts.dataCommands
                bench.card.change { $0.faults = FaultPlan([.command(next): .readerStalls]) }
                let start = ContinuousClock.now
                #expect(await bench.code { try await bench.reader.send(.getVersion) } == .readerStalled)
                #expect(ContinuousClock.now - start < .seconds(4))
                #expect(await bench.code { try await bench.reader.send(.getVersion) } != nil)
                #expect(await bench.code { try await bench.reader.select(within: .zero) } == .readerGone)
            }
        }

        @Test("says that pcscd has ended, at work and while it waits")
        func serviceEnds() async throws {
            try await PCSCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                bench.service.stop()
                #expect(await bench.code { try await bench.reader.send(.getVersion) } == .readerGone)
                #expect(
                    await bench.code { try await bench.reader.select(within: .seconds(5)) } == .readerGone)
            }
        }
    }
}
