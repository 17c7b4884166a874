import TextKit

extension TagSession {
    /// Reads the capability container and the part of the NDEF file that `depth` requires. If a response is
    /// lost, selects the tag again and repeats the whole inspection once. Throws `unsupportedTag` for a tag
    /// without an NDEF application.
    func inspectType4(_ tag: SelectedTag, _ depth: Depth) async throws(TagError) -> TagSnapshot {
        do {
            return try await inspectFiles(tag, depth, mayBeSilent: false)
        } catch {
            guard error.code == .tagLost else { throw error }
            try await selectAgain()
            return try await inspectFiles(tag, depth, mayBeSilent: true)
        }
    }

    /// Reads the capability container and the part of the NDEF file that `depth` requires. If the tag does
    /// not respond to GET_VERSION, throws `tagLost` or, if `mayBeSilent` is true, treats the command as
    /// unsupported.
    private func inspectFiles(
        _ tag: SelectedTag, _ depth: Depth, mayBeSilent: Bool
    ) async throws(TagError) -> TagSnapshot {
        guard try await selectsApplication() else {
            throw TagError(
                .unsupportedTag, "this ISO-DEP tag has no NDEF application",
                reason: "the tag may be a payment or transit card, or an unformatted DESFire",
                remedy: "use an NTAG213, 215 or 216, or another tag of NFC Forum Type 2 or 4")
        }
        let bytes = try await readContainer()
        guard let container = TagSnapshot(tag, container: bytes, file: []).container,
            try await apdu(TypeFourCommand.select(file: container.fileID)) != nil
        else { return TagSnapshot(tag, container: bytes, file: []) }
        self.container = container
        let file = try await readFile(container, depth)
        guard depth == .inspection || depth == .dump else {
            return TagSnapshot(tag, container: bytes, file: file)
        }
        let version = try await typeFourVersion(mayBeSilent: mayBeSilent)
        return TagSnapshot(tag, version: version, container: bytes, file: file)
    }

    /// Identifies the chip of a Type 4 tag. Sends GET_VERSION if the inspection did not send it, which is the
    /// case with the depths `message`, `writing` and `wholeArea`.
    ///
    /// - Returns: The snapshot with the identified chip; the same snapshot if the tag is not a Type 4 tag or
    ///   does not support GET_VERSION.
    /// - Throws: `tagLost`, and the reader's errors.
    public func identified(_ snapshot: TagSnapshot) async throws(TagError) -> TagSnapshot {
        guard case .files(let container, let file) = snapshot.memory, snapshot.version.isEmpty else {
            return snapshot
        }
        let version = try await typeFourVersion(mayBeSilent: true)
        guard !version.isEmpty else { return snapshot }
        try await reopenFile()
        let known = TagSnapshot(snapshot.tag, version: version, container: container, file: file)
        chip = known.chip
        return known
    }

    /// Returns the response to NXP's GET_VERSION, with its parts joined. Returns an empty array if the tag
    /// does not support the command or the response is too long. If the tag does not respond, throws
    /// `tagLost`, or returns an empty array if `mayBeSilent` is true.
    ///
    /// Source: NXP NTAG 424 DNA data sheet §10.5.2.
    private func typeFourVersion(mayBeSilent: Bool) async throws(TagError) -> [UInt8] {
        var version: [UInt8] = []
        do {
            for command: UInt8 in [0x60, 0xAF, 0xAF] {
                let (data, status) = try await exchange([0x90, command, 0x00, 0x00, 0x00])
                version += data
                if status == [0x91, 0x00] { return version.count <= Self.longestVersion ? version : [] }
                guard status == [0x91, 0xAF] else { return [] }
            }
        } catch {
            guard error.code == .tagLost, mayBeSilent else { throw error }
            try await selectAgain()
            try await reopenFile()
        }
        return []
    }

    /// The maximum size of the response to GET_VERSION in bytes: 7 bytes for each of the first two parts, and
    /// 14 for the third, or 15 on a customized chip.
    private static let longestVersion = 29

    /// Returns the error to throw after a Type 4 tag refused a command with this status word. `what`
    /// describes the command as a noun phrase, such as `a read of its file`. Source: ISO/IEC 7816-4 §5.6.
    func refusal(_ what: String, _ status: [UInt8]) -> TagError {
        // 6982: security status not satisfied.
        if status == [0x69, 0x82] {
            return TagError(
                .passwordProtected, "the tag refused \(what) without its key", reason: "status word 6982",
                remedy: "use the key that protects the tag", help: .writeWithKey)
        }
        // Wrong length, parameters or instruction: the tag always refuses this. Other errors, such as 6F00, can be
        // temporary.
        let isLasting = [0x67, 0x6A, 0x6B, 0x6D, 0x6E].contains(status[0])
        return TagError(
            .nak, "the tag refused \(what)", reason: "status word \(Hex.upper(status))",
            remedy: isLasting
                ? "the tag does not follow NFC Forum Type 4; use another tag"
                : "hold the tag still and try again")
    }

