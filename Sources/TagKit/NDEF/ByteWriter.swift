/// Fills memory that was measured before; writing past its end is a bug of ours and stops the program.
struct ByteWriter {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private var offset = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    mutating func write(_ byte: UInt8) {
        precondition(offset < buffer.count, "the message is longer than was measured")
        buffer.initializeElement(at: offset, to: byte)
        offset += 1
    }

    mutating func write(bigEndian value: UInt32) {
        for shift in stride(from: 24, through: 0, by: -8) { write(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func write(_ bytes: [UInt8]) {
        precondition(bytes.count <= buffer.count - offset, "the message is longer than was measured")
        offset = buffer[offset...].initialize(fromContentsOf: bytes)
    }
}

extension [UInt8] {
    /// `count` bytes that `fill` writes, all of them.
    ///
    /// They are written to the stack and copied: measured at half the time of an array that is made with its size
    /// and then filled, which looks its storage's type up at run time.
    static func filled(
        _ count: Int, by fill: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> [UInt8] {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            fill(buffer)
            return [UInt8](UnsafeBufferPointer(buffer))
        }
    }
}
