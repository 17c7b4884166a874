import Giving
import ServerKit
import Synchronization
import Testing

@testable import TapServer

/// Files that are made while they are sent.
@Suite struct ExportStreamTests {
    /// Reads of pages, errors and access of one export.
    private final class World: Sendable {
        let reads = Mutex<[String]>([])
        let errors = Mutex(0)
        let isAdmitted = Mutex(true)
        let quota = StreamQuota(of: "exports", .exports)

        /// Makes an export of three pages. The second one has no text.
        func export(failing key: String? = nil) throws -> ExportStream {
            let hub = LiveFeedHub(LiveSettings(), random: { 1 }, failed: { _ in })
            let owner = StreamOwner(session: "s", member: "m", organization: "Grace")
            let access = StreamAccess(
                hub: hub, exports: quota, owner: owner, lastEventID: nil,
                isAdmitted: { [self] in isAdmitted.withLock { $0 } },
                failed: { [self] _ in errors.withLock { $0 += 1 } })
            return ExportStream(
                ExportStream.Page(text: "1", next: "one"), access: access, slot: try quota.enter(owner)
            ) { [self] asked in
                reads.withLock { $0.append(asked) }
                if asked == key { throw GivingError(.invalidKey) }
                return asked == "one"
                    ? ExportStream.Page(text: "", next: "two") : ExportStream.Page(text: "3", next: nil)
            }
        }

        var read: [String] { reads.withLock { $0 } }
    }

    @Test("a page is read only after the one before it was taken, and the end frees the slot")
    func lazily() async throws {
        let world = World()
        let export = try world.export()
        var pages = export.makeAsyncIterator()
        #expect(world.quota.open == 1 && world.read.isEmpty)
        #expect(try await pages.next() == "1")
        #expect(world.read.isEmpty)
        #expect(try await pages.next() == "3")
        #expect(world.read == ["one", "two"] && world.quota.open == 1)
        #expect(try await pages.next() == nil)
        #expect(try await pages.next() == nil)
        #expect(world.quota.open == 0 && world.read.count == 2)
    }

    @Test(
        "an export ends with an error if its session ends meanwhile, so that the file is visibly incomplete")
    func signedOut() async throws {
        let world = World()
        var pages = try world.export().makeAsyncIterator()
        #expect(try await pages.next() == "1")
        world.isAdmitted.withLock { $0 = false }
        await #expect(throws: ExportEnded.self) { _ = try await pages.next() }
        #expect(world.read.isEmpty)
    }

    @Test("an error of the database ends an export and is reported")
    func failed() async throws {
        let world = World()
        var pages = try world.export(failing: "two").makeAsyncIterator()
        #expect(try await pages.next() == "1")
        await #expect(throws: GivingError.self) { _ = try await pages.next() }
        #expect(world.errors.withLock { $0 } == 1)
    }

    @Test("an export that is not sent, as in response to HEAD, frees its slot")
    func unsent() throws {
        let world = World()
        let ended = try world.export()
        ended.end()
        #expect(world.quota.open == 0)
        do { _ = try world.export() }
        #expect(world.quota.open == 0)
        withExtendedLifetime(ended) {}
    }
}
