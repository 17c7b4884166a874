import DatabaseKit
import Foundation
import Giving
import InvocationRouter
import MoneyKit
import MoneyTestSupport
import PaymentCore
import Processor
import ProcessorSimulator
import SimulationKit
import TagDumps
import TagKit
import TagReaders
import TagSimulator
import TestSupport
import Testing
import TimeKit

/// The Swift examples of the libraries' documentation catalogues. The pages contain parts of this file.
struct CatalogueExampleTests {
    private func virtualTag() throws -> any VirtualTag {
        let image = try #require(TagImage.factory(product: "NTAG213", uid: hex("04 E1 41 12 4C 28 80")))
        return try makeVirtualTag(from: image)
    }

    @Test("TagKit writes a message, and replaces another one only with permission")
    func tagKit() async throws {
        let reader = DirectReader(try virtualTag())

        let url = "https://appclip.tap.giving/GraceChapel?f=7&r=1"
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()

        let session = TagSession(reader)
        let snapshot = try await session.inspect(.writing(messageBytes: message.count))
        let plan = try ProgrammingPlan(snapshot, .message(message))  // throws before the first write
        let report = try await session.execute(plan)  // writes, reads back, compares
        print("\(snapshot.chip.product): \(report.pagesWritten) pages written")

        #expect(report.pagesWritten == plan.steps.count)
        #expect(try await session.inspect().message == message)

        let other = try NDEFMessage([URIRecord("https://example.org/").record()]).encoded()
        let again = try await session.inspect(.writing(messageBytes: other.count))
        do throws(TagError) {
            _ = try ProgrammingPlan(again, .message(other))
        } catch {
            print(error.code, error.summary)  // holdsAnotherMessage: ask the owner first
        }
        let replacement = try ProgrammingPlan(again, .message(other), options: .overwrite)
        for finding in replacement.warnings { print("warning: \(finding.summary)") }
        _ = try await session.execute(replacement) { done, all in print("\(done) of \(all)") }

        #expect(try await session.inspect().message == other)
        #expect { try ProgrammingPlan(again, .message(other)) } throws: {
            ($0 as? TagError)?.code == .holdsAnotherMessage
        }
    }

    @Test("InvocationRouter reads a URL and decides where its gift goes")
    func invocationRouter() throws {
        let url = "https://appclip.tap.giving/GraceChapel?f=2&r=1"
        let invocation = try Invocation.parse(url, profile: .tap)
        print(invocation.org ?? "", invocation.fund ?? "default fund", invocation.recurring)

        #expect(invocation.org == "GraceChapel" && invocation.fund == "2" && invocation.recurring)

        let grace = DirectoryOrganization(
            id: "GraceChapel", displayName: "Grace Chapel", defaultFund: "1",
            funds: [
                DirectoryFund(id: "1", name: "General"),
                DirectoryFund(id: "2", name: "Missions", offersMonthly: false),
            ])
        let resolution = try Resolution(invocation, organization: grace)
        print(resolution.organization.displayName, resolution.fund?.name ?? "choose a fund")
        for warning in resolution.warnings { print(warning.summary) }

        #expect(resolution.fund?.id == "2" && !resolution.recurring)
        #expect(resolution.warnings.map(\.code) == [.recurringNotOffered])
    }

    @Test("TagReaders opens a reader, records a session, and replays it")
    func tagReaders() async throws {
        let tag = try virtualTag()
        let chip = try VirtualReader(VirtualField([tag]), pace: .atOnce)
        defer { chip.stop() }
        let connstring = chip.connstring
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).trace").path
        defer { try? FileManager.default.removeItem(atPath: path) }

        let reader = try await LibNFCReader.open(connstring: connstring)  // such as pn532_uart:/dev/ttyUSB0
        let snapshot = try await TagSession(reader).inspect()
        print("\(snapshot.chip.product): \(snapshot.usedBytes) of \(snapshot.areaBytes) bytes used")

        #expect(snapshot.chip.product == "NTAG213")

        let recorder = try TraceRecorder(path: path)
        let recording = await RecordingReader(reader, to: recorder)
        let recorded = try await TagSession(recording).inspect()
        await recording.close()
        try await recorder.finish()

        let replay = ReplayReader(try Trace(path: path))
        let replayed = try await TagSession(replay).inspect()

        #expect(replayed == recorded)
        #expect(await replay.isAtEnd)
    }

    @Test("TagSimulator makes a tag, and takes it away during a write")
    func tagSimulator() async throws {
        let uid: [UInt8] = [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80]
        let image = try #require(TagImage.factory(product: "NTAG213", uid: uid))
        let reader = DirectReader(try makeVirtualTag(from: image))
        let snapshot = try await TagSession(reader).inspect()
        #expect(snapshot.tag.uid == uid)

        let faults = FaultPlan.tagLeaves(withinPageWrite: 3, leaving: .old)
        let shaky = DirectReader(try makeVirtualTag(from: image), faults: faults)
        await #expect(throws: TagError.self) { try await program(shaky) }

        await shaky.change { $0.putBack() }
        #expect(try await program(shaky) != nil)
    }

    @Test("Giving adds a church, makes a gift, and books it")
    func giving() async throws {
        let bench = try MoneyBench(GivingMigrations.all, seed: 1)
        defer { bench.remove() }
        let (database, processor) = (bench.file, bench.processor)
        let (clock, ids) = (bench.clock.wallClock, bench.ids)

        let driver = PaymentDriver(
            database: database, processor: processor, policy: GivingPolicy(ids: ids), clock: clock, ids: ids,
            processing: .standard)
        let giving = GivingService(payments: driver, clock: clock, ids: ids, processing: .standard)

        let now = clock.now()
        try await database.write { transaction in
            let fields = OrganizationFields(displayName: "Grace Chapel")
            _ = try transaction.addOrganization("Grace", fields, at: now)
            _ = try transaction.addFund("12", name: "Missions", to: "Grace", at: now)
        }
        let (_, payee) = try await giving.onboard("Grace")
        _ = try await processor.completeOnboarding(payee.id, .complete)  // acts for a person at its pages
        _ = try await giving.onboard("Grace")

        let gift = try await giving.give(
            GiftRequest(
                organization: "Grace", fund: "12", amount: .text("50"), method: "pm_card_visa",
                name: "A Donor", email: "donor@example.org"))
        print(gift.id, gift.status, gift.receiptNumber ?? "no receipt")

        #expect(gift.status == .succeeded && gift.receiptNumber == "T-Grace-2026-000001")

        let balance = try await database.read { try $0.balance(of: .payee(payee.id), in: .usd) }
        print(balance)  // -4825: 48.25 USD is owed to the church

        #expect(balance == -4825)
    }

    @Test(
        "each example of a catalogue is a part of this file",
        arguments: ["TagKit", "InvocationRouter", "TagReaders", "TagSimulator", "Giving"])
    func matchesTheCatalogue(library: String) throws {
        let folder = SharedFixtures.projectFolder.appending(path: "Sources/\(library)/\(library).docc")
        let here = try String(contentsOfFile: #filePath, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
        where name.hasSuffix(".md") {
            let page = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            for block in page.components(separatedBy: "```swift\n").dropFirst() {
                let example = block.components(separatedBy: "\n```")[0]
                let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(Self.isPart(lines, of: here), "\(name) has another example:\n\(example)")
                count += 1
            }
        }
        #expect(count >= 2)
    }

    /// Whether `example` occurs in `file`, each line with the same additional indentation.
    private static func isPart(_ example: [Substring], of file: [Substring]) -> Bool {
        guard let first = example.first, file.count >= example.count else { return false }
        return (0...file.count - example.count).contains { start in
            guard file[start].hasSuffix(first) else { return false }
            let indentation = file[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(file[start...], example).allSatisfy { line, wanted in
                wanted.isEmpty ? line.isEmpty : line == indentation + wanted
            }
        }
    }
}
