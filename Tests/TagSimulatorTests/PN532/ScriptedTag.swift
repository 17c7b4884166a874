import SimulationKit
import TagDumps

@testable import TagSimulator

/// A tag of a type that the simulator lacks. It is selected like any tag, and its responses come from a
/// table.
struct ScriptedTag: VirtualTag {
    let answers: [RFFrame: RFFrame]
    private var activation: Activation
    private let uid: [UInt8]

    init(uid: [UInt8], atqa: UInt16, sak: UInt8, answers: [RFFrame: RFFrame]) {
        self.uid = uid
        self.answers = answers
        activation = Activation(uid: uid, atqa: atqa, sak: sak)
    }

    mutating func powerUp() { activation.powerUp() }

    mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        switch activation.receive(frame) {
        case .answer(let answer): RFResponse(answer)
        case .silence: .silence
        case .command: RFResponse(answers[frame])
        }
    }

    var image: TagImage { TagImage(product: "scripted", uid: uid, memory: .opaque([])) }
}
