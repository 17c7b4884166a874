import SimulationKit
import TagDumps
import TagKit
import TagSecurity

extension Type4Tag {
    /// The identifier of an NTAG 424 DNA's NDEF file. Source: NXP NTAG 424 DNA data sheet §8.2.3.
    static let ndefFile: UInt16 = 0xE104

    /// Processes a native command of an NTAG 424 DNA. If the tag is removed while it processes a command that
    /// changes data, the change is made completely or not at all. Source: data sheet §8.4, §8.6.
    mutating func nativeAnswer(_ command: CommandAPDU, tear: TornWrite?) -> (
        response: [UInt8], pagesWritten: Int
    ) {
        guard var core, command.p1 == 0, command.p2 == 0, command.le != nil else { return ([0x91, 0x7E], 0) }
        if command.ins == 0x3C { return (readSignature(command.data), 0) }
        let before = (core, files)
        let response =
            command.ins == 0x8D && selection != .none
            ? writeData(command.data, core)
            : dialogue.answer(command.ins, command.data, &core, uid: uid, isSelected: selection != .none)
        guard (core, files) != before else { return (response, 0) }
        switch tear {
        case nil, .new: self.core = core
        case .old, .garbage: files = before.1
        }
        return (response, 1)
    }

    /// Processes Read_Sig. Returns the signature from the tag's file, or zeros if the file has no signature.
    /// Refuses the command during an authenticated session. Source: NXP AN12196 §7.2.
    private mutating func readSignature(_ data: [UInt8]) -> [UInt8] {
        guard data == [0x00] else { return dialogue.refuse(.parameter) }
        // In a session, the response would need a MAC.
        guard !dialogue.isAuthenticated else { return dialogue.refuse(.illegalCommand) }
        let hasSignature = base.signature.count == 56 && !defects.contains(.noSignature)
        return (hasSignature ? base.signature : [UInt8](repeating: 0, count: 56)) + [0x91, 0x90]
    }

    /// Processes WriteData, which writes bytes to the NDEF file. The command data contains the file number,
    /// the offset and the length (3 bytes each, least significant byte first), and the bytes.
    ///
    /// Source: data sheet §10.8.2.
    private mutating func writeData(_ data: [UInt8], _ core: NTAG424Core) -> [UInt8] {
        func number(_ bytes: ArraySlice<UInt8>) -> Int { Int(bytes: bytes.reversed()) }
        guard data.count > 7, data.count - 7 == number(data[4..<7]) else {
            return dialogue.refuse(.length)
        }
        guard data[0] == 0x02, let index = files.firstIndex(where: { $0.id == Self.ndefFile }) else {
            return dialogue.refuse(.noSuchFile)
        }
        guard dialogue.isGranted(core.settings.access.write, core.settings.access.readWrite) else {
            return dialogue.refuse(.authentication)
        }
        let (start, bytes) = (number(data[1..<4]), data[7...])
        guard start + bytes.count <= files[index].bytes.count else {
            return dialogue.refuse(.boundary)
        }
        files[index].bytes.replaceSubrange(start..<start + bytes.count, with: bytes)
        return dialogue.done()
    }

    /// Returns the content of a file as READ BINARY returns it, including the mirrored data of an NTAG 424
    /// DNA. The first read of a tap increments the tap counter. Returns nil if the counter has reached its
    /// maximum.
    mutating func shown(_ file: TagImage.TypeFourFile) -> [UInt8]? {
        guard var core, file.id == Self.ndefFile, core.settings.mirror != nil else { return file.bytes }
        if !hasCounted {
            guard core.countRead() else { return nil }
        }
        hasCounted = true
        self.core = core
        return core.shown(file.bytes, uid: uid)
    }
}
