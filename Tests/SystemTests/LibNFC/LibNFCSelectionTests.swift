import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("libnfc's reader selects", .serialized, .ownThread)
struct LibNFCSelectionTests {
    @Test("an empty field gives no tag when the time limit is over")
    func none() async throws {
        try await LibNFCBench.run { bench in
            let (code, time) = await bench.failure {
                try await bench.reader.select(within: .milliseconds(100))
            }
            #expect(code == .noTag)
            #expect(time >= .milliseconds(100) && time < .seconds(2))
            #expect(await bench.code { try await bench.reader.select(within: .zero) } == .noTag)
        }
    }

    @Test(
        "one tag, whatever it is",
        arguments: [
            ("NTAG213", 0x0044, 0x00, ""), ("Mifare Classic 1K", 0x0044, 0x08, ""),
            ("NTAG 424 DNA", 0x0344, 0x20, "77 77 71 02 80"),
        ])
    func one(product: String, atqa: UInt16, sak: UInt8, ats: String) async throws {
        try await LibNFCBench.run([product]) { bench in
            // Again and again: a tag that was selected before is found as a new one is.
            for _ in 1...3 {
                let tag = try await bench.select()
                #expect(tag.uid == LibNFCBench.uid(0))
                #expect(tag.sak == sak)
                #expect(tag.ats == hex(ats))
                if product != "Mifare Classic 1K" { #expect(tag.atqa == atqa) }
            }
            #expect(bench.chip.statistics.dataCommands == 0)
        }
    }

    @Test("neither of two, of every two kinds, in either order")
    func two() async throws {
        let kinds = ["NTAG213", "NTAG215", "NTAG 424 DNA", "Mifare Classic 1K"]
        for first in kinds {
            for second in kinds {
                try await LibNFCBench.run([first, second]) { bench in
                    for _ in 1...2 {
                        #expect(
                            await bench.code { try await bench.select() } == .twoTags,
                            "\(first), \(second)")
                    }
                    bench.chip.change { field in
                        field.clear()
                        field.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(7)))
                    }
                    let other = try await bench.select()
                    #expect(other.uid == LibNFCBench.uid(7))
                }
            }
        }
    }

    @Test("a tag that is put there while it waits")
    func arrival() async throws {
        try await LibNFCBench.run { bench in
            let listener = bench.listen()
            async let selected = bench.reader.select(within: .seconds(10))
            await listener.wait(for: 4, \.isRequest)
            bench.chip.change { $0.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(0))) }
            let tag = try await selected
            #expect(tag.uid == LibNFCBench.uid(0))
        }
    }

    @Test("at a cost that leaves a blank NTAG213 its 160 ms: two looks, 19 ms modelled")
    func cost() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            let before = bench.chip.statistics
            try await bench.select()
            let cost = bench.chip.statistics.since(before)
            #expect(cost.modelledMicroseconds <= 19_000)
        }
    }

    @Test("the same tag again, and no other")
    func reselects() async throws {
        for product in ["NTAG213", "NTAG 424 DNA", "Mifare Classic 1K"] {
            try await LibNFCBench.run([product]) { bench in
                #expect(await bench.code { try await bench.reader.reselect() } == .tagLost)
                try await bench.select()
                try await bench.reader.reselect()
                bench.chip.change { field in
                    field.clear()
                    field.insert(Type2Tag(chip: .ntag213, uid: LibNFCBench.uid(7)))
                }
                #expect(await bench.code { try await bench.reader.reselect() } == .tagLost)
                bench.chip.change { $0.clear() }
                #expect(await bench.code { try await bench.reader.reselect() } == .tagLost)
            }
        }
    }

    @Test("and notices without a data command that the tag has gone", arguments: ["NTAG213", "NTAG 424 DNA"])
    func removal(product: String) async throws {
        try await LibNFCBench.run([product]) { bench in
            try await bench.select()
            let (code, time) = await bench.failure {
                try await bench.reader.waitForRemoval(within: .milliseconds(100))
            }
            #expect(code == .stillPresent)
            #expect(time < .seconds(2))
            // The tag answers as before.
            let command: TagCommand =
                product == "NTAG213" ? .getVersion : .apdu(hex("00 A4 04 00 07 D2760000850101 00"))
            #expect(try await !bench.reader.send(command).isEmpty)

            let listener = bench.listen()
            async let gone: Void = bench.reader.waitForRemoval(within: .seconds(10))
            await listener.wait(for: 4) { $0.isRequest || $0.isPresenceCheck }
            bench.chip.change { $0.takeAway() }
            try await gone
            #expect(bench.chip.statistics.dataCommands == 1)
        }
    }

    @Test("until the task is canceled, which ends the wait within a second")
    func cancels() async throws {
        for wait in ["a tag", "no tag"] {
            try await LibNFCBench.run(["NTAG213"]) { bench in
                if wait == "a tag" { bench.chip.change { $0.takeAway() } } else { try await bench.select() }
                let listener = bench.listen()
                let task = Task {
                    await bench.code {
                        if wait == "a tag" { return try await bench.reader.select(within: .seconds(600)) }
                        return try await bench.reader.waitForRemoval(within: .seconds(600))
                    }
                }
                await listener.wait(for: 4, \.isRequest)
                let start = ContinuousClock.now
                task.cancel()
                #expect(await task.value == .cancelled)
                #expect(ContinuousClock.now - start < .seconds(1))
                // The reader goes on with the next task.
                bench.chip.change { $0.putBack() }
                let tag = try await bench.select()
                #expect(tag.uid == LibNFCBench.uid(0))
            }
        }
    }

    @Test("a task that is already canceled does nothing")
    func cancelledBefore() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            let before = bench.chip.statistics.dataCommands
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await bench.code { try await bench.reader.send(.getVersion) }
            }
            #expect(await task.value == .cancelled)
            #expect(bench.chip.statistics.dataCommands == before)
        }
    }
}
