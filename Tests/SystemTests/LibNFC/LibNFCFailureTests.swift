import SimulationKit
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("libnfc's reader fails", .serialized, .ownThread)
struct LibNFCFailureTests {
    private static let commands: [TagCommand] = [
        .getVersion, .read(page: 4), .fastRead(first: 0, last: 44), .write(page: 4, data: hex("03 00 FE 00")),
    ]

    @Test("within two seconds when it stalls within a command, and opens again", arguments: commands)
    func stalls(command: TagCommand) async throws {
        try await fails(command, FaultPlan([.command(0): .readerStalls]), as: .readerStalled)
    }

    @Test("within two seconds when it is pulled out within a command", arguments: commands)
    func vanishes(command: TagCommand) async throws {
        try await fails(command, FaultPlan([.command(0): .readerVanishes]), as: .readerGone)
    }

    private func fails(_ command: TagCommand, _ faults: FaultPlan, as expected: TagError.Code) async throws {
        try await LibNFCBench.run(["NTAG213"], faults: faults) { bench in
            try await bench.select()
            let (code, time) = await bench.failure { try await bench.reader.send(command) }
            #expect(code == expected)
            #expect(time < .seconds(2))
            let (again, andAgain) = await bench.failure { try await bench.select() }
            #expect(again == expected)
            #expect(andAgain < .seconds(2))
            await bench.reader.close()
        }
        // What a person does next: plug the reader in again and repeat the command.
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            _ = try await bench.reader.send(command)
        }
    }

    @Test(
        "within two seconds when the line goes mad, in a look or in a command",
        arguments: [
            (.refuses, 0), (.refuses, 2), (.floods, 0), (.floods, 2), (.drips(microseconds: 40_000), 0),
            (.drips(microseconds: 40_000), 2), (.drips(microseconds: 330_000), 2),
        ] as [(LineFault, Int)])
    func madLine(fault: LineFault, frame: Int) async throws {
        let frames = try await Self.framesToOpen.value
        try await LibNFCBench.run(["NTAG213"], lineFaults: [frames + frame: fault]) { bench in
            if frame == 2 { try await bench.select() }
            let ways: [() async throws -> Any] = [
                { try await bench.reader.send(.fastRead(first: 0, last: 44)) }, { try await bench.select() },
            ]
            for way in ways.suffix(frame == 2 ? 2 : 1) {
                let (code, time) = await bench.failure(way)
                #expect([.readerProtocol, .readerStalled].contains(code))
                #expect(time < .seconds(2))
            }
            let start = ContinuousClock.now
            await bench.reader.close()
            #expect(ContinuousClock.now - start < .seconds(2))
        }
    }

    @Test(
        "when only half an answer comes, and goes on with the next command", arguments: [0, 1, 5, 6, 8, 15])
    func halfAnswer(bytes: Int) async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            bench.chip.disturbNext(.cutsAnswer(bytes: bytes))
            let (code, time) = await bench.failure { try await bench.reader.send(.getVersion) }
            #expect(code == .tagLost)
            #expect(time < .seconds(2))
            try await bench.reader.reselect()
            #expect(try await bench.reader.send(.getVersion).count == 8)
        }
    }

    @Test("when it is pulled out at any frame of a write, which the next write repairs")
    func pulledOut() async throws {
        let frames = try await Self.framesToOpen.value
        for frame in stride(from: frames, through: frames + 16, by: 4) {
            let scratch = try ScratchTag(product: "NTAG213")
            defer { scratch.remove() }
            let chip = try VirtualReader(try scratch.field(), lineFaults: [frame: .vanishes])
            let reader = try await LibNFCReader.open(connstring: chip.connstring)
            let start = ContinuousClock.now
            let error = await #expect(throws: TagError.self) { try await write(givingMessage, reader) }
            #expect(error?.code == .readerGone, "frame \(frame): \(String(describing: error))")
            #expect(error?.remedy.isEmpty == false)
            #expect(ContinuousClock.now - start < .seconds(2))
            await reader.close()
            chip.waitForEnd()

            let again = try VirtualReader(try scratch.field())
            defer { again.stop() }
            let reopened = try await LibNFCReader.open(connstring: again.connstring)
            let snapshot = try await TagSession(reopened).inspect(within: .seconds(1))
            #expect([[], givingMessage].contains(snapshot.message), "frame \(frame)")
            try await write(givingMessage, reopened)
            await reopened.close()
        }
    }

    private func write(_ message: [UInt8], _ reader: LibNFCReader) async throws {
        let session = TagSession(reader)
        let snapshot = try await session.inspect(.writing(messageBytes: message.count), within: .seconds(1))
        _ = try await session.execute(ProgrammingPlan(snapshot, .message(message), options: .overwrite))
    }

    @Test("while it waits for a tag: stalled, or gone", arguments: [LineFault.stalls, .vanishes])
    func whileWaiting(fault: LineFault) async throws {
        let frames = try await Self.framesToOpen.value
        try await LibNFCBench.run(lineFaults: [frames + 5: fault]) { bench in
            let (code, time) = await bench.failure { try await bench.reader.select(within: .seconds(60)) }
            #expect(code == (fault == .stalls ? .readerStalled : .readerGone))
            #expect(time < .seconds(2))
        }
    }

    @Test("not for one broken or late answer while it looks for a tag")
    func survives() async throws {
        let frames = try await Self.framesToOpen.value
        let faults: [LineFault] = [
            .flipsAnswerBit(3), .flipsAnswerBit(77), .flipsAcknowledgementBit(20),
            .answersLate(microseconds: 600_000),
        ]
        for fault in faults {
            try await LibNFCBench.run(["NTAG213"], lineFaults: [frames: fault], pace: .realTime) { bench in
                let tag = try await bench.reader.select(within: .seconds(3))
                #expect(tag.uid == LibNFCBench.uid(0), "\(fault)")
            }
        }
    }

    @Test("not for two broken answers in succession while it looks for a tag")
    func survivesTwo() async throws {
        let frames = try await Self.framesToOpen.value
        let broken = LineFault.flipsAcknowledgementBit(20)
        // The second attempt is frame 3 after a synchronization, which is an ACK and a Diagnose; otherwise frame 1.
        let faults = [frames: broken, frames + 1: broken, frames + 3: broken]
        try await LibNFCBench.run(["NTAG213"], lineFaults: faults) { bench in
            let tag = try await bench.select()
            #expect(tag.uid == LibNFCBench.uid(0))
        }
    }

    @Test("not for one answer that comes 400 ms late, in a look or in a command", arguments: 0..<14)
    func busyComputer(frame: Int) async throws {
        let frames = try await Self.framesToOpen.value
        let late = LineFault.answersLate(microseconds: 400_000)
        try await LibNFCBench.run(["NTAG213"], lineFaults: [frames + frame: late]) { bench in
            try await bench.select()
            #expect(try await bench.reader.send(.getVersion).count == 8)
        }
    }

    @Test("with an error when a command's answer is broken, and goes on after a new selection")
    func brokenAnswer() async throws {
        for fault: LineFault in [.flipsAnswerBit(3), .flipsAnswerBit(60), .flipsAcknowledgementBit(20)] {
            try await LibNFCBench.run(["NTAG213"]) { bench in
                try await bench.select()
                bench.chip.disturbNext(fault)
                let (code, time) = await bench.failure { try await bench.reader.send(.getVersion) }
                #expect(code == .tagLost, "\(fault)")
                #expect(time < .seconds(2))
                try await bench.reader.reselect()
                #expect(try await bench.reader.send(.getVersion).count == 8)
            }
        }
    }

    /// The number of host frames before the field is first polled: opening notices the loss of the last one.
    private static let framesToOpen = Task {
        for candidate in stride(from: 60, to: 0, by: -1) {
            let chip = try VirtualReader(VirtualField(), lineFaults: [candidate: .vanishes])
            defer { chip.stop() }
            guard let reader = try? await LibNFCReader.open(connstring: chip.connstring) else {
                return candidate + 1
            }
            await reader.close()
        }
        return 0
    }
}
