import SimulationKit
import TagDumps
import TagSimulator

/// A tag in the field that never responds, and reports each received frame to the test.
///
/// A test can therefore act when a reader has reached a certain point, without a clock.
struct Listener: VirtualTag {
    private let heard: AsyncStream<RFFrame>.Continuation
    /// The received frames, in order.
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
    /// A reader polls for tags.
    var isRequest: Bool { self == .reqa || self == .wupa }
    /// A reader checks whether an ISO-DEP tag is still present, with an empty block or R(NAK) (ISO/IEC
    /// 14443-4 §7.5.4).
    var isPresenceCheck: Bool { [[0x02], [0x03], [0xB2], [0xB3]].contains(bytes) }
    /// A reader writes a page.
    var isWrite: Bool { bytes.first == 0xA2 && bytes.count == 6 }
}
