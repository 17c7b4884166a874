import TagKit

/// Returns the promise of data areas and Type 4 files that these bytes break, or nil.
func tlvProblem(_ bytes: [UInt8]) -> String? {
    areaProblem(bytes) ?? prefixProblem(bytes) ?? layoutProblem(bytes) ?? type4Problem(bytes)
}

/// TLVs are in order, inside the area, clear of reserved bytes, and contain the area's bytes.
private func areaProblem(_ bytes: [UInt8]) -> String? {
    guard let area = try? Type2DataArea(parsing: bytes, areaBytes: bytes.count) else { return nil }
    var end = 0
    for tlv in area.tlvs {
        guard tlv.offset >= end, tlv.endOffset <= bytes.count else { return "TLVs overlap or leave the area" }
        guard tlv.valueRanges.flatMap({ bytes[$0] }) == tlv.value else {
            return "a value is not what stands there"
        }
        end = tlv.endOffset
    }
    guard area.usedBytes <= bytes.count else { return "more is used than there is" }
    if let message = try? area.message(), let tlv = area.ndefMessage {
        guard message.records.isEmpty == tlv.value.isEmpty else { return "an empty TLV holds a message" }
    }
    return nil
}

/// Reading only what is needed, in as many steps as it takes, finds the same first NDEF Message TLV.
private func prefixProblem(_ bytes: [UInt8]) -> String? {
    var count = 0
    while true {
        let needed = Type2DataArea.bytesNeeded(prefix: Array(bytes[..<count]), areaBytes: bytes.count)
        guard (0...bytes.count).contains(needed) else {
            return "\(needed) bytes are needed of \(bytes.count)"
        }
        guard needed > count else { break }
        count = needed
    }
    let whole = try? Type2DataArea(parsing: bytes, areaBytes: bytes.count)
    let prefix = try? Type2DataArea(parsing: Array(bytes[..<count]), areaBytes: bytes.count)
    return whole?.ndefMessage == prefix?.ndefMessage ? nil : "the prefix holds another message"
}

/// The largest message that fits is laid out and read back completely, and does not change reserved bytes and
/// earlier TLVs.
private func layoutProblem(_ bytes: [UInt8]) -> String? {
    guard let area = try? Type2DataArea(parsing: bytes, areaBytes: bytes.count) else { return nil }
    let start = area.ndefMessageOffset
    // Control TLVs after the message's position are overwritten, so their reserved bytes do not count.
    let before = Array(bytes[..<min(start, bytes.count)])
    guard let kept = try? Type2DataArea(parsing: before, areaBytes: bytes.count) else { return nil }
    let largest = NDEFMessageLayout.largestMessage(at: start, reserved: kept.reserved, areaBytes: bytes.count)
    guard let largest else { return nil }
    for count in Set([0, 1, largest / 2, largest]) where count <= largest {
        do {
            let layout = try NDEFMessageLayout(
                messageBytes: count, at: start, reserved: kept.reserved, areaBytes: bytes.count)
            let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
            var written = bytes
            layout.write(message, into: &written)
            guard written[..<start] == bytes[..<start] else { return "earlier TLVs change" }
            guard kept.reserved.allSatisfy({ written[$0] == bytes[$0] }) else {
                return "reserved bytes change"
            }
            let read = try Type2DataArea(parsing: written, areaBytes: bytes.count)
            guard read.ndefMessage?.value == message else { return "another message is read back" }
        } catch {
            return "what fits is refused: \(error)"
        }
    }
    return nil
}

/// Files and containers contain only their own bytes.
private func type4Problem(_ bytes: [UInt8]) -> String? {
    for lengthField in NDEFFile.LengthField.allCases {
        guard let file = try? NDEFFile(parsing: bytes, lengthField: lengthField) else { continue }
        guard let encoded = try? file.encoded() else {
            guard file.messageBytes.count == 0xFFFF else { return "a file that was read cannot be written" }
            continue
        }
        guard bytes.starts(with: encoded) else { return "the file changes on its way" }
    }
    guard let container = try? CapabilityContainer(parsing: bytes) else { return nil }
    return container.capacityBytes <= container.fileBytes ? nil : "more fits than the file holds"
}
