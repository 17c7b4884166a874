import Foundation
import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

/// `scripts/hardware-check`, with a test that does what a person would do.
@Suite("The hardware check", .serialized)
struct HardwareCheckTests {
    private let scratch: ScratchTag
    private var report: URL { scratch.folder.appending(path: "report") }

    init() throws { scratch = try ScratchTag(product: "NTAG213") }

    private func start(_ reader: String) throws -> RunningProgram {
        let script = SharedFixtures.projectFolder.appending(path: "scripts/hardware-check").path
        return try RunningProgram(
            [script, "--reader", reader, "--output", report.path], in: scratch.folder,
            environment: ["TAPCTL": ProgramRun.builtProducts.appending(path: "tapctl").path])
    }

    /// The results of the report's table, in the order of the checks.
    private func results() throws -> [String] {
        let text = try String(contentsOf: report.appending(path: "report.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count >= 4 && Int(cells[0]) != nil ? cells[2] : nil
        }
    }

    @Test("passes all twelve checks with the real libnfc, and restores the tag")
    func allTwelve() async throws {
        defer { scratch.remove() }
        let before = try scratch.image()
        let chip = try VirtualReader(try scratch.field())
        defer { chip.stop() }
        chip.change { $0.takeAway() }
        let program = try start("libnfc:\(chip.connstring)")
        for await line in program.lines { try act(on: line, chip, program) }
        #expect(await program.exitCode() == 0)
        #expect(try results() == Array(repeating: "passed", count: 12))
        chip.stop()
        #expect(try scratch.image().memory == before.memory)

        let text = try String(contentsOf: report.appending(path: "report.md"), encoding: .utf8)
        #expect(text.contains("| chip | NTAG213 |"))
        #expect(text.contains("17 commands, 13 pages"))
        #expect(text.contains("in the middle of a write (tagLost)"))
        let traces = try FileManager.default.contentsOfDirectory(atPath: report.path)
        #expect(traces.contains("06-write.trace") && traces.contains("10-gone.trace"))
    }

    /// The steps that the script asks a person to do.
    private func act(on line: String, _ chip: VirtualReader, _ program: RunningProgram) throws {
        if line.hasPrefix("Take every tag off") {
            program.type("")
        } else if line.hasPrefix("Put the blank tag") || line.hasPrefix("Put the same tag back") {
            chip.change { $0.faults = FaultPlan() }
            chip.change { $0.putBack() }
            program.type("")
        } else if line.hasPrefix("The next checks write to the tag") {
            program.type("y")
        } else if line.hasPrefix("Now the tag is written again and again") {
            // In the second one of these writes, after its read.
            let start = chip.statistics.dataCommands
            chip.change { $0.faults = .tagLeaves(beforeCommand: start + 9) }
            program.type("")
        } else if line.hasPrefix("Put a second tag") {
            chip.change { $0.insert(Type2Tag(chip: .ntag215, uid: LibNFCBench.uid(7))) }
            program.type("")
        } else if line.hasPrefix("Take the second tag away") {
            chip.change { $0.clear() }
            let (file, image) = try TagFile.open(scratch.file.path)
            let tag = try makeVirtualTag(from: image)
            chip.change { $0.insert(tag, file: file) }
            program.type("")
        } else if line.hasPrefix("Hold the tag to a phone") {
            program.type("y")
        } else if line.hasPrefix("Put the tag on the reader") {
            program.type("")
        }
    }

    @Test("runs with a virtual tag without a person, except for checks that need hands")
    func virtual() async throws {
        defer { scratch.remove() }
        let before = try scratch.image()
        let program = try start("sim:\(scratch.file.path)")
        program.type("y")
        program.type("")
        for await _ in program.lines {}
        #expect(await program.exitCode() == 0)
        let results = try results()
        #expect(results.count == 12)
        #expect(results.count { $0 == "passed" } == 8)
        #expect(!results.contains("failed"))
        #expect(try scratch.image().memory == before.memory)
    }

    @Test("writes nothing unless the person says yes")
    func refused() async throws {
        defer { scratch.remove() }
        let before = try Data(contentsOf: scratch.file)
        let program = try start("sim:\(scratch.file.path)")
        program.type("n")
        for await _ in program.lines {}
        #expect(await program.exitCode() == 77)
        #expect(try Data(contentsOf: scratch.file) == before)
    }

    @Test("reports a missing reader and an unknown option")
    func usage() async throws {
        defer { scratch.remove() }
        let missing = try start("libnfc:pn532_uart:/dev/nowhere")
        missing.type("")
        for await _ in missing.lines {}
        #expect(await missing.exitCode() == 69)
        #expect(try results() == ["failed"])

        try FileManager.default.removeItem(at: report)
        let noFile = try start("sim:\(scratch.file.path)x")
        for await _ in noFile.lines {}
        #expect(await noFile.exitCode() == 66)

        let script = SharedFixtures.projectFolder.appending(path: "scripts/hardware-check").path
        #expect(await (try RunningProgram([script, "--frobnicate"])).exitCode() == 64)
        #expect(
            await
                (try RunningProgram(
                    [script, "--output", "/proc/x", "--reader", "sim:x"],
                    environment: ["TAPCTL": "/bin/true"])).exitCode() == 73)
    }

    @Test("reads tapctl's whole sentences, with commas, braces and quotes")
    func wholeSentences() async throws {
        defer { scratch.remove() }
        let program = try start("libnfc:no,such}\"reader\"")
        program.type("")
        for await _ in program.lines {}
        #expect(await program.exitCode() == 69)
        let text = try String(contentsOf: report.appending(path: "report.md"), encoding: .utf8)
        #expect(text.contains("no reader responds at no,such}\"reader\" (readerNotFound); check the cable"))
        #expect(text.contains("| result | 1 passed, 0 skipped, 1 failed |"))
    }
}
