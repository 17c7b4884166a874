extension TagSnapshot {
    /// Interprets the files of a Type 4 tag.
    ///
    /// - Parameters:
    ///   - tag: The tag's selection data.
    ///   - version: The response to GET_VERSION; empty if the command was not sent or is not supported.
    ///   - bytes: The complete capability container file.
    ///   - file: The part of the NDEF file that was read, starting with NLEN.
    public init(_ tag: SelectedTag, version: [UInt8] = [], container bytes: [UInt8], file: [UInt8]) {
        let parsed = try? CapabilityContainer(parsing: bytes)
        // A container with MLe 0 would forbid all reading and cannot be intended. Source: T4TOP 3.0 §5.1, Table 6.
        let container = parsed.flatMap { $0.maxReadBytes > 0 ? $0 : nil }
        let field = container?.lengthField ?? .short
        let reachable = min(container?.fileBytes ?? 0, TypeFourCommand.lastOffset + 1)
        var findings: [TagFinding] = container == nil ? [.containerWrong(bytes)] : []
        // 00 is free, FF is forbidden, 80 to FE are proprietary, and the others are reserved. Source: T4TOP 2.0 §5.1.
        switch container?.writeAccess {
        case nil, 0x00: break
        case 0xFF: findings.append(.containerReadOnly)
        case let access?: findings.append(.containerWriteAccess(access))
        }
        var message: [UInt8]?
        var isSound = false
        if let container, container.readAccess != 0 {
            findings.append(.unreadable(fromPage: 0))
        } else if container != nil {
            do {
                let held = try NDEFFile(parsing: file, lengthField: field)
                message = held.messageBytes
                _ = try held.message()
                isSound = true
            } catch {
                findings.append(message == nil ? .areaMalformed(error) : .messageMalformed(error))
            }
        }
        let state: TagState
        if !isSound {
            state = .unformatted
        } else if container?.writeAccess != 0 {
            state = .readOnly
        } else {
            state = message?.isEmpty == true ? .initialized : .readWrite
        }
        self.init(
            tag: tag, chip: Chip(typeFourVersion: version), version: version,
            memory: .files(container: bytes, ndef: file), state: state,
            message: message, areaBytes: reachable,
            usedBytes: message.map { $0.count + field.rawValue } ?? 0,
            capacityBytes: max(0, reachable - field.rawValue), findings: findings, dataArea: nil,
            container: container, reading: nil, closure: nil)
    }
}
