import COpenSSL

/// A non-negative integer of libcrypto's, freed and wiped with its last reference.
final class BigNumber {
    let pointer: OpaquePointer

    /// The number 0.
    init() {
        guard let pointer = BN_new() else { preconditionFailure("libcrypto has no memory for a number") }
        self.pointer = pointer
    }

    /// The number that `bytes` are, the most significant first.
    convenience init(_ bytes: [UInt8]) {
        self.init()
        guard BN_bin2bn(bytes, Int32(bytes.count), pointer) != nil else {
            preconditionFailure("libcrypto has no memory for a number")
        }
    }

    deinit { BN_clear_free(pointer) }

    var isZero: Bool { BN_is_zero(pointer) == 1 }

    static func < (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) < 0 }
    static func == (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) == 0 }

    /// The number as exactly `count` bytes, the most significant first; it has to fit.
    func bytes(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let written = BN_bn2binpad(pointer, &bytes, Int32(count))
        precondition(written == Int32(count), "the number fits its bytes")
        return bytes
    }
}
