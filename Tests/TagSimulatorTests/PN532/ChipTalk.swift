import TestSupport

@testable import TagSimulator

/// Talks to a chip in hex, without frames: `ask("02")` is `"03 32 01 06 07"`.
struct ChipTalk {
    var chip: VirtualPN532
    /// The microseconds that the last command waited for a missing response.
    private(set) var waited = 0
    /// The microseconds that the last command worked.
    private(set) var worked = 0

    /// A chip after power-up, over a field with these tags.
    init(_ tags: any VirtualTag...) { chip = VirtualPN532(field: VirtualField(tags)) }

    /// A chip that has activated the first of these tags, and tries each activation twice.
    init(selecting tags: any VirtualTag...) {
        chip = VirtualPN532(field: VirtualField(tags))
        ask("32 05 FF 01 01")
        ask("4A 01 00")
    }

    /// The answer's code and data, `"error"` for the syntax error frame, `"searches"`, or `"nothing"`.
    @discardableResult
    mutating func ask(_ command: String) -> String {
        let actions = chip.receive(.information([0xD4] + hex(command)))
        guard actions.first == .send(.ack) else { return "no ACK" }
        return outcome(Array(actions.dropFirst()))
    }

    /// Lets the chip poll again.
    mutating func poll() -> String { outcome(chip.poll()) }

    private mutating func outcome(_ actions: [VirtualPN532.Action]) -> String {
        (waited, worked) = (0, 0)
        for action in actions {
            switch action {
            case .work(let time): worked += time
            case .listen(let time): waited += time
            case .send, .pollAgain: break
            }
        }
        switch actions.last {
        case .send(.information(let bytes)): return spaced(bytes.dropFirst())
        case .send(.syntaxError): return "error"
        case .pollAgain: return "searches"
        default: return "nothing"
        }
    }
}

/// Bytes as in a data sheet: `04 A1`.
func spaced(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { byte in
        let text = String(byte, radix: 16, uppercase: true)
        return byte < 0x10 ? "0" + text : text
    }.joined(separator: " ")
}
