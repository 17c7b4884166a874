import ArgumentParser
import DataFolderKit
import Documents
import InvocationRouter
import TagDumps
import TagKit
import TagReaders
import TagSimulator

/// The results of all steps of a demo.
struct DemoRun: Sendable {
    static let org = "WoodlandsChurch"
    static let fund = "1"

    let folder: DemoFolder
    /// The serial port of the virtual reader.
    let port: String
    let blank: TagSnapshot
    let url: String
    let write: WriteReport
    /// The simulated time for writing the tag with a PN532 at 115200 Bd, in milliseconds.
    let modelledMilliseconds: Int
    let read: TagSnapshot
    let readCommands: Int
    /// The name of each phone, and its reaction to the tag.
    let phones: [(name: String, answer: PhoneAnswer)]
    let gift: DemoGift

    /// Creates a tag, writes it through libnfc, reads it back as a phone would, and makes a gift.
    static func run(in folder: DemoFolder, at address: ProcessorAddress?) async throws -> DemoRun {
        let uid: [UInt8] = [0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80]
        guard let image = TagImage.factory(product: "NTAG213", uid: uid) else {
            preconditionFailure("an NTAG213 with factory contents can be created")
        }
        try NewFile.write(image.contents(as: .flipper), to: folder.tag, force: false)
        let open = try await OpenReader(.sim(path: folder.tag), trace: folder.trace)
        do {
            let run = try await run(on: open, folder, address)
            try await open.close()
            return run
        } catch {
            // Only the first failure is reported.
            try? await open.close()
            throw error
        }
    }

    private static func run(
        on open: OpenReader, _ folder: DemoFolder, _ address: ProcessorAddress?
    ) async throws -> DemoRun {
        let limit = Duration.seconds(5)
        let url = try Invocation.make(org: org, fund: fund, recurring: true)
        let message = try NDEFMessage([URIRecord(url).record()]).encoded()

        let before = open.virtual?.statistics ?? ReaderStatistics()
        let writing = TagSession(open.reader)
        let blank = try await writing.inspect(.writing(messageBytes: message.count), within: limit)
        let report = try await writing.execute(ProgrammingPlan(blank, .message(message)))
        let spent = open.virtual?.statistics.since(before) ?? ReaderStatistics()

        let reading = TagSession(open.reader)
        let read = try await reading.inspect(.message, within: limit)
        let tapped = try Invocation.parse(read.contents.url ?? "", profile: .tap)
        let phones = try PhoneOptions.parse([]).phones(of: .standard)
        return DemoRun(
            folder: folder, port: open.virtual?.path ?? "", blank: blank, url: url, write: report,
            modelledMilliseconds: (spent.modelledMicroseconds + 500) / 1_000, read: read,
            readCommands: await reading.commands,
            phones: phones.map { ($0.name, $0.phone.tap([.uri(url)], areaBytes: read.areaBytes)) },
            gift: try await DemoGift.give(tapped, organization: org, in: folder.data, at: address))
    }
}
