import Foundation
import SimulationKit
import TagDumps
import TagKit
import TestSupport
import Testing

@testable import TagSimulator

@Suite("Scenarios")
struct FieldScenarioTests {
    /// A folder for one test, with two blank tags in it, and a script.
    private func withTags(_ script: String = "", _ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for number in UInt8(1)...2 {
            let image = try #require(TagImage.factory(product: "NTAG213", uid: [4, 1, 2, 3, 4, 5, number]))
            try Data(try image.contents(as: .flipper)).write(to: URL(filePath: "\(folder)/\(number).nfc"))
        }
        try Data(script.utf8).write(to: URL(filePath: "\(folder)/case.script"))
        try await body(folder)
    }

    private func error(_ body: () throws(TagError) -> Void) -> TagError? {
        do throws(TagError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("a file is one tag, files are together, a folder's come one after another")
    func paths() async throws {
        try await withTags { folder in
            #expect(try FieldScenario(path: "\(folder)/1.nfc").field.presentCount == 1)
            let stack = try FieldScenario(path: folder)
            #expect(stack.field.presentCount == 1)
            #expect(stack.field.awaitsVisit)
        }
        try await withTags { folder in
            var both = FieldScenario()
            try both.add(["\(folder)/1.nfc", "\(folder)/2.nfc"])
            await expect(code: .twoTags) { try await DirectReader(both.field).select(within: .seconds(1)) }
        }
        try await withTags { folder in
            var mixed = FieldScenario()
            #expect(
                error { () throws(TagError) in try mixed.add(["\(folder)/1.nfc", folder]) }?.code
                    == .notAllowedHere)
        }
    }

    @Test("a folder's files are opened one by one, and the folder is locked meanwhile")
    func oneByOne() async throws {
        try await withTags { folder in
            let first = "\(folder)/1.nfc"
            let second = "\(folder)/2.nfc"
            var stack: FieldScenario? = try FieldScenario(path: folder)
            #expect(error { () throws(TagError) in _ = try TagFile.open(first) }?.code == .fileBusy)
            #expect(error { () throws(TagError) in _ = try TagFile.open(second) } == nil)
            #expect(error { () throws(TagError) in _ = try FieldScenario(path: folder) }?.code == .fileBusy)
            #expect(stack?.field.awaitsVisit == true)
            stack = nil
            #expect(error { () throws(TagError) in _ = try FieldScenario(path: folder) } == nil)
        }
    }

    @Test("a malformed file in a folder is refused before the first tag arrives")
    func malformedLater() async throws {
        try await withTags { folder in
            try Data("Filetype: nothing\n".utf8).write(to: URL(filePath: "\(folder)/3.nfc"))
            #expect(
                error { () throws(TagError) in _ = try FieldScenario(path: folder) }?.code == .fileMalformed)
        }
    }

    @Test("the reader reports a file removed before its tag arrived")
    func goneLater() async throws {
        try await withTags { folder in
            let reader = DirectReader(try FieldScenario(path: folder).field)
            _ = try await reader.select(within: .seconds(1))
            try FileManager.default.removeItem(atPath: "\(folder)/2.nfc")
            await expect(code: .fileNotFound) {
                try await reader.waitForRemoval(within: .seconds(10))
                _ = try await reader.select(within: .seconds(10))
            }
        }
    }

    @Test("a folder of more tags than a program can have open files comes one after another")
    func manyTags() async throws {
        try await withTags { folder in
            let image = try #require(TagImage.factory(product: "NTAG210", uid: [4, 1, 2, 3, 4, 5, 6]))
            let text = Data(try image.contents(as: .flipper))
            for number in 3...1_100 { try text.write(to: URL(filePath: "\(folder)/\(number).nfc")) }
            let stack = try FieldScenario(path: folder)
            #expect(stack.field.presentCount == 1 && stack.field.awaitsVisit)
            // Only descriptors of this folder count, because other tests run in the same process.
            let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
                return target?.contains(URL(filePath: folder).lastPathComponent) == true
            }
            withExtendedLifetime(stack) {}
            #expect((1..<10).contains(open))
        }
    }

    @Test("a folder of more than 9,999 tags is refused")
    func tooManyTags() async throws {
        try await withTags { folder in
            for number in 3...10_001 {
                #expect(FileManager.default.createFile(atPath: "\(folder)/\(number).nfc", contents: nil))
            }
            #expect(
                error { () throws(TagError) in _ = try FieldScenario(path: folder) }?.code == .notAllowedHere)
        }
    }

    @Test("a script brings tags, takes them away and puts them back by modelled time")
    func comeAndGo() async throws {
        let script = """
            # A tag, then none, then it again, then two.
            0 ms: put 1.nfc
            1000 ms: take away

            2000 ms: put back\r
            3000 ms: put 2.nfc
            """
        try await withTags(script) { folder in
            let reader = DirectReader(try FieldScenario(path: "\(folder)/case.script").field)
            #expect(try await reader.select(within: .seconds(1)).uid.last == 1)
            try await reader.waitForRemoval(within: .seconds(5))
            #expect((1_000_000..<1_200_000).contains(await reader.field.elapsedMicroseconds))
            #expect(try await reader.select(within: .seconds(5)).uid.last == 1)
            #expect((2_000_000..<2_200_000).contains(await reader.field.elapsedMicroseconds))
            await reader.change { $0.wait(microseconds: 1_000_000) }
            await expect(code: .twoTags) { try await reader.select(within: .seconds(1)) }
            await reader.close()
            _ = try TagFile.open("\(folder)/1.nfc")
        }
    }

    @Test("faults of a script happen at their moment")
    func faults() async throws {
        let script = "0 ms: put 1.nfc\nwrite 1: tag leaves garbage 17\nframe 4: reader stalls\n"
        try await withTags(script) { folder in
            let scenario = try FieldScenario(path: "\(folder)/case.script")
            #expect(scenario.lineFaults == [4: .stalls])
            let reader = DirectReader(scenario.field)
            _ = try await reader.select(within: .seconds(1))
            _ = try await reader.send(.write(page: 4, data: [1, 2, 3, 4]))
            await expect(code: .tagLost) { try await reader.send(.write(page: 5, data: [5, 6, 7, 8])) }
            guard let tag = await reader.field.tags.first as? Type2Tag else { return }
            #expect(Array(tag.memory[16..<20]) == [1, 2, 3, 4])
            #expect(Array(tag.memory[20..<24]) != [5, 6, 7, 8])
            #expect(tag.memory[20..<24] != Type2Chip.ntag213.factoryMemory(uid: tag.uid)[20..<24])
        }
    }

    @Test("an unknown or repeated line is reported with its number")
    func refused() async throws {
        for (script, line) in [
            ("# one\n\ncommand five: tag leaves\n", "line 3"), ("0 ms: put none.nfc\n", "line 1"),
            ("write 1: tag leaves old\r\nwrite 1: tag leaves new\r\n", "line 2"),
            ("frame 1: reader stalls\nframe 1: reader vanishes", "line 2"), ("\u{FFFD}\u{0}", "line 1"),
        ] {
            try await withTags(script) { folder in
                let found = error { () throws(TagError) in
                    _ = try FieldScenario(path: "\(folder)/case.script")
                }
                #expect(found?.summary.contains(line) == true, "\(script)")
            }
        }
        #expect(
            error { () throws(TagError) in _ = try FieldScenario(path: "/dev/zero.script") }?.code
                == .fileNotFound
        )
    }
}
