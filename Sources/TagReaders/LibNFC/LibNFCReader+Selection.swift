import CLibNFC
import TagKit
import TextKit

extension LibNFCReader {
    /// One look at the field: the tag, nil where there is none.
    ///
    /// The PN532 says nothing of a second tag: it follows one through the anticollision. So it has to look twice.
    /// A tag that is ACTIVE answers the second look's first REQA with silence and falls to IDLE
    /// (ISO/IEC 14443-3 §6.4.4), where the other one, which is there already, answers: the second look finds the
    /// other tag, and where there is none it finds the same one with its next REQA. A tag with ISO-DEP does not
    /// hear REQA; it is put to HALT first, and everything that still answers is another one.
    /// `docs/decisions/0002-two-tags.md` holds what else was weighed.
    func selectOnlyTag() async throws(TagError) -> SelectedTag? {
        if !hearsREQA { try restartField() }
        selected = nil
        guard let first = try await poll() else { return nil }
        if first.hasISODEP {
            hearsREQA = false
            _ = try await interruptible { ($0.deselect(), ()) }
        }
        guard let second = try await poll() else {
            // Alone, and in HALT: a field that starts afresh brings it back, whatever the chip did to it.
            try restartField()
            selected = try await poll()
            hearsREQA = selected?.hasISODEP != true
            return selected
        }
        hearsREQA = !first.hasISODEP && !second.hasISODEP
        guard second.uid == first.uid else {
            throw TagError(
                .twoTags, "there are two tags on the reader",
                reason: "\(Hex.upper(first.uid)) and \(Hex.upper(second.uid)) answer",
                remedy: "leave only one there")
        }
        selected = second
        return second
    }

    /// Selects whatever answers; nil where nothing does.
    ///
    /// What goes wrong once on the cable is tried once more.
    func poll() async throws(TagError) -> SelectedTag? {
        for isLastTry in [false, true] {
            let (fault, tag) = try await interruptible { $0.select() }
            guard let fault else { return tag }
            if [NFC_ERFTRANS, NFC_ECHIP].contains(fault.code) { return nil }
            if isLastTry || !fault.isWorthAnotherTry { throw fault.error }
        }
        return nil
    }

    /// Takes the tags' power away for a moment, after which all of them are IDLE.
    func restartField() throws(TagError) {
        try check { $0.set(NP_ACTIVATE_FIELD, false) }
        try check { $0.set(NP_ACTIVATE_FIELD, true) }
        hearsREQA = true
    }

    /// Whether the tag is still there, asked without a data command.
    func isPresent(_ wanted: SelectedTag) async throws(TagError) -> Bool {
        guard wanted.hasISODEP else { return try await poll()?.uid == wanted.uid }
        // The question makes libnfc forget which framing it was in.
        framing = nil
        let (fault, _) = try await interruptible { ($0.ping(), ()) }
        guard let fault else { return true }
        guard [NFC_ETGRELEASED, NFC_ERFTRANS, NFC_EINVARG].contains(fault.code) else { throw fault.error }
        return false
    }
}

extension SelectedTag {
    /// Whether the tag speaks ISO-DEP; the chip has then begun it by itself (ISO/IEC 14443-3 §6.4.3.4, SAK bit 6).
    var hasISODEP: Bool { sak & 0x20 != 0 }

    /// Whether this can be the tag that was `other` before the field went off and on.
    ///
    /// A tag with a random UID (4 bytes that begin with `08`) has another one then. Source: ISO/IEC 14443-3 §6.4.4.
    func canBe(_ other: SelectedTag) -> Bool { uid == other.uid || hasRandomUID && other.hasRandomUID }

    private var hasRandomUID: Bool { uid.count == 4 && uid[0] == 0x08 }
}
