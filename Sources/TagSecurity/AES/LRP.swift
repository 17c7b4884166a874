/// NXP's leakage resilient primitive: AES used so that the power a chip draws tells little of its key.
///
/// A value made of a key and the number of the derived key that is used. Source: NXP AN12304 rev. 1.1; the numbers of
/// algorithms are those of its §2.
struct LRP {
    private let plaintexts: [[UInt8]]
    private let key: AESKey

    /// - Parameter number: Which updated key, 0...3: 0 authenticates, 1 enciphers.
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

    /// Algorithm 3: one AES for each nibble of the input, and a last one.
    func evaluate(_ input: [UInt8]) -> [UInt8] {
        var key = key
        for byte in input {
            key = AESKey(checked: key.encipher(plaintexts[Int(byte >> 4)]))
            key = AESKey(checked: key.encipher(plaintexts[Int(byte & 0x0F)]))
        }
        return key.encipher([UInt8](repeating: 0, count: 16))
    }

    /// CMAC over this primitive; of the same 16 bytes.
    func cmac(_ message: [UInt8]) -> [UInt8] { CMAC.tag(message, by: evaluate) }

    /// Algorithm 4: whole blocks, each under the key that the counter makes.
    func encipher(_ blocks: [UInt8], counter: [UInt8]) -> [UInt8] {
        transform(blocks, counter) { $0.encipher($1) }
    }

    /// Algorithm 5: the same backwards.
    func decipher(_ blocks: [UInt8], counter: [UInt8]) -> [UInt8] {
        transform(blocks, counter) { $0.decipher($1) }
    }

    private func transform(
        _ blocks: [UInt8], _ counter: [UInt8], _ cipher: (AESKey, [UInt8]) -> [UInt8]
    ) -> [UInt8] {
        precondition(blocks.count.isMultiple(of: 16), "LRP works on whole blocks")
        var counter = counter
        return stride(from: 0, to: blocks.count, by: 16).flatMap { start in
            defer { Self.increment(&counter) }
            return cipher(AESKey(checked: evaluate(counter)), Array(blocks[start..<start + 16]))
        }
    }

    /// The counter, its last byte least significant, plus one; it rolls over.
    private static func increment(_ counter: inout [UInt8]) {
        for index in counter.indices.reversed() {
            counter[index] &+= 1
            if counter[index] != 0 { return }
        }
    }
}
