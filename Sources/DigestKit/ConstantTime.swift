import COpenSSL

/// Comparisons whose duration does not depend on the values of the bytes.
public enum ConstantTime {
    /// Returns whether two byte strings are equal. The duration depends only on the lengths of the strings.
    public static func areEqual(_ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) -> Bool {
        first.withBytes { first in
            second.withBytes { second in
                guard first.count == second.count else { return false }
                guard let one = first.baseAddress, let other = second.baseAddress else { return true }
                return CRYPTO_memcmp(one, other, first.count) == 0
            }
        }
    }
}

extension Sequence<UInt8> {
    /// Calls `body` with the elements in contiguous memory. The elements are copied only if necessary.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if let result = withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) {
            return result
        }
        return ContiguousArray(self).withUnsafeBytes(body)
    }
}
