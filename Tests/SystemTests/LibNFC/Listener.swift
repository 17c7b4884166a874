import SimulationKit
import TagDumps
import TagSimulator

/// A tag in the field that never answers and reports to the test which frames it receives.
///
/// So a test acts when a reader has come to a certain point, and needs no clock for it.
struct Listener: VirtualTag {
    private let heard: AsyncStream<RFFrame>.Continuation
    /// The frames, in their order.
    let frames: AsyncStream<RFFrame>
    let image = TagImage(product: "Listener", uid: [], memory: .pages([]))

    init() { (frames, heard) = AsyncStream.makeStream() }

    func powerUp() {}

    func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        heard.yield(frame)
        return .silence
    }

    /// Waits until the reader has sent this many frames that `matches` accepts.
    func wait(for count: Int = 1, _ matches: (RFFrame) -> Bool) async {
        var missing = count
        for await frame in frames where matches(frame) {
            missing -= 1
            if missing == 0 { return }
        }
    }
}

extension RFFrame {
    /// A reader asks who is there.
    var isRequest: Bool { self == .reqa || self == .wupa }
    /// A reader asks a tag with ISO-DEP whether it is there: an empty block or R(NAK) (ISO/IEC 14443-4
    /// §7.5.4).
    var isPresenceCheck: Bool { [[0x02], [0x03], [0xB2], [0xB3]].contains(bytes) }
    /// A reader writes a page.
    var isWrite: Bool { bytes.first == 0xA2 && bytes.count == 6 }
}
