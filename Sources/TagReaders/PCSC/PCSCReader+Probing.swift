import TagKit

extension PCSCReader {
    /// Finds out how the reader lets bytes through to a Type 2 tag, with the first one that is on it.
    ///
    /// Each way is proved by READ of page 0, which must show the UID; none writes. A reader that answers no way is one
    /// for storage cards.
    func probe(_ tag: SelectedTag) throws(TagError) -> ReaderManner {
        if try answers(
            DirectTransmit.getFirmwareVersion,
            { (answer) throws(TagError) in
                try DirectTransmit.data(answer, command: 0x02).count == 4
            })
        {
            return .direct
        }
        // A reader that passed those bytes on has a tag that did not understand them.
        try call { (link) throws(PCSCFault) in try link.restart() }
        if try answersInSession(tag) { return .transparent }
        try call { (link) throws(PCSCFault) in try link.restart() }
        if try answers(
            [0xFF, 0x00, 0x00, 0x00, 0x02, 0x30, 0x00],
            { (answer) throws(TagError) in
                Self.showsUID(try answer.data(), of: tag)
            })
        {
            return .raw
        }
        try call { (link) throws(PCSCFault) in try link.restart() }
        return .storageCard
    }

    private func answersInSession(_ tag: SelectedTag) throws(TagError) -> Bool {
        do throws(TagError) {
            try beginSession()
            let answer = try ReaderAnswer(transmit(TransparentExchange.transceive([0x30, 0x00])))
            let shown = Self.showsUID(try TransparentExchange.tagAnswer(answer).bytes, of: tag)
            endSession()
            return shown
        } catch {
            endSession()
            guard [.nak, .tagLost, .unsupportedCommand, .readerProtocol].contains(error.code) else {
                throw error
            }
            return false
        }
    }

    /// Whether the answer is a good one; a refusal of any kind is no.
    private func answers(
        _ apdu: [UInt8], _ isGood: (ReaderAnswer) throws(TagError) -> Bool
    ) throws(TagError) -> Bool {
        let answer = try ReaderAnswer(transmit(apdu))
        do throws(TagError) { return try isGood(answer) } catch { return false }
    }

    /// Whether the first pages of a Type 2 tag are those of this UID. Source: NXP NTAG213/215/216 data sheet §8.5.1.
    static func showsUID(_ pages: [UInt8], of tag: SelectedTag) -> Bool {
        guard pages.count == 16 else { return false }
        return tag.uid.count == 7
            ? Array(pages[0..<3] + pages[4..<8]) == tag.uid : Array(pages[0..<4]) == tag.uid
    }
}
