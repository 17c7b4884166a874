import Foundation
import TagKit
import SimulationKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A trace file")
struct TraceTests {
    private static let open = #"{"at_ms":0,"do":"open","ms":0,"reader":"r","capabilities":1}"#

    private func problem(_ text: String) -> TagError? {
        do { _ = try Trace(parsing: Data(text.utf8)) } catch { return error }
        return nil
    }

    @Test("may end without a line break and hold empty lines")
    func lenient() throws {
        let text = Self.open + "\n\n" + #"{"at_ms":1,"do":"reselect","ms":2}"#
        #expect(try Trace(parsing: Data(text.utf8)).lines.map(\.action) == [.open, .reselect])
    }

    @Test(
        "is refused with the number of the bad line",
        arguments: [
            "nonsense", #"{"do":"send"}"#, #"{"at_ms":1,"do":"jump","ms":2}"#,
            #"{"at_ms":1,"do":"send","ms":2}"#,
            #"{"at_ms":1,"do":"send","ms":2,"command":"READ","bytes":"3004"}"#,
            #"{"at_ms":1,"do":"send","ms":2,"command":"READ","bytes":"3004","answer":"0"}"#,
            #"{"at_ms":1,"do":"select","ms":2}"#,
            #"{"at_ms":-1,"do":"reselect","ms":2}"#, #"{"at_ms":1,"do":"reselect","ms":1e300}"#,
            #"{"at_ms":1,"do":"select","ms":2,"tag":{"atqa":"44","sak":"00","uid":"04112233","ats":""}}"#,
            #"{"at_ms":1,"do":"select","ms":2,"tag":{"atqa":"0044","sak":"00","uid":"0411","ats":""}}"#,
            #"{"at_ms":1,"do":"select","ms":2,"error":{"code":"none","summary":"","reason":"","remedy":""}}"#,
        ])
    func malformed(line: String) {
        let error = problem(Self.open + "\n" + line)
        #expect(error?.code == .fileMalformed)
        #expect(error?.reason.hasPrefix("line 2") == true)
    }

    @Test(
        "that opens no reader is refused", arguments: ["", "\n", #"{"at_ms":1,"do":"reselect","ms":2}"#])
    func noTrace(text: String) { #expect(problem(text)?.code == .fileMalformed) }

    @Test("any change of a byte is read or refused", arguments: propertySeeds)
    func damage(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var text = Array((Self.open + "\n" + #"{"at_ms":1,"do":"select","ms":2}"#).utf8)
        text[Int.random(in: 0..<text.count, using: &generator)] = generator.bytes(1)[0]
        _ = try? Trace(parsing: text)
    }

    @Test("cut off anywhere is read as far as whole lines go, or refused with the number of its last line")
    func cutOff() throws {
        let lines = [
            Self.open, #"{"at_ms":1,"do":"reselect","ms":2}"#,
            #"{"answer":"","at_ms":3,"bytes":"a204","command":"WRITE","do":"send","ms":2}"#,
        ]
        let text = Array((lines.joined(separator: "\n") + "\n").utf8)
        for end in text.indices {
            let whole = String(decoding: text[..<end], as: UTF8.self).split(separator: "\n").map(String.init)
            let isWhole = !whole.isEmpty && lines.starts(with: whole)
            do {
                #expect(try Trace(parsing: text[..<end]).lines.count == whole.count)
                #expect(isWhole, "byte \(end)")
            } catch {
                #expect(error.code == .fileMalformed && !isWhole, "byte \(end)")
            }
        }
    }

    @Test("that is not there is not found")
    func missing() {
        #expect { try Trace(path: "/nowhere/at/all") } throws: { ($0 as? TagError)?.code == .fileNotFound }
    }

    @Test("goes through no link, also a dangling one, and into no file with content")
    func links() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (link, file) = (folder.appending(path: "link").path, folder.appending(path: "file").path)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        let refused = #expect(throws: TagError.self) { _ = try TraceRecorder(path: link) }
        #expect(
            refused?.code == .fileNotWritable && refused?.reason == "\(link): the file is a symbolic link")
        #expect(!FileManager.default.fileExists(atPath: file))
        try Data("content".utf8).write(to: URL(filePath: file))
        for path in [link, file] {
            #expect(throws: TagError.self, "\(path)") { _ = try TraceRecorder(path: path) }
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "content")
    }

    @Test("goes into an empty file")
    func emptyFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: file) }
        #expect(FileManager.default.createFile(atPath: file, contents: nil))
        let recorder = try TraceRecorder(path: file)
        await recorder.record(TraceLine(.open))
        try await recorder.finish()
        #expect(try Trace(path: file).lines == [TraceLine(.open)])
    }

    @Test("on a full disk is reported at the end, and stops nothing before")
    func fullDisk() async throws {
        let recorder = try TraceRecorder(path: "/dev/full")
        for _ in 1...3 { await recorder.record(TraceLine(.open)) }
        await #expect { try await recorder.finish() } throws: { ($0 as? TagError)?.code == .fileNotWritable }
    }

    @Test("that cannot be made is not writable")
    func notWritable() {
        #expect { _ = try TraceRecorder(path: "/nowhere/at/all") } throws: {
            ($0 as? TagError)?.code == .fileNotWritable
        }
    }
}
