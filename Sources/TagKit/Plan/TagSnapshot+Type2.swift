extension TagSnapshot {
    /// Interprets the pages of a Type 2 tag.
    ///
    /// - Parameters:
    ///   - tag: The tag's selection data.
    ///   - chip: The identified chip.
    ///   - version: The response to GET_VERSION; empty if the chip does not support the command, or if the
    ///     reader cannot send it.
    ///   - pages: The pages, starting with page 0, 4 bytes each; nil for pages that were not read or that the
    ///     tag refused.
    public init(_ tag: SelectedTag, chip: Chip, version: [UInt8] = [], pages: [[UInt8]?]) {
        let closure = Type2Closure(chip, pages: pages)
        let page3 = pages.held(Type2Container.page)
        let container = page3.flatMap { Type2Container($0) }
        let claimed = container?.areaBytes ?? 0
        let area = min(claimed, chip.memory?.userBytes ?? Self.largestUnknownArea)
        let units = DataUnits.type2(pages, areaBytes: area)
        let isWritable = container?.isWritable ?? false
        let reading = AreaReading(units, controlTLVs: chip.memory?.controlTLVs ?? []) { unit in
            isWritable && !closure.lockedPages.contains(unit + Type2Memory.firstUserPage)
        }
        self.init(
            tag: tag, chip: chip, version: version, memory: .pages(pages), reading: reading, closure: closure,
            findings: Self.chipFindings(chip) + Self.wrapFindings(pages)
                + Self.containerFindings(chip, page3, container)
                + Self.closureFindings(closure, pages: pages, units: units)
                + Self.frozenLocks(chip, pages)
                + (container == nil ? [] : reading.findings))
    }

    /// The maximum size in bytes of an unknown chip's data area: pages 4 to 255, because READ cannot address
    /// later pages.
    private static let largestUnknownArea = 252 * 4

    static func chipFindings(_ chip: Chip) -> [TagFinding] {
        if let reason = chip.refusal { return [.unsupported(product: chip.product, reason: reason)] }
        return chip.isClone ? [.clone(product: chip.product)] : []
    }

    /// Returns a finding if the content of pages 0 to 2 (UID and lock bytes) appears again on later pages.
    /// The repetition shows that the memory wraps around.
    private static func wrapFindings(_ pages: [[UInt8]?]) -> [TagFinding] {
        let first = pages.prefix(3)
        guard first.count == 3, !first.contains(nil) else { return [] }
        let wrap = pages.indices.dropFirst(3).first { pages[$0...].starts(with: first) }
        return wrap.map { [.memoryWraps(atPage: $0)] } ?? []
    }

    private static func containerFindings(
        _ chip: Chip, _ page3: [UInt8]?, _ container: Type2Container?
    ) -> [TagFinding] {
        guard let page3 else { return [] }
        guard let container else {
            let wanted = chip.memory?.container ?? [0xE1, 0x10, 0xFF, 0x00]
            let canBe = Type2Container.canBecome(wanted, from: page3)
            return [canBe ? .containerMissing : .containerWrong(page3)]
        }
        var findings: [TagFinding] = container.isWritable ? [] : [.containerReadOnly]
        if !container.isReadable { findings.append(.containerNotReadable) }
        guard let memory = chip.memory else { return findings }
        let (claimed, right) = (container.areaBytes, memory.areaBytes)
        if claimed > memory.userBytes {
            findings.append(.containerTooLarge(claimed: claimed, memory: memory.userBytes))
        } else if claimed < right {
            findings.append(.containerTooSmall(claimed: claimed, memory: right))
        }
        return findings
    }

    private static func closureFindings(
        _ closure: Type2Closure, pages: [[UInt8]?], units: DataUnits
    ) -> [TagFinding] {
        var findings: [TagFinding] = []
        if let page = closure.protectedFrom {
            findings.append(.password(fromPage: page, reading: closure.protectsReading))
            if let limit = closure.attemptLimit, limit > 0 { findings.append(.attemptLimit(limit)) }
        }
        if let mirror = closure.mirror { findings.append(.mirror(mirror)) }
        let locked = closure.lockedPages.intersection(3..<Type2Memory.firstUserPage + units.places.count)
        if !locked.isEmpty { findings.append(.locked(pages: locked.sorted())) }
        if closure.isConfigurationLocked { findings.append(.configurationLocked) }
        return findings
    }

    /// Returns a finding for each lock page whose block-lock bits prevent a complete permanent lock.
    private static func frozenLocks(_ chip: Chip, _ pages: [[UInt8]?]) -> [TagFinding] {
        guard let memory = chip.memory else { return [] }
        let all = [LockBytes.onPage2] + [LockBytes(dynamicOf: memory)].compactMap { $0 }
        return all.compactMap { locks in
            pages.held(locks.page).flatMap(locks.frozenPages).map { .lockFrozen(reason: $0) }
        }
    }
}
