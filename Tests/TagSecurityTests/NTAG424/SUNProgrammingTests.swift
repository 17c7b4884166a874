import SimulationKit
import TagDumps
import TagKit
import TagSimulator
import TestSupport
import Testing

@testable import TagSecurity

@Suite("An NTAG 424 DNA is programmed")
struct SUNProgrammingTests {
    @Test("from the factory to a proved tap, and each read is another tap")
    func fresh() async throws {
        let reader = DirectReader(try SUNBench.factory())
        let report = try await SUNBench.program(reader)
        #expect(report.uid == SUNBench.uid)
        #expect(report.product == "NTAG 424 DNA")
        #expect(report.changedKeys == [1, 2, 3, 4, 0])
        #expect(report.url.hasPrefix("https://appclip.tap.giving/Grace?f=7&r=0&picc_data="))
        #expect(report.tap.uid == SUNBench.uid)
        #expect(report.counterSeen == nil)
        var highest = report.tap.counter
        for _ in 0..<3 {
            let tap = try await SUNBench.tap(reader)
            #expect(!tap.isReplay(after: highest))
            #expect(tap.counter == highest + 1)
            highest = tap.counter
        }
    }

    @Test("all five keys come from the secret, and the settings let only key 0 write")
    func keysAndSettings() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        _ = try await SUNBench.tap(reader)
        let card = NTAG424Card(reader) { Array(0x40...0x4F) }
        try await card.selectApplication()
        for number in BatchSecret.NTAG424KeyNumber.allCases {
            let key = SUNBench.secret().ntag424Key(number, uid: SUNBench.uid)
            #expect(try await !card.authenticate(.factory, number: number.rawValue))
            #expect(try await card.authenticate(key, number: number.rawValue))
            #expect(try await card.keyVersion(number.rawValue) == 1)
        }
        let master = SUNBench.secret().ntag424Key(.master, uid: SUNBench.uid)
        #expect(try await card.authenticate(master, number: 0))
        #expect(try await card.settings()?.access == .closed)
    }

    @Test(
        "T-1: a URL that no phone can open is refused before anything is written, and written with force",
        arguments: ["https://?", "https:///give?", "https://www./?", "example.org/?"])
    func unusable(start: String) async throws {
        let url = start + SUNPlaceholders.text
        let reader = DirectReader(try SUNBench.factory())
        let before = try await SUNBench.tag(on: reader).image
        #expect(try await SUNBench.refusal(reader, url: url)?.code == .unusableMessage)
        #expect(try await SUNBench.tag(on: reader).image == before)
        #expect(try await SUNBench.refusal(reader, url: url, options: .force) == nil)
    }

    @Test("cannot be written without its key, and the error says so")
    func closed() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        let session = TagSession(reader)
        let snapshot = try await session.inspect(.writing(messageBytes: 0), within: .seconds(1))
        let plan = try ProgrammingPlan(snapshot, .erase)
        do {
            _ = try await session.execute(plan)
            Issue.record("it was erased")
        } catch { #expect(error.code == .passwordProtected) }
        #expect(try await SUNBench.tap(reader).uid == SUNBench.uid)
    }

    @Test("the same again changes nothing")
    func same() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        let report = try await SUNBench.program(reader)
        #expect(report.writes == 0)
        #expect(report.changedKeys.isEmpty)
        #expect(report.tap.counter > 1)
    }

    @Test("another URL replaces the present one if the caller asks for it")
    func again() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        let refused = try await SUNBench.refusal(reader, url: SUNBench.longerURL)
        #expect(refused?.code == .holdsAnotherMessage)
        let report = try await SUNBench.program(reader, url: SUNBench.longerURL, options: .overwrite)
        #expect(report.changedKeys.isEmpty)
        #expect(report.url.hasPrefix("https://appclip.tap.giving/HopeOfTheValley?"))
    }

    @Test("another secret is refused before the first write")
    func otherSecret() async throws {
        let reader = DirectReader(try await SUNBench.programmed())
        let refused = try await SUNBench.refusal(reader, SUNBench.secret(2))
        #expect(refused?.code == .passwordProtected)
        #expect(refused?.reason == "key 1 is neither the factory key nor derived from this secret")
        #expect(try await SUNBench.tap(reader).uid == SUNBench.uid)
        #expect(try await SUNBench.program(reader).writes == 0)
    }

    @Test(
        "a foreign key is refused with its number, before the first write",
        arguments: 0..<5 as Range<UInt8>)
    func foreignKey(number: UInt8) async throws {
        let reader = DirectReader(try SUNBench.factory())
        _ = try await TagSession(reader).inspect(.message, within: .seconds(1))
        let card = NTAG424Card(reader) { Array(0x40...0x4F) }
        try await card.selectApplication()
        #expect(try await card.authenticate(.factory, number: 0))
        let foreign = try #require(AESKey(Array(0xA0...0xAF)))
        try await card.changeKey(number, from: .factory, to: foreign, version: 9)
        let writes = await reader.field.counts.pageWrites
        let refused = try await SUNBench.refusal(reader)
        #expect(refused?.code == .passwordProtected)
        #expect(refused?.reason.hasPrefix("key \(number) is neither") == true)
        #expect(try await SUNBench.readURL(reader) == nil)
        // Two wrong keys were tried, which the tag counts.
        #expect(await reader.field.counts.pageWrites == writes + 2)
    }

    @Test("what a stranger's tag holds is not replaced unasked")
    func foreignMessage() async throws {
        let reader = DirectReader(try SUNBench.factory())
        let session = TagSession(reader)
        let message = try SUNBench.message("https://example.org/")
        let snapshot = try await session.inspect(.writing(messageBytes: message.count), within: .seconds(1))
        _ = try await session.execute(try ProgrammingPlan(snapshot, .message(message)))
        #expect(try await SUNBench.refusal(reader)?.code == .holdsAnotherMessage)
        #expect(try await SUNBench.program(reader, options: .overwrite).changedKeys.count == 5)
    }

    @Test("foreign settings under factory keys are replaced")
    func foreignSettings() async throws {
        let reader = DirectReader(try SUNBench.factory())
        _ = try await TagSession(reader).inspect(.message, within: .seconds(1))
        let card = NTAG424Card(reader) { Array(0x40...0x4F) }
        try await card.selectApplication()
        #expect(try await card.authenticate(.factory, number: 0))
        let access = SDMSettings.Access(read: SDMSettings.free, write: 3, readWrite: 3, change: 0)
        try await card.changeSettings(SDMSettings(access: access))
        #expect(try await SUNBench.program(reader).tap.uid == SUNBench.uid)
    }

    @Test("the announced changes are the changes that are made, and announcing makes none")
    func preview() async throws {
        let reader = DirectReader(try SUNBench.factory())
        let programming = SUNBench.programming(reader)
        let preview = try await programming.preview(message: try SUNBench.message(), within: .seconds(1))
        #expect(preview.keys == [1, 2, 3, 4, 0])
        #expect(preview.changesSettings)
        #expect(await reader.field.counts.pageWrites == 0)
        #expect(try await SUNBench.readURL(reader) == nil)
        let report = try await SUNBench.program(reader)
        #expect(report.writes == preview.steps.count + preview.keys.count + 1)
        let after = try await programming.preview(message: try SUNBench.message(), within: .seconds(1))
        #expect(after.steps.isEmpty && after.keys.isEmpty && !after.changesSettings)
    }

    @Test("is saved in the tag's file, keys and counter included, and restored from it")
    func file() async throws {
        let reader = DirectReader(try SUNBench.factory())
        let report = try await SUNBench.program(reader)
        let image = try #require(await reader.field.tags.first).image
        let text = try image.contents(as: .flipper)
        let next = DirectReader(try makeVirtualTag(from: try TagImage(reading: text)))
        #expect(try await SUNBench.tap(next).counter == report.tap.counter + 1)
        let factory = try SUNBench.factory().image
        #expect(factory == TagImage.factory(product: "NTAG 424 DNA", uid: SUNBench.uid))
    }

    @Test(
        "another chip is refused by its name",
        arguments: [
            ("NTAG213", "NTAG213 cannot prove that a tap is genuine"),
            ("Type 4 CC 3.0", "Type 4 tag cannot prove that a tap is genuine"),
        ])
    func otherChip(product: String, summary: String) async throws {
        let image = try #require(TagImage.factory(product: product, uid: SUNBench.uid))
        let refused = try await SUNBench.refusal(DirectReader(try makeVirtualTag(from: image)))
        #expect(refused?.code == .unsupportedTag)
        #expect(refused?.summary == summary)
    }

    @Test("a URL without one place for the code is refused before the tag is asked")
    func noPlace() async throws {
        for url in ["https://appclip.tap.giving/Grace?r=0", SUNBench.url + "&" + SUNPlaceholders.text] {
            let reader = DirectReader(try SUNBench.factory())
            #expect(try await SUNBench.refusal(reader, url: url)?.code == .notAllowedHere)
            #expect(await reader.field.counts.dataCommands == 0)
        }
    }

    @Test("a URL that is too long is refused")
    func tooLong() async throws {
        let path = String(repeating: "a", count: 200)
        let url = "https://appclip.tap.giving/\(path)?r=0&" + SUNPlaceholders.text
        #expect(try await SUNBench.refusal(DirectReader(try SUNBench.factory()), url: url)?.code == .tooSmall)
    }

    @Test("GET_VERSION names the chip; a Type 4 tag that does not know it is a Type 4 tag")
    func named() async throws {
        for (product, name) in [("NTAG 424 DNA", "NTAG 424 DNA"), ("Type 4 CC 3.0", "Type 4 tag")] {
            let image = try #require(TagImage.factory(product: product, uid: SUNBench.uid))
            let reader = DirectReader(try makeVirtualTag(from: image))
            let snapshot = try await TagSession(reader).inspect(.inspection, within: .seconds(1))
            #expect(snapshot.chip.product == name)
            #expect(snapshot.version.isEmpty == (name == "Type 4 tag"))
        }
    }
}
