import SimulationKit
import TagKit
import TagSimulator

@testable import TagReaders

/// A virtual PC/SC reader that executes commands without pcscd, for tests that remove a tag hundreds of
/// times.
actor InProcessReader: TagReader {
    nonisolated let name = "in process"
    nonisolated let capabilities: ReaderCapabilities
    private let manner: ReaderManner
    private(set) var card: VirtualPCSCReader
    private var selected: SelectedTag?

    init(_ tag: any VirtualTag, _ manner: ReaderManner) {
        self.manner = manner
        capabilities = manner.capabilities
        let profiles: [ReaderManner: PCSCProfile] = [
            .storageCard: .storageCard, .direct: .direct, .raw: .raw, .transparent: .transparent,
        ]
        card = VirtualPCSCReader(VirtualField([tag]), profile: profiles[manner] ?? .storageCard)
    }

    func change(_ body: @Sendable (inout VirtualField) -> Void) { body(&card.chip.field) }

    func select(within limit: Duration) async throws(TagError) -> SelectedTag {
        guard card.hasTag else { throw TagError(.noTag, "there is no tag") }
        card.powerOn()
        let uid = try ReaderResponse(transmit(StorageCard.getUID)).data()
        guard let tag = AnswerToReset(card.answerToReset).selection(uid: uid, ats: []) else {
            throw TagError(.tagLost, "it has left")
        }
        if manner == .transparent, tag.sak == 0 {
            for apdu in [TransparentExchange.begin, TransparentExchange.layer3] {
                try TransparentExchange.check(ReaderResponse(transmit(apdu)))
            }
        }
        selected = tag
        return tag
    }

    func reselect() async throws(TagError) {
        guard let wanted = selected, card.hasTag else { throw TagError(.tagLost, "it has left") }
        guard try await select(within: .zero).uid == wanted.uid else {
            throw TagError(.tagLost, "another one answers")
        }
    }

    func powerCycle() async throws(TagError) { try await reselect() }

    func send(_ command: TagCommand) async throws(TagError) -> [UInt8] {
        var answer: [UInt8] = []
        for exchange in try PCSCExchange.exchanges(for: command, by: manner) {
            answer += try exchange.answer(transmit(exchange.apdu))
        }
        return answer
    }

    func waitForRemoval(within limit: Duration) async throws(TagError) {}
    func close() async {}

    private func transmit(_ apdu: [UInt8]) throws(TagError) -> [UInt8] {
        // pcscd has no card to send it to.
        guard card.hasTag else { throw TagError(.tagLost, "it has left") }
        guard let answer = card.answer(apdu) else { throw TagError(.readerStalled, "it stalls") }
        return answer
    }
}
