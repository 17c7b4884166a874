import SimulationKit
import TagSimulator
import TestSupport
import Testing

@Suite("The frame decoder")
struct FrameDecoderTests {
    @Test("reads every kind of frame", arguments: frameTable)
    func decodes(frame: Frame, wire: [UInt8]) {
        var decoder = FrameDecoder()
        #expect(decoder.receive(wire) == [frame])
        #expect(decoder.pendingCount <= 1)
    }

    @Test(
        "skips what is in front of a frame",
        arguments: [
            "55 55 00 00 00 00 00 00 00 00 00 00 00 00 00 00", "00 00 00 00 00 00 00 00 00 00", "FF FF FF",
            "AA 00 00",
            "00 FF 03 03", "00 00 FF 40 C0 11 22",
        ])
    func skips(noise: String) {
        var decoder = FrameDecoder()
        // The last one declares 64 bytes, and swallows the frame until its checksum fails.
        let tail = Frame.information([0xD4] + [UInt8](repeating: 0x11, count: 60)).bytes
        let frames = decoder.receive(hex(noise) + Frame.information(hex("D4 02")).bytes + tail)
        #expect(frames.first == .information(hex("D4 02")))
        #expect(frames.count == 2)
    }

    @Test(
        "drops a frame that is damaged, and reads the next one",
        arguments: [
            "00 00 FF 02 FF D4 02 2A 00",  // LCS
            "00 00 FF 02 FE D4 02 2B 00",  // DCS
            "00 00 FF FF FF 00 02 FF D4 02 2A 00",  // LCS of an extended frame
            "00 00 FF FF FF 01 0A F5",  // an extended frame of 266 bytes
            "00 00 FF 00 00 00",  // no byte at all
        ])
    func drops(wire: String) {
        var decoder = FrameDecoder()
        #expect(decoder.receive(hex(wire)) == [])
        #expect(decoder.receive(Frame.ack.bytes) == [.ack])
    }

    @Test("knows an error frame from data that says 7F")
    func errorFrame() {
        var decoder = FrameDecoder()
        #expect(decoder.receive(Frame.information([0x7F]).bytes) == [.syntaxError])
        #expect(decoder.receive(Frame.information([0x7F, 0x7F]).bytes) == [.information([0x7F, 0x7F])])
    }

    @Test(
        "gives the same frames however the stream is cut, and keeps no more than one frame",
        arguments: propertySeeds)
    func dripFed(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let stream = Self.stream(&generator).bytes
        var whole = FrameDecoder()
        let expected = whole.receive(stream)
        var piecewise = FrameDecoder()
        var frames: [Frame] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...7, using: &generator))
            rest = rest.dropFirst(piece.count)
            frames += piecewise.receive(piece)
            #expect(piecewise.pendingCount <= 275)
        }
        #expect(frames == expected)
    }

    @Test("finds every frame between noise without start codes", arguments: propertySeeds)
    func resynchronises(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let (frames, bytes) = Self.stream(&generator)
        var decoder = FrameDecoder()
        #expect(decoder.receive(bytes) == frames)
    }

    @Test("gives nothing but frames whose checksums hold, whatever bytes come", arguments: propertySeeds)
    func noise(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        // Bytes that begin frames are frequent.
        let alphabet: [UInt8] = [0x00, 0x00, 0xFF, 0xFF, 0x01, 0x02, 0xFE, 0xD4, 0x7F, 0x81]
        let bytes = (0..<600).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
        var decoder = FrameDecoder()
        for frame in decoder.receive(bytes) {
            let wire = frame.bytes.dropFirst().dropLast()
            #expect(bytes.firstRange(of: wire) != nil)
        }
        // Enough zeros end any frame that has begun.
        _ = decoder.receive([UInt8](repeating: 0, count: 300))
        #expect(decoder.receive(Frame.nack.bytes) == [.nack])
    }

    /// Frames with noise between them that cannot be taken for a start code.
    private static func stream(_ generator: inout SeededGenerator) -> (frames: [Frame], bytes: [UInt8]) {
        var frames: [Frame] = []
        var bytes: [UInt8] = []
        for _ in 0..<8 {
            bytes += generator.bytes(Int.random(in: 0...12, using: &generator)).map { $0 == 0xFF ? 0x55 : $0 }
            let frame: Frame =
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: .ack
                case 1: .nack
                case 2: .syntaxError
                default: .information([0xD4] + generator.bytes(Int.random(in: 0...264, using: &generator)))
                }
            frames.append(frame)
            bytes += frame.bytes
        }
        return (frames, bytes)
    }
}
