import Foundation
import TagKit
import Testing

@testable import TagReaders

@Suite("A port's lock")
struct PortLockTests {
    private let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test("keeps a second one out for as long as it lives")
    func excludes() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var first: PortLock? = try PortLock(path: path)
        #expect(first?.isHungUp == false)
        #expect { _ = try PortLock(path: path) } throws: {
            let error = $0 as? TagError
            return error?.code == .readerBusy && error?.remedy.isEmpty == false
        }
        first = nil
        _ = try PortLock(path: path)
    }

    @Test("of a port that is not there is an error")
    func missing() {
        #expect { _ = try PortLock(path: path) } throws: { ($0 as? TagError)?.code == .readerNotFound }
    }
}
