/// One step of a plan that protects a tag.
public struct ProtectionStep: Hashable, Sendable {
    /// What is done.
    public enum Action: Hashable, Sendable {
        /// WRITE of 4 bytes.
        case write(page: Int, old: [UInt8], new: [UInt8])
        /// WRITE of PWD; the bytes come from the password that is handed in.
        case writePassword(page: Int)
        /// WRITE of PACK and two zeros.
        case writeAcknowledge(page: Int)
        /// PWD_AUTH; the answer must be PACK.
        case authenticate
        /// The field goes away for a moment: configuration acts, and an open tag is closed again.
        case powerCycle
        /// Pages are read and compared.
        case readBack([Expectation])
        /// The bytes under a mirror are read: they must show what the chip shall lay there.
        case readMirror(TagMirror)
        /// WRITE of the 4 bytes that stand there, which the tag must refuse; if it takes them, nothing has changed.
        case proveRefused(page: Int, bytes: [UInt8])
    }

    /// What a page must hold.
    public struct Expectation: Hashable, Sendable {
        /// Which page.
        public let page: Int
        /// 4 bytes.
        public let bytes: [UInt8]
        /// The bits that count, in 4 bytes.
        public let mask: [UInt8]

        init(_ page: Int, _ bytes: [UInt8], mask: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) {
            self.page = page
            self.bytes = bytes
            self.mask = mask
        }

        /// Whether a page that was read is as expected.
        func holds(_ held: [UInt8]) -> Bool {
            held.count == 4 && zip(zip(held, bytes), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        }
    }

    /// What is done.
    public let action: Action
    /// Why, in half a sentence for people.
    public let purpose: String
    /// The data sheet and section that say so.
    public let source: String
    /// Every bit that a `write` changes; none for other actions.
    public let bits: [BitChange]

    init(_ action: Action, _ purpose: String, source: String, bits: [BitChange] = []) {
        self.action = action
        self.purpose = purpose
        self.source = source
        self.bits = bits
    }
}
