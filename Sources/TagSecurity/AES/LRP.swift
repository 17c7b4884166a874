/// NXP's leakage resilient primitive (LRP), an AES construction that makes it harder to derive the key from a
/// chip's power consumption.
///
/// LRP derives several updated keys from a key; each instance uses one of them. Source: NXP AN12304 rev. 1.1;
/// algorithm numbers refer to its §2.
struct LRP {
    private let plaintexts: [[UInt8]]
    private let key: AESKey

    /// Creates the primitive from a key and the number of an updated key.
    ///
    /// - Parameters:
    ///   - key: The key from which the updated keys are derived.
    ///   - number: The number of the updated key, 0...3. The chip uses updated key 0 for MACs and updated key
    ///     1 for encryption.
    init(_ key: AESKey, updated number: Int) {
        let (low, high) = ([UInt8](repeating: 0x55, count: 16), [UInt8](repeating: 0xAA, count: 16))
        // Algorithm 1: sixteen secret plaintexts, one for each nibble.
        var step = AESKey(checked: key.encipher(low))
        var plaintexts: [[UInt8]] = []
        for _ in 0..<16 {
            plaintexts.append(step.encipher(high))
            step = AESKey(checked: step.encipher(low))
        }
        self.plaintexts = plaintexts
        // Algorithm 2: updated keys.
        step = AESKey(checked: key.encipher(high))
        for _ in 0..<number { step = AESKey(checked: step.encipher(low)) }
        self.key = AESKey(checked: step.encipher(high))
    }

    /// Evaluates LRP for an input (algorithm 3). Performs one AES operation for each nibble of the input, and
    /// one more at the end.
    func evaluate(_ input: [UInt8]) -> [UInt8] {
        var key = key
        for byte in input {
            key = AESKey(checked: key.encipher(plaintexts[Int(byte >> 4)]))
            key = AESKey(checked: key.encipher(plaintexts[Int(byte & 0x0F)]))
        }
        return key.encipher([UInt8](repeating: 0, count: 16))
    }

    /// Returns the 16-byte CMAC of a message, with this primitive as the block cipher.
    func cmac(_ message: [UInt8]) -> [UInt8] { CMAC.tag(message, by: evaluate) }

    /// Encrypts one or more whole blocks (algorithm 4). The key for each block is derived from a counter,
    /// which starts at `counter` and is incremented after each block.
    func encipher(_ blocks: [UInt8], counter: [UInt8]) -> [UInt8] {
        transform(blocks, counter) { $0.encipher($1) }
    }

    /// Decrypts one or more whole blocks (algorithm 5).
    func decipher(_ blocks: [UInt8], counter: [UInt8]) -> [UInt8] {
        transform(blocks, counter) { $0.decipher($1) }
    }

    private func transform(
        _ blocks: [UInt8], _ counter: [UInt8], _ cipher: (AESKey, [UInt8]) -> [UInt8]
    ) -> [UInt8] {
        precondition(blocks.count.isMultiple(of: 16), "LRP requires whole blocks")
        var counter = counter
        return stride(from: 0, to: blocks.count, by: 16).flatMap { start in
            defer { Self.increment(&counter) }
            return cipher(AESKey(checked: evaluate(counter)), Array(blocks[start..<start + 16]))
        }
    }

    /// Increments a counter whose last byte is the least significant. The highest value wraps around to 0.
    private static func increment(_ counter: inout [UInt8]) {
        for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { return }
        }
    }
}
