/// One step of a plan that changes a tag's protection.
public struct ProtectionStep: Hashable, Sendable {
    /// The command of a step, or the check that the step performs.
    public enum Action: Hashable, Sendable {
        /// A WRITE of 4 bytes to a page that can be read.
        case write(page: Int, old: [UInt8], new: [UInt8])
        /// A WRITE of PWD. The password is passed when the plan is executed.
        case writePassword(page: Int)
        /// A WRITE of PACK and two zero bytes. PACK is passed, with the password, when the plan is executed.
        case writeAcknowledge(page: Int)
        /// A PWD_AUTH with the new password, to which the tag must respond with the new PACK.
        case authenticate
        /// A short interruption of the field, followed by a new selection. Afterward, a new configuration is
        /// in effect, and a protected tag requires its password again.
        case powerCycle
        /// A read of pages, which must have the expected content.
        case readBack([Expectation])
        /// A read of the bytes that the mirror covers. The tag must return the mirrored values.
        case readMirror(TagMirror)
        /// A WRITE of a page's current 4 bytes, which the tag must refuse. Even if the tag accepts the
        /// command, its content does not change.
        case proveRefused(page: Int, bytes: [UInt8])
    }

    /// The content that a page must have.
    public struct Expectation: Hashable, Sendable {
        /// The page's number.
        public let page: Int
        /// The expected 4 bytes.
        public let bytes: [UInt8]
        /// A mask of 4 bytes. Only bits that are set in the mask are compared.
        let mask: [UInt8]

        init(_ page: Int, _ bytes: [UInt8], mask: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]) {
            self.page = page
            self.bytes = bytes
            self.mask = mask
        }

        /// Returns true if `held`, the page's current bytes, has the expected value in all bits of the mask.
        func holds(_ held: [UInt8]) -> Bool {
            held.count == 4 && zip(zip(held, bytes), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
        }
    }

    /// The command to send, or the check to perform.
    public let action: Action
    /// The purpose of the step, or its effect, as text for display.
    public let purpose: String
    /// The document and section that describe the step's command, such as `NTAG213/215/216 §8.5.7`.
    public let source: String
    /// The bits that a `write` action changes; empty for other actions.
    public let bits: [BitChange]

    init(_ action: Action, _ purpose: String, source: String, bits: [BitChange] = []) {
        self.action = action
        self.purpose = purpose
        self.source = source
        self.bits = bits
    }
}
