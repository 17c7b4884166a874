extension ProtectionDraft {
    /// Drafts the steps that lock the tag permanently.
    ///
    /// The configuration is written first. If it stayed writable, it could be used to protect the tag with a
    /// password or to cover the message with a mirror. It is read back after a power cycle, because a new
    /// configuration takes effect only then.
    ///
    /// The irreversible steps follow: the capability container, the dynamic lock bits, the static lock bits,
    /// and finally CFGLCK. Block-lock bits are never set. They have no effect if all lock bits are set, and
    /// an interrupted write of block-lock bits could leave pages permanently writable.
    ///
    /// T2TOP 1.1 §6.4.4 and Android's `rw_t2t_ndef.cc` use the same order for the container and the lock
    /// bits.
    ///
    /// A message that no phone can use is refused unless `options` contains `force`, because the lock cannot
    /// be undone.
    mutating func lock(mirror: TagMirror?, expecting expected: [UInt8]?, _ options: ProtectionOptions) {
        checkMessage(expected, under: mirror, options)
        if let mirror, !checkMirrored(mirror) { return }
        if let page = closure.protectedFrom, !isOpen {
            refusals.add(
                .passwordProtected, "the tag is protected by a password",
                "the password protects page \(page) and all later pages", remedy: "use the tag's password")
        }
        guard let page2 = held(2), let page3 = held(Type2Container.page) else { return }
        let final = endConfiguration(mirror)
        let container = closeContainer(page3, locks: page2)
        var end = message(under: mirror) + [ProtectionStep.Expectation(Type2Container.page, container)]
        if let dynamic = LockBytes(dynamicOf: memory), let held = held(dynamic.page) {
            end.append(close(dynamic, held, sheet.dynamicLocks))
        }
        end.append(close(.onPage2, page2, sheet.staticLocks))
        if var final, let page = configurationPage {
            let open = final
            final.isLocked = true
            write(
                from: open, to: final, headFirst: false, head: "",
                access: "from the next power-up on, the configuration can never be changed again")
            end += final.expected(at: page)
        }
        readBack(
            end, afterPowerCycleBecause: "the changes take effect",
            "the message and every changed page, as the next phone reads them")
        readMirror(mirror)
        prove(container, final)
    }

    /// Refuses a tag whose message is not empty and differs from the expected message. Unless `options`
    /// contains `force`, also refuses a tag without a message that a phone can use.
    private mutating func checkMessage(
        _ expected: [UInt8]?, under mirror: TagMirror?, _ options: ProtectionOptions
    ) {
        let shown = mirror.map(snapshot(under:)) ?? snapshot
        let use = shown.phoneUse
        phoneUse = use
        if !options.contains(.force), !use.isUsable { refuse(shown, use) }
        if let expected, let message = snapshot.message, !message.isEmpty, expected != message {
            refusals.add(
                .holdsAnotherMessage, "the tag does not contain the expected message",
                remedy: "read the tag first", help: .read)
        }
    }

    /// Adds the refusal for a missing, malformed or empty message, or for one that no phone can use.
    private mutating func refuse(_ shown: TagSnapshot, _ use: PhoneUse) {
        let remedy = "write the tag first"
        if shown.message == nil || shown.state == .unformatted {
            refusals.add(
                .malformedTag, "the tag contains no readable message",
                "the tag would be permanently locked in this state", remedy: remedy, help: .write)
        } else if shown.message == [] {
            refusals.add(
                .noMessage, "the tag contains an empty message", "the tag would permanently remain empty",
                remedy: remedy,
                help: .write)
        } else {
            refusals.add(.unusableMessage, "no phone can use the tag's message", use.reason)
        }
    }

    /// Drafts the writes that prepare the configuration for a permanent lock: PROT 0, AUTH0 FFh, AUTHLIM 0,
    /// and the given mirror. If `mirror` is nil, mirroring is disabled.
    ///
    /// - Returns: The intended configuration with CFGLCK unchanged; the current one if CFGLCK is already set;
    ///   nil if the chip has no configuration.
    private mutating func endConfiguration(_ mirror: TagMirror?) -> Type2Configuration? {
        guard let held = configuration, let page = configurationPage else { return nil }
        var wanted = held
        wanted.set(mirror)
        wanted.firstProtected = Type2Configuration.unprotected
        wanted.protectsReading = false
        wanted.attemptLimit = 0
        checkMirror(held, mirror)
        if held.isLocked {
            checkFrozen()
            return held
        }
        write(
            from: held, to: wanted, headFirst: true,
            head: "no page requires a password\(mirror == nil ? ", and no mirror covers the message" : "")",
            access: "reading requires no password, and wrong passwords are not counted")
        readBack(
            message(under: mirror) + wanted.expected(at: page),
            afterPowerCycleBecause: "the configuration takes effect",
            "the message as a phone reads it, before any permanent change")
        return wanted
    }

    /// Refuses the lock if the configuration is locked and its mirror differs from the wanted mirror. Also
    /// refuses the lock if an unwanted mirror covers the message.
    private mutating func checkMirror(_ held: Type2Configuration, _ wanted: TagMirror?) {
        if held.isLocked, let wanted, wanted != held.mirror {
            refusals.add(
                .readOnly, "the tag's configuration can never be changed again",
                "CFGLCK is set, so the mirror cannot be changed", remedy: "use another tag")
        }
        guard let mirror = held.mirror, mirror != wanted else { return }
        guard held.isLocked || mirror.range.overlaps(usedRange) else { return }
        refusals.add(
            .mirrorOn, "the chip shows its \(mirror.content.words) in place of stored bytes",
            "the mirror begins on page \(mirror.page)"
                + (held.isLocked ? ", and cannot be switched off: the configuration is locked" : ""),
            remedy: held.isLocked
                ? "use another tag" : "write the tag again to switch the mirror off, and then lock it")
    }

    /// Refuses a tag that requires a password for reading and whose configuration is locked. Phones could
    /// never read its message.
    private mutating func checkFrozen() {
        guard closure.protectedFrom != nil, closure.protectsReading else { return }
        refusals.add(
            .passwordProtected, "the tag permanently requires a password for reading",
            "the tag's configuration is locked with PROT set", remedy: "use another tag")
    }

    /// Drafts the write that marks the tag as read-only in the capability container, and returns the
    /// container's final bytes. If a lock bit prevents this write, adds a note and returns the current bytes.
    /// Source: T2TOP 1.1 §6.1: access byte, low nibble Fh.
    private mutating func closeContainer(_ held: [UInt8], locks page2: [UInt8]) -> [UInt8] {
        var wanted = held
        wanted[3] |= 0x0F
        if wanted != held, page2[2] & 0x08 != 0 {
            notes.append(
                "The capability container marks the tag as writable, but the tag is locked: "
                    + "phones will offer to write the tag, and fail."
            )
            return held
        }
        write(
            Type2Container.page, from: held, to: wanted,
            "the capability container tells phones that the tag is read-only",
            source: "T2TOP 1.1 §6.1, \(sheet.container)"
        ) { _, _ in "CC, no write access" }
        return wanted
    }

    private mutating func close(
        _ locks: LockBytes, _ held: [UInt8], _ source: String
    ) -> ProtectionStep.Expectation {
        if let reason = locks.frozenPages(held) {
            refusals.add(
                .notAllowedHere, "the tag can never be locked completely", reason, remedy: "use another tag")
        }
        var wanted = locks.locking(held)
        // The reserved byte is written as zero; the tag keeps its value.
        let change = wanted
        if locks.firstByte == 0 { wanted[3] = held[3] }
        if wanted != held {
            let bits = BitChange.all(from: held, to: wanted, name: locks.name)
            steps.append(
                ProtectionStep(
                    .write(page: locks.page, old: held, new: change),
                    locks.firstByte == 0
                        ? "the pages after page 15 become permanently read-only"
                        : "the capability container and pages 4 to 15 become permanently read-only",
                    source: source, bits: bits))
        }
        return ProtectionStep.Expectation(locks.page, wanted, mask: locks.mask)
    }

    /// Adds steps that check that the tag refuses writes. One page is tested for each kind of lock:
    /// capability container, static lock bits, dynamic lock bits, and configuration.
    private mutating func prove(_ container: [UInt8], _ configuration: Type2Configuration?) {
        if container[3] & 0x0F == 0x0F {
            proveRefused(
                Type2Container.page, container, "the capability container can no longer be written",
                source: sheet.staticLocks)
        }
        if let (page, bytes) = unmirrored(Type2Memory.firstUserPage...15) {
            proveRefused(page, bytes, "the static lock bits take effect", source: sheet.staticLocks)
        }
        if memory.lastUserPage > 15, let (page, bytes) = unmirrored(16...memory.lastUserPage) {
            proveRefused(page, bytes, "the dynamic lock bits take effect", source: sheet.dynamicLocks)
        }
        if let page = configurationPage, let configuration {
            proveRefused(page, configuration.head, "CFGLCK takes effect", source: sheet.configuration)
        }
    }
}
