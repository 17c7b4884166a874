import TagKit

/// The storage-card commands of PC/SC part 3 §3.2.2, and the commands that the reader passes to the tag.
extension VirtualPCSCReader {
    /// GET DATA: returns the UID, or the ATS including its length byte.
    func data(_ what: UInt8) -> [UInt8] {
        guard let target else { return StatusWord.failed }
        switch what {
        case 0x00: return target.uid + StatusWord.done
        case 0x01 where target.sak & 0x20 != 0:
            return [UInt8(target.ats.count + 1)] + target.ats + StatusWord.done
        default: return StatusWord.notSupported
        }
    }

    /// READ BINARY: reads a page or block with the tag's READ command. Returns the first `count` of the 16
    /// bytes, or all 16 if `count` is 0.
    mutating func readBinary(_ number: UInt8, count: Int) -> [UInt8] {
        guard count <= 16 else { return StatusWord.wrongLength }
        guard isStorageCard, let bytes = exchange([0x30, number]) else { return StatusWord.failed }
        return Array(bytes.prefix(count == 0 ? 16 : count)) + StatusWord.done
    }

    /// UPDATE BINARY: writes 4 bytes to a page of a Type 2 tag, or 16 bytes to a block of a MIFARE Classic
    /// card.
    mutating func updateBinary(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
        let isClassic = target.map { $0.sak != 0 } ?? false
        guard data.count == (isClassic ? 16 : 4) else { return StatusWord.wrongLength }
        guard isStorageCard, exchange([isClassic ? 0xA0 : 0xA2, number] + data) != nil else {
            return StatusWord.failed
        }
        return StatusWord.done
    }

    /// LOAD KEYS: stores a key in the reader under a number.
    mutating func load(_ key: [UInt8], at place: UInt8) -> [UInt8] {
        keys[place] = key
        return StatusWord.done
    }

    /// GENERAL AUTHENTICATE: authenticates to a MIFARE Classic sector with a stored key. The body contains
    /// the version, 00, the block, the key type and the number of the key.
    mutating func authenticate(_ body: [UInt8]) -> [UInt8] {
        guard body[0] == 0x01, let key = keys[body[4]], let target, [0x60, 0x61].contains(body[3]) else {
            return StatusWord.failed
        }
        let isOpen = exchange([body[3], body[2]] + key + target.uid.suffix(4)) != nil
        return isOpen ? StatusWord.done : StatusWord.failed
    }

    /// Sends a C-APDU to a tag with ISO-DEP and returns the R-APDU. For any other tag, returns the status
    /// word for an unknown instruction.
    mutating func exchangeWithCard(_ apdu: [UInt8]) -> [UInt8] {
        guard target.map({ $0.sak & 0x20 != 0 }) == true else { return StatusWord.unknownInstruction }
        return exchange(apdu) ?? StatusWord.failed
    }

    /// Sends the data of an APDU that begins with `FF 00 00 00` to the reader's chip (profile `direct`) or to
    /// the tag (profile `raw`). For other profiles, returns the status word for an unknown instruction.
    mutating func passOn(_ bytes: [UInt8]) -> [UInt8] {
        switch profile {
        case .storageCard, .transparent: return StatusWord.unknownInstruction
        case .direct: return chipAnswer(bytes).map { $0 + StatusWord.done } ?? StatusWord.chipRefuses
        case .raw:
            guard let answer = chipAnswer([0xD4, 0x42] + bytes), answer.count > 3, answer[2] == 0 else {
                return StatusWord.failed
            }
            return answer.dropFirst(3) + StatusWord.done
        }
    }

    private var isStorageCard: Bool { target.map { $0.sak & 0x20 == 0 } ?? false }
}