    /// Sends a C-APDU.
    ///
    /// - Returns: The data of an R-APDU whose status word is `9000`; nil for any other status word.
    func apdu(_ bytes: [UInt8]) async throws(TagError) -> [UInt8]? {
        let (data, status) = try await exchange(bytes)
        return status == [0x90, 0x00] ? data : nil
    }

    /// Sends a C-APDU and splits the R-APDU into data and status word. Throws `malformedTag` if the R-APDU
    /// has no status word.
    func exchange(_ bytes: [UInt8]) async throws(TagError) -> (data: [UInt8], status: [UInt8]) {
        commands += 1
        let answer = try await reader.send(.apdu(bytes))
        guard answer.count >= 2 else {
            throw TagError(.malformedTag, "the tag's response has no status word", reason: Hex.upper(answer))
        }
        return (Array(answer.dropLast(2)), Array(answer.suffix(2)))
    }

    /// Selects the NDEF application and the NDEF file again. A Type 4 tag requires this each time the tag
    /// itself has been selected again. Throws `tagLost` if the tag refuses. Does nothing if no NDEF file was
    /// selected before.
    func reopenFile() async throws(TagError) {
        guard let container else { return }
        let select = TypeFourCommand.select(file: container.fileID)
        guard try await selectsApplication(), try await apdu(select) != nil else {
            throw TagError(
                .tagLost, "the tag's NDEF file could not be reopened",
                remedy: "hold the tag still and try again")
        }
    }

    private func selectsApplication() async throws(TagError) -> Bool {
        for command in TypeFourCommand.selectApplication where try await apdu(command) != nil { return true }
        return false
    }

    /// Reads `count` bytes of the selected file, and requests at most `atOnce` bytes with each command.
    /// Returns fewer bytes if the file ends earlier.
    ///
    /// - Throws: `nak` or `passwordProtected` if the tag refuses the command.
    func readFile(from offset: Int, count: Int, atOnce: Int) async throws(TagError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, offset + bytes.count <= TypeFourCommand.lastOffset {
            let portion = min(count - bytes.count, max(1, min(atOnce, Self.longestRead)))
            let command = TypeFourCommand.read(offset: offset + bytes.count, count: portion)
            let (data, status) = try await exchange(command)
            // 6282: the file ended before all requested bytes were read. Source: ISO/IEC 7816-4 §5.6.
            guard status == [0x90, 0x00] || status == [0x62, 0x82] else {
                throw refusal("a read of its file", status)
            }
            bytes += data.prefix(portion)
            if data.isEmpty || status == [0x62, 0x82] { return bytes }
        }
        return bytes
    }

    /// The maximum number of bytes to request with one READ BINARY. The response, with its status word and
    /// the bytes that the reader adds, must fit into one frame of a PN532. Source: UM0701-02 §6.2.1.
    private static let longestRead = 240

    /// The maximum number of bytes to read from a capability container. A container has 15 bytes, or more if
    /// it declares proprietary files.
    private static let longestContainer = 255

    private func readContainer() async throws(TagError) -> [UInt8] {
        guard try await apdu(TypeFourCommand.select(file: TypeFourCommand.containerFile)) != nil else {
            return []
        }
        var bytes = try await readFile(from: 0, count: 15, atOnce: 15)
        guard bytes.count == 15 else { return bytes }
        let count = min(Int(bytes: bytes[0...1]), Self.longestContainer)
        if count > bytes.count {
            bytes += try await readFile(from: 15, count: count - 15, atOnce: 15)
        }
        return bytes
    }

    private func readFile(_ container: CapabilityContainer, _ depth: Depth) async throws(TagError) -> [UInt8]
    {
        guard container.readAccess == 0 else { return [] }
        let field = container.lengthField
        let size = min(container.fileBytes, TypeFourCommand.lastOffset + 1)
        let atOnce = container.maxReadBytes
        var bytes = try await readFile(from: 0, count: min(size, atOnce, Self.longestRead), atOnce: atOnce)
        guard let count = NDEFFile.messageByteCount(bytes, lengthField: field) else { return bytes }
        let standing = count <= size - field.rawValue ? count + field.rawValue : 0
        let needed: Int
        switch depth {
        case .message, .inspection: needed = standing
        case .writing(let messageBytes): needed = min(size, max(standing, messageBytes + field.rawValue))
        case .wholeArea, .dump: needed = size
        }
        if needed > bytes.count {
            bytes += try await readFile(from: bytes.count, count: needed - bytes.count, atOnce: atOnce)
        }
        return bytes
    }
}
