public import TagKit

extension VirtualField {
    /// Finds one tag and makes it ACTIVE: REQA or WUPA, anticollision, SELECT. RATS is left to the reader.
    ///
    /// Where tags collide, the branch with the 1 is followed. The request is sent twice: a tag that was ACTIVE
    /// meets the first one by dropping to IDLE.
    ///
    /// - Parameters:
    ///   - request: ``RFFrame/reqa`` or ``RFFrame/wupa``.
    ///   - attempts: How often the request is sent at most.
    ///   - uid: The one tag that is wanted (4, 7 or 10 bytes): selected without asking for UIDs.
    /// - Returns: What the tag said, or nil when none answers.
    public mutating func activate(
        _ request: RFFrame = .reqa, attempts: Int = 2, uid: [UInt8]? = nil
    ) -> SelectedTag? {
        let wanted = uid.map(Activation.cascade)
        for _ in 0..<attempts {
            let answer = exchange(request)
            switch answer.outcome {
            case .silence: continue
            case .frame(let frame), .damaged(let frame):
                return resolve(atqa: frame.bytes, wanted: wanted)
            case .collision:
                // Two ATQA over each other: both bits are heard; the UIDs decide.
                return resolve(atqa: [], wanted: wanted)
            }
        }
        return nil
    }

    private mutating func resolve(atqa: [UInt8], wanted: [[UInt8]]?) -> SelectedTag? {
        var uid: [UInt8] = []
        for level in UInt8(0)..<3 {
            let code = 0x93 + level * 2
            let known = wanted.map { level < $0.count ? $0[Int(level)] : [] }
            guard let part = known ?? anticollision(code), part.count == 5 else { return nil }
            guard let sak = exchange(RFFrame([code, 0x70] + part)).frame?.bytes.first else { return nil }
            uid += part[0] == 0x88 && sak & 0x04 != 0 ? part[1..<4] : part[0..<4]
            if sak & 0x04 == 0 {
                let word = atqa.count == 2 ? UInt16(atqa[1]) << 8 | UInt16(atqa[0]) : 0
                return SelectedTag(atqa: word, sak: sak, uid: uid)
            }
        }
        return nil
    }

    /// The five bytes of one cascade level, bit by bit where tags collide.
    private mutating func anticollision(_ code: UInt8) -> [UInt8]? {
        var known: [Bool] = []
        for _ in 0...40 {
            let nvb = UInt8((16 + known.count) / 8) << 4 | UInt8(known.count % 8)
            let frame = RFFrame(bits: RFFrame([code, nvb]).bits + known)
            switch exchange(frame).outcome {
            case .frame(let rest):
                let all = RFFrame(bits: known + rest.bits)
                return all.bitCount == 40 ? all.bytes : nil
            case .collision(let agreed):
                // Tags with a 0 at the next place fall back to IDLE.
                known += agreed.bits + [true]
            case .silence, .damaged: return nil
            }
        }
        return nil
    }
}

extension RFFrame {
    /// All bits in the order of sending.
    var bits: [Bool] { (0..<bitCount).map(bit) }

    /// A frame from its bits.
    init(bits: [Bool]) {
        var packed = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, isSet) in bits.enumerated() where isSet { packed[index / 8] |= 1 << UInt8(index % 8) }
        self.init(packed, bits: bits.count)
    }
}
