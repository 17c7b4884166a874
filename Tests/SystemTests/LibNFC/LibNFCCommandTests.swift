import SimulationKit
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing

@Suite("libnfc's reader sends", .serialized, .ownThread)
struct LibNFCCommandTests {
    @Test("the commands of a Type 2 tag")
    func type2() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            #expect(try await bench.reader.send(.getVersion) == hex("00 04 04 02 01 00 0F 03"))
            #expect(Array(try await bench.reader.send(.read(page: 3)).prefix(4)) == hex("E1 10 12 00"))
            #expect(try await bench.reader.send(.write(page: 39, data: hex("DE AD BE EF"))) == [])
            #expect(try await bench.reader.send(.fastRead(first: 39, last: 39)) == hex("DE AD BE EF"))
            #expect(try await bench.reader.send(.fastRead(first: 0, last: 44)).count == 180)
            #expect(bench.chip.statistics.dataCommands == 5)
            #expect(bench.chip.statistics.pageWrites == 1)
        }
    }

    @Test(
        "a FAST_READ of more pages than a PN532 can carry as several", arguments: [64, 65, 66, 128, 129, 231])
    func longFastRead(pages: Int) async throws {
        try await LibNFCBench.run(["NTAG216"]) { bench in
            try await bench.select()
            var bytes: [UInt8] = []
            for page in stride(from: 0, to: pages, by: 4) {
                bytes += try await bench.reader.send(.read(page: UInt8(page)))
            }
            let before = bench.chip.statistics.dataCommands
            let all = try await bench.reader.send(.fastRead(first: 0, last: UInt8(pages - 1)))
            #expect(all.count == pages * 4)
            #expect(all.prefix(226 * 4) == bytes.prefix(min(pages, 226) * 4))
            #expect(bench.chip.statistics.dataCommands == before + (pages + 63) / 64)
        }
    }

    @Test("AUTHENTICATE distinguishes an Ultralight C from an Ultralight")
    func ultralightC() async throws {
        try await LibNFCBench.run(["Mifare Ultralight C"]) { bench in
            try await bench.select()
            let answer = try await bench.reader.send(.ultralightCAuthenticate)
            #expect(answer.count == 9)
            #expect(answer.first == 0xAF)
        }
    }

    @Test("a NAK is distinguished from silence by its speed; the tag must then be selected again")
    func naks() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            // On a very busy machine, a NAK may arrive late, so only one of five must be fast.
            var codes: [TagError.Code?] = []
            while codes.count < 5, codes.last != .nak {
                codes.append(await bench.code { try await bench.reader.send(.read(page: 200)) })
                let silent = await bench.failure { try await bench.reader.send(.read(page: 4)) }
                #expect(silent.code == .tagLost)
                #expect(silent.after > .milliseconds(50))
                try await bench.reader.reselect()
                #expect(try await bench.reader.send(.read(page: 4)).count == 16)
            }
            #expect(codes.last == .nak)
        }
    }

    @Test("a write to a page that is locked, which the tag refuses and does not do")
    func locked() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            try await bench.select()
            _ = try await bench.reader.send(.write(page: 2, data: hex("00 00 10 00")))
            let code = await bench.code {
                try await bench.reader.send(.write(page: 4, data: hex("FF FF FF FF")))
            }
            #expect(code == .nak || code == .tagLost)
            try await bench.reader.reselect()
            #expect(Array(try await bench.reader.send(.read(page: 4)).prefix(4)) == hex("01 03 A0 0C"))
        }
    }

    @Test("APDUs to a Type 4 tag, also long ones")
    func type4() async throws {
        try await LibNFCBench.run(["NTAG 424 DNA"]) { bench in
            try await bench.select()
            let select = hex("00 A4 04 00 07 D2760000850101 00")
            #expect(try await bench.reader.send(.apdu(select)) == hex("90 00"))
            #expect(try await bench.reader.send(.apdu(hex("00 A4 00 0C 02 E104"))) == hex("90 00"))
            let data = [UInt8](1...200)
            let update = hex("00 D6 00 00 C8") + data
            #expect(try await bench.reader.send(.apdu(update)) == hex("90 00"))
            #expect(try await bench.reader.send(.apdu(hex("00 B0 00 00 C8"))) == data + hex("90 00"))
            try await bench.reader.reselect()
            #expect(try await bench.reader.send(.apdu(select)) == hex("90 00"))
        }
    }

    @Test("a MIFARE Classic's authentication, READ and WRITE; a wrong key is refused")
    func classic() async throws {
        let factory = ClassicKey(.a, hex("FF FF FF FF FF FF"))
        try await LibNFCBench.run(["Mifare Classic 1K"]) { bench in
            try await bench.select()
            #expect(try await bench.reader.send(.authenticate(block: 4, key: factory)) == [])
            let data = [UInt8](0..<16)
            #expect(try await bench.reader.send(.writeBlock(5, data: data)) == [])
            #expect(try await bench.reader.send(.readBlock(5)) == data)
            let wrong = ClassicKey(.b, hex("00 11 22 33 44 55"))
            #expect(
                await bench.code { try await bench.reader.send(.authenticate(block: 8, key: wrong)) }
                    == .nak)
            try await bench.reader.reselect()
            #expect(try await bench.reader.send(.authenticate(block: 4, key: factory)) == [])
            #expect(try await bench.reader.send(.readBlock(5)) == data)
        }
    }

    @Test("nothing before a tag is selected")
    func unselected() async throws {
        try await LibNFCBench.run(["NTAG213"]) { bench in
            #expect(await bench.code { try await bench.reader.send(.getVersion) } == .tagLost)
            #expect(bench.chip.statistics.dataCommands == 0)
        }
    }

    @Test("and says that the tag has gone, before every command", arguments: 0..<4)
    func leaves(command: Int) async throws {
        try await LibNFCBench.run(["NTAG213"], faults: .tagLeaves(beforeCommand: command)) { bench in
            try await bench.select()
            let commands: [TagCommand] = [
                .getVersion, .read(page: 4), .write(page: 4, data: hex("03 00 FE 00")),
                .fastRead(first: 0, last: 9),
            ]
            for sent in commands.prefix(command) { _ = try await bench.reader.send(sent) }
            #expect(await bench.code { try await bench.reader.send(commands[command]) } == .tagLost)
            #expect(await bench.code { try await bench.reader.reselect() } == .tagLost)
            bench.chip.change { $0.putBack() }
            #expect(try await bench.select().uid == LibNFCBench.uid(0))
        }
    }
}
