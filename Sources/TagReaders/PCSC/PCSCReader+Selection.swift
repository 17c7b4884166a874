public import TagKit
import TextKit

extension PCSCReader {
    /// Selects the same tag again; see `TagReader.reselect()`.
    ///
    /// On a reader with a PN532, such as the ACR122U, InListPassiveTarget selects a Type 2 tag again.
    /// Otherwise, the tag's power is switched off and on.
    public func reselect() async throws(TagError) {
        guard let wanted = selected else { throw .nothingSelected }
        if Task.isCancelled { throw .cancelled }
        try keep(manner == .direct && wanted.sak == 0 ? listsAgain() : restarts(), for: wanted)
    }

    /// Switches the tag's power off and on and selects the tag again; see `TagReader.powerCycle()`.
    public func powerCycle() async throws(TagError) {
        guard let wanted = selected else { throw .nothingSelected }
        if Task.isCancelled { throw .cancelled }
        guard manner == .direct, wanted.sak == 0 else { return try keep(restarts(), for: wanted) }
        _ = try transmit(DirectTransmit.fieldOff)
        // A tag's capacitor can power it for this time. Source: NFC Forum Digital Protocol, t(FIELD_OFF): 5.1 ms.
        try? await Task.sleep(for: .microseconds(5_100))
        _ = try transmit(DirectTransmit.fieldOn)
        try keep(listsAgain(), for: wanted)
    }

    private func keep(_ found: SelectedTag?, for wanted: SelectedTag) throws(TagError) {
        guard let found, found.canBe(wanted) else {
            throw .gone
        }
        selected = found
    }

    /// Connects to the tag that pcscd has detected, and identifies it. Returns nil if the tag has been
    /// removed in the meantime.
    ///
    /// - Throws: `readerBusy` if another program is using the tag; `twoTags` if the reader detects two tags;
    ///   `unsupportedTag` if this kind of tag is not supported.
    func takeTag() throws(TagError) -> SelectedTag? {
        let name = name
        if case .failure(let fault) = try attempt({ (link) throws(PCSCFault) in try link.connect(name) }) {
            guard fault.isAbsence else { throw fault.error }
            return nil
        }
        do throws(TagError) {
            guard let tag = try identify() else { return nil }
            guard tag.sak == 0 else { return tag }
            if manner == nil { manner = try probe(tag) }
            switch manner {
            case .direct: return try listsOnlyTag()
            case .transparent: try beginSession()
            case .storageCard, .raw, nil: break
            }
            return tag
        } catch {
            guard error.code == .tagLost else { throw error }
            return nil
        }
    }

    /// Returns the connected tag's selection data, based on its ATR, UID and ATS.
    ///
    /// - Throws: `unsupportedTag` if the tag is not a type A tag, or if its UID is unknown or has an invalid
    ///   size.
    private func identify() throws(TagError) -> SelectedTag? {
        let atr = try call { (link) throws(PCSCFault) in try link.answerToReset() }
        let reset = AnswerToReset(atr)
        let answer = try ReaderResponse(transmit(StorageCard.getUID))
        let uid = answer.isDone ? answer.data : []
        var ats: [UInt8] = []
        if reset.kind == .isoDEP, let answer = try? ReaderResponse(transmit(StorageCard.getATS)),
            answer.isDone,
            answer.data.first.map(Int.init) == answer.data.count
        {
            ats = Array(answer.data.dropFirst())
        }
        guard let tag = reset.selection(uid: uid, ats: ats), [4, 7, 10].contains(uid.count) else {
            throw TagError(
                .unsupportedTag, "this kind of tag is not supported",
                reason:
                    "the tag's answer to reset is \(Hex.upper(atr)), "
                    + "and its UID is \(uid.isEmpty ? "unknown" : Hex.upper(uid))",
                remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
        }
        return tag
    }

    /// Switches the card's power off and on and identifies the card again. Returns nil if the card was
    /// removed or does not respond.
    private func restarts() throws(TagError) -> SelectedTag? {
        hasSession = false
        if case .failure(let fault) = try attempt({ (link) throws(PCSCFault) in try link.restart() }) {
            guard fault.isAbsence else { throw fault.error }
            // The card may have left and returned. pcscd treats it as a new card.
            return try takeTag()
        }
        do throws(TagError) {
            let tag = try identify()
            if manner == .transparent, tag?.sak == 0 { try beginSession() }
            return tag
        } catch {
            guard error.code == .tagLost else { throw error }
            return nil
        }
    }

    // MARK: - Transparent sessions

    func beginSession() throws(TagError) {
        try TransparentExchange.check(ReaderResponse(transmit(TransparentExchange.begin)))
        hasSession = true
        try TransparentExchange.check(ReaderResponse(transmit(TransparentExchange.layer3)))
    }

    /// Ends the transparent session if one is open. Errors are ignored.
    func endSession() {
        guard hasSession else { return }
        hasSession = false
        _ = try? transmit(TransparentExchange.end)
    }

    // MARK: - The PN532 in an ACR122U

    /// Polls for a tag twice, as ``LibNFCReader`` does, and selects it. If there are two tags, the second
    /// poll selects the other one, and `twoTags` is thrown. Returns nil if no tag responds.
    private func listsOnlyTag() throws(TagError) -> SelectedTag? {
        _ = try transmit(DirectTransmit.finiteRetries)
        guard let first = try lists(), let second = try listsAgain() else { return nil }
        guard first.uid == second.uid else { throw .twoTags(first, second) }
        return second
    }

    /// Polls for a tag. If no tag responds, polls once more, because a tag in the ACTIVE state ignores the
    /// first poll and returns to IDLE. Returns nil if no tag responds to either poll.
    private func listsAgain() throws(TagError) -> SelectedTag? {
        if let tag = try lists() { return tag }
        return try lists()
    }

    private func lists() throws(TagError) -> SelectedTag? {
        try DirectTransmit.target(ReaderResponse(transmit(DirectTransmit.listTarget)))
    }
}
