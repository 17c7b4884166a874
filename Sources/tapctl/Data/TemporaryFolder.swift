import Foundation

/// A folder that is gone when its user is done.
struct TemporaryFolder: Sendable {
    let path: String

    /// Makes one in memory where the system has a place for that, else among temporary files; mode 0700.
    init() throws {
        let memory = "/dev/shm"
        let base = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        var template = Array((base + "/tapctl-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "a temporary folder cannot be made", reason: base,
                remedy: "set TMPDIR to a folder that can be written")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
