import BenchmarkTable
import Foundation
import TagDumps
import TagSimulator

/// The wall time of `tapctl batch run` for each tag of a folder, from program start to exit.
/// Each tag is written, read back, journaled and synced to disk. The peer runs one process for each tag.
@main struct BatchRun {
    static let limitMilliseconds = 60.0
    static let url = "https://appclip.tap.giving/WoodlandsChurch?f=1&r=1"

    static func main() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tapctl-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        var table = BenchmarkTable(
            "batch run over sim:FOLDER, release, wall time",
            columns: ["", "tags", "ms a tag", "limit", "peer", "ms a tag", "ratio"])
        let peer = try peerMilliseconds(in: folder)
        for count in [100, 2_000] {
            let own = try milliseconds(tags: count, in: folder.appending(path: "\(count)"))
            table.add(
                [
                    "tapctl batch run", "\(count)", String(format: "%.1f", own), "<= 60",
                    "nfc-mfultralight w",
                    String(format: "%.1f", peer), String(format: "%.2f×", peer / own),
                ], holds: own <= limitMilliseconds)
        }
        table.printAndExit()
    }

    /// Runs a batch over a folder of blank tags, and returns the average milliseconds per tag.
    private static func milliseconds(tags count: Int, in folder: URL) throws -> Double {
        let home = ["TAPCTL_HOME": folder.appending(path: "data").path]
        let box = folder.appending(path: "box").path
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try tapctl(["sim", "tag", "new", box + "/", "--count", "\(count)", "--type", "NTAG213"], home)
        try tapctl(["batch", "new", "Hall", "--count", "\(count)", "--place", "Hall", "--url", url], home)
        let start = ContinuousClock.now
        try tapctl(["batch", "run", "Hall", "--reader", "sim:" + box], home)
        return (ContinuousClock.now - start) / .milliseconds(1) / Double(count)
    }

    @discardableResult
    private static func tapctl(_ arguments: [String], _ environment: [String: String]) throws -> String {
        try Peer.run(
            Peer.projectFolder.appending(path: ".build/release/tapctl").path, arguments,
            environment: environment)
    }

    /// Returns the median of 21 writes by nfc-mfultralight, each to a blank tag of a virtual reader.
    private static func peerMilliseconds(in folder: URL) throws -> Double {
        let uid: [UInt8] = [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80]
        guard let image = TagImage.factory(product: "NTAG213", uid: uid),
            case .pages(let pages) = image.memory
        else { preconditionFailure("NTAG213 is a known product") }
        let dump = folder.appending(path: "blank.mfd")
        try Data(pages.flatMap { $0 ?? [0, 0, 0, 0] }).write(to: dump)
        let times = try (0..<21).map { _ in
            let reader = try VirtualReader(VirtualField([try makeVirtualTag(from: image)]))
            defer { reader.stop() }
            let command =
                "printf 'n\\nn\\nn\\nn\\n' | LIBNFC_DEVICE='\(reader.connstring)' nfc-mfultralight w '\(dump.path)'"
            return try Peer.time("/bin/bash", ["-c", command]) / .milliseconds(1)
        }
        return times.sorted()[10]
    }
}
