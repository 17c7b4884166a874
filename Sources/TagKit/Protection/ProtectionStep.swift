/// One step of a plan that protects a tag.
public struct ProtectionStep: Hashable, Sendable {
    /// The action of a step.
    public enum Action: Hashable, Sendable {
        /// A WRITE of 4 bytes.
        case write(page: Int, old: [UInt8], new: [UInt8])
        /// A WRITE of PWD, with the password that is passed when the plan is executed.
        case writePassword(page: Int)
        /// A WRITE of PACK and two zeros.
        case writeAcknowledge(page: Int)
        /// A PWD_AUTH. The tag must respond with PACK.
        case authenticate
        /// A short interruption of the field. After it, a new configuration is in effect, and a protected tag requires
        /// its password again.
        case powerCycle
        /// A read of pages, which are compared with their expected content.
        case readBack([Expectation])
        /// A read of the bytes under a mirror, which must show the mirrored values.
        case readMirror(TagMirror)
        /// A WRITE of a page's current 4 bytes, which the tag must refuse. If the tag accepts it, the tag's
        /// content is unchanged.
        case proveRefused(page: Int, bytes: [UInt8])
    }

    /// A page with its expected content.
    public struct Expectation: Hashable, Sendable {
        /// The number of the page.
        public let page: Int
        /// The expected 4 bytes.
        public let bytes: [UInt8]
        /// The bits to compare, as a mask of 4 bytes.
        public let mask: [UInt8]

        init(_ page: Int, _ bytes: [UInt8], mask: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) {
            self.page = page
            self.bytes = bytes
            self.mask = mask
        }

        /// Returns true if a page that was read has the expected content.
        func holds(_ held: [UInt8]) -> Bool {
            held.count == 4 && zip(zip(held, bytes), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        }
    }

    /// The action to perform.
    public let action: Action
    /// The purpose of the step as a human-readable clause.
    public let purpose: String
    /// The title and section of the data sheet that describes the step.
    public let source: String
    /// The bits that a `write` changes; empty for other actions.
    public let bits: [BitChange]

    init(_ action: Action, _ purpose: String, source: String, bits: [BitChange] = []) {
        self.action = action
        self.purpose = purpose
        self.source = source
        self.bits = bits
    }
}
