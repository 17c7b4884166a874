import TagKit
import TestSupport

extension NDEFVector {
    /// Returns the difference of these bytes from the expectation; nil if they are equal.
    func problem() -> String? {
        let bytes = TestSupport.hex(hex)
        let problem =
            switch expect {
            case .message(let message): message.problem(bytes)
            case .area(let area): area.problem(bytes)
            case .file(let file): file.problem(bytes)
            case .container(let container): container.problem(bytes)
            }
        return problem.map { "\(id ?? "") \(title): \($0)" }
    }
}

/// Runs `body`, which must throw an error with the code `expected`, or must not throw if `expected` is nil.
func problem(expecting expected: String?, _ body: () throws(NDEFError) -> String?) -> String? {
    do {
        let problem = try body()
        return expected.map { "not refused, expected \($0)" } ?? problem
    } catch {
        return error.code.rawValue == expected ? nil : "refused: \(error.summary), \(error.reason)"
    }
}

func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension AreaExpectation {
    func problem(_ bytes: [UInt8]) -> String? {
        if error == nil { return problemOfArea(bytes) }
        do {
            _ = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            return "not refused"
        } catch {
            guard error.code.rawValue == self.error else { return "refused with \(error.code)" }
            guard areaOffset ?? error.areaOffset == error.areaOffset else {
                return "area offset \(error.areaOffset ?? -1)"
            }
            // The last expected TLV is the one that does not fit.
            guard let last = tlvs.last else { return nil }
            return last.offset == error.areaOffset && last.length == error.expected ? nil : "\(error)"
        }
    }

    private func problemOfArea(_ bytes: [UInt8]) -> String? {
        TagKitTests.problem(expecting: nil) { () throws(NDEFError) in
            let area = try Type2DataArea(parsing: bytes, areaBytes: bytes.count)
            guard blocks(area.tlvs) == tlvs.map({ Block($0, hex: nil) }) else { return "TLVs \(area.tlvs)" }
            for (block, tlv) in zip(tlvs.filter { $0.t != 0 }, area.tlvs.filter { $0.type != .null }) {
                if let hex = block.valueHex, hex != text(tlv.value) { return "value \(text(tlv.value))" }
            }
            guard area.isTerminated == terminated else { return "isTerminated is \(area.isTerminated)" }
            guard usedBytes ?? area.usedBytes == area.usedBytes else {
                return "usedBytes is \(area.usedBytes)"
            }
            guard (area.ndefMessage.map { text($0.value) }) == ndefHex else { return "another message" }
            if let reserved, reserved != area.reserved.map({ [$0.lowerBound, $0.upperBound] }) {
                return "reserved \(area.reserved)"
            }
            guard let ndef, let value = area.ndefMessage?.value else {
                return TagKitTests.problem(expecting: "noNDEF") { () throws(NDEFError) in
                    _ = try area.message()
                    return nil
                }
            }
            if ndef.empty == true { return try area.message().records.isEmpty ? nil : "not empty" }
            return ndef.problem(value)
        }
    }

    /// TLVs in the form of the vectors, which merge successive NULLs into one.
    private func blocks(_ tlvs: [TLV]) -> [Block] {
        var blocks: [Block] = []
        for tlv in tlvs {
            if tlv.type == .null, let last = blocks.last, last.t == 0 {
                blocks[blocks.count - 1] = Block(t: 0, offset: last.offset, run: (last.run ?? 0) + 1)
            } else if tlv.type == .null {
                blocks.append(Block(t: 0, offset: tlv.offset, run: 1))
            } else {
                let length = tlv.type == .terminator ? nil : tlv.value.count
                blocks.append(Block(t: tlv.type.rawValue, offset: tlv.offset, length: length))
            }
        }
        return blocks
    }
}

extension AreaExpectation.Block {
    init(t: UInt8, offset: Int, length: Int? = nil, run: Int? = nil) {
        (self.t, self.offset, self.length, self.run, valueHex) = (t, offset, length, run, nil)
    }

    init(_ other: Self, hex: String?) {
        self.init(t: other.t, offset: other.offset, length: other.length, run: other.run)
    }
}

extension FileExpectation {
    func problem(_ bytes: [UInt8]) -> String? {
        let lengthField = NDEFFile.LengthField(rawValue: lengthBytes ?? 2) ?? .short
        return TagKitTests.problem(expecting: error) { () throws(NDEFError) in
            let file = try NDEFFile(parsing: bytes, lengthField: lengthField)
            guard file.messageBytes.count == nlen else { return "NLEN is \(file.messageBytes.count)" }
            guard text(file.messageBytes) == ndefHex else { return "another message" }
            let encoded = try file.encoded()
            guard encoded + TestSupport.hex(trailingIgnoredHex ?? "") == bytes else {
                return "changes on its way"
            }
            guard !file.messageBytes.isEmpty else {
                return try file.message().records.isEmpty ? nil : "not empty"
            }
            return ndef?.problem(file.messageBytes)
        }
    }
}

extension ContainerExpectation {
    func problem(_ bytes: [UInt8]) -> String? {
        do {
            let container = try CapabilityContainer(parsing: bytes)
            guard error == nil else { return "not refused" }
            return difference(container)
        } catch {
            let isExpected =
                error.code.rawValue == self.error && areaOffset ?? error.areaOffset == error.areaOffset
            return isExpected ? nil : "refused: \(error.reason)"
        }
    }

    private func difference(_ container: CapabilityContainer) -> String? {
        let version = "\(container.mappingVersion >> 4).\(container.mappingVersion & 0x0F)"
        guard version == mappingVersion else { return "version \(version)" }
        guard container.maxReadBytes == maxLe else { return "MLe \(container.maxReadBytes)" }
        guard container.maxWriteBytes == maxLc else { return "MLc \(container.maxWriteBytes)" }
        guard text([UInt8(container.fileID >> 8), UInt8(container.fileID & 0xFF)]) == ndefFileId else {
            return "file \(container.fileID)"
        }
        guard container.fileBytes == ndefFileMaxSize else { return "size \(container.fileBytes)" }
        guard container.capacityBytes == usableNdefBytes else { return "capacity \(container.capacityBytes)" }
        guard (container.readAccess == 0) == (read == "free") else { return "read \(container.readAccess)" }
        return (container.writeAccess == 0) == (write == "free") ? nil : "write \(container.writeAccess)"
    }
}
