import TextKit

extension ProtectionDraft {
    /// Drafts the steps that enable, move or disable a mirror, and that enable the counter if the mirror
    /// requires it.
    ///
    /// The counter is enabled first, so that the mirror is never active without it.
    mutating func set(_ mirror: TagMirror?) {
        guard checkMirrored(mirror), let held = configuration, let page = configurationPage else { return }
        var wanted = held
        wanted.set(mirror)
        guard wanted != held else { return readMirror(mirror) }
        if let from = closure.protectedFrom, !isOpen {
            refusals.add(
                .passwordProtected, "the tag is protected by a password",
                "the password protects page \(from) and all later pages",
                remedy: "remove the password first", help: .unprotectFirst)
        }
        if held.isLocked {
            refusals.add(
                .readOnly, "the tag's configuration can never be changed again", "CFGLCK is set",
                remedy: "use another tag")
        }
        write(
            from: held, to: wanted, headFirst: false,
            head: mirror.map {
                "from the next power-up on, the chip shows its \($0.content.words) in place of the stored bytes"
            }
                ?? "from the next power-up on, no mirror covers the stored bytes",
            access: "each tap is counted, and the count can be read without a password")
        readBack(
            wanted.expected(at: page), afterPowerCycleBecause: "the configuration takes effect",
            "the configuration as stored")
        readMirror(mirror)
    }

    /// Adds a step that reads the bytes under the mirror, as a phone does. The step checks that the tag
    /// returns the mirrored values. Adds nothing if `mirror` is nil.
    mutating func readMirror(_ mirror: TagMirror?) {
        guard let mirror else { return }
        steps.append(
            ProtectionStep(
                .readMirror(mirror), "\(mirror.content.words), as read by a phone",
                source: sheet.mirror))
    }

    /// Returns the snapshot with the mirrored values instead of the stored bytes, as a phone reads the tag
    /// while the mirror is on.
    func snapshot(under mirror: TagMirror) -> TagSnapshot {
        guard case .pages(var pages) = snapshot.memory else { return snapshot }
        let digits = mirror.content.shown(uid: snapshot.tag.uid)
        for (address, digit) in zip(mirror.range, digits) where pages.indices.contains(address / 4) {
            pages[address / 4]?[address % 4] = digit
        }
        return TagSnapshot(snapshot.tag, chip: snapshot.chip, version: snapshot.version, pages: pages)
    }

    /// Returns true if the chip supports the mirror and the mirror fits in the user memory. Otherwise, adds a
    /// refusal and returns false.
    ///
    /// - Parameter mirror: The mirror, or nil. For nil, returns whether the chip has a mirror, without adding
    ///   a refusal.
    mutating func checkMirrored(_ mirror: TagMirror?) -> Bool {
        let features = snapshot.chip.features
        guard let mirror else { return features.hasMirror }
        guard features.contains(.mirror) || features.contains(.mirrorByPage) && mirror.content == .uid else {
            refusals.add(
                .unsupportedTag, "\(snapshot.chip.product) cannot show its \(mirror.content.words)",
                features.contains(.mirrorByPage)
                    ? "the chip can mirror only its UID" : "the chip has no mirror",
                remedy: "use an NTAG213, 215 or 216")
            return false
        }
        guard mirror.page >= Type2Memory.firstUserPage, (0...3).contains(mirror.byte),
            mirror.range.upperBound <= (memory.lastUserPage + 1) * 4
        else {
            refusals.add(
                .tooSmall, "the mirror does not fit on the tag",
                "the mirror requires \(mirror.content.byteCount) bytes from page \(mirror.page) on, "
                    + "but the user memory is pages \(Type2Memory.firstUserPage) to \(memory.lastUserPage)")
            return false
        }
        return true
    }
}

extension TagMirror.Content {
    /// Returns the text that the chip mirrors, in ASCII: the UID in hexadecimal digits, a counter of 0, or
    /// both.
    fileprivate func shown(uid: [UInt8]) -> [UInt8] {
        let counter = [UInt8](repeating: UInt8(ascii: "0"), count: 6)
        let digits = Array(Hex.upper(uid).utf8)
        return switch self {
        case .uid: digits
        case .counter: counter
        case .both: digits + [UInt8(ascii: "x")] + counter
        }
    }
}
