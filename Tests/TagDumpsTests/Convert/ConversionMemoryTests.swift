import Foundation
import TagDumps
import TestSupport
import Testing

/// 300 conversions in one process; 10,000 with `TAPKIT_FULL`.
@Suite(.serialized)
struct ConversionMemoryTests {
    private static let count = isFullRun ? 10_000 : 300

    @Test("many conversions take no more memory than a few")
    func growth() throws {
        let files = try CaseFile.all.map { (try CaseFiles.bytes($0.name), $0.name) }
        func convert(_ index: Int) {
            do {
                let (bytes, name) = files[index % files.count]
                let image = try? TagImage(reading: bytes, named: name)
                _ = try? image?.converted(
                    to: DumpFormat.writable[index / files.count % DumpFormat.writable.count])
            }
        }
        for index in 0..<150 { convert(index) }
        let before = Self.residentKilobytes()
        for index in 0..<Self.count { convert(index) }
        let after = Self.residentKilobytes()
        print("\(Self.count) conversions: \(before) KB resident before, \(after) KB after")
        // Other tests run in the same process. A leak of one image per conversion would exceed this.
        #expect(after - before < 40_000)
    }

    /// Source: proc(5), VmRSS.
    private static func residentKilobytes() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.filter(\.isNumber)) ?? 0
    }
}
