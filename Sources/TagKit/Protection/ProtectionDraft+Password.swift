import TextKit

extension ProtectionDraft {
    /// The AUTH0 value for password protection: page 2. With this value, the tag requires the password to
    /// write the lock bits, the capability container, the message and the configuration.
    private static let firstProtected: UInt8 = 0x02

    /// Drafts the steps that make the tag require a password for writing. Reading stays unrestricted.
    ///
    /// If the session has not authenticated, the password is written and tested first. AUTH0, which activates
    /// the protection, is written last. After a power cycle, the tag must refuse writes without the password.
    mutating func protect(attemptLimit: Int, mirror: TagMirror?) {
        guard checkPassword(), let held = configuration, let page = configurationPage else { return }
        if closure.lockedPages.contains(Type2Memory.firstUserPage) {
            refusals.add(
                .readOnly, "the tag is permanently locked", "a password would have no effect",
                remedy: "use another tag")
        }
        var wanted = held
        wanted.firstProtected = Self.firstProtected
        wanted.protectsReading = false
        wanted.attemptLimit = attemptLimit
        wanted.set(mirror)
        if held.isLocked, wanted != held {
            refusals.add(
                .readOnly, "the tag's configuration can never be changed again",
                "CFGLCK is set, so AUTH0 remains \(Hex.byte(held.firstProtected))", remedy: "use another tag")
        }
        if !isOpen {
            steps.append(
                ProtectionStep(
                    .writePassword(page: page + 2), "the password, which does not protect the tag yet",
                    source: sheet.password))
            steps.append(
                ProtectionStep(
                    .writeAcknowledge(page: page + 3), "the tag's response to the password",
                    source: sheet.password))
            steps.append(
                ProtectionStep(
                    .authenticate, "the password is verified before it takes effect",
                    source: sheet.authenticate)
            )
        }
        write(
            from: held, to: wanted, headFirst: false,
            head:
                "from the next power-up on, writing to page \(Self.firstProtected) or later requires the password",
            access:
                "reading requires no password\(attemptLimit == 0 ? "" : ", and wrong passwords are counted")")
        readBack(
            message(under: mirror) + wanted.expected(at: page),
            afterPowerCycleBecause: "the protection takes effect, and the tag requires the password again",
            "the message and the configuration as a phone reads them")
        readMirror(mirror)
        for page in Int(Self.firstProtected)...Type2Memory.firstUserPage {
            guard let (page, bytes) = unmirrored(page...page) else { continue }
            proveRefused(
                page, bytes, "page \(page) cannot be written without the password", source: sheet.password)
        }
    }

    /// Drafts the steps that remove the password. AUTH0 is set to FFh first, which leaves the tag unprotected
    /// if the plan is interrupted.
    mutating func open() {
        guard checkPassword(), let held = configuration, let page = configurationPage else { return }
        var wanted = held
        wanted.firstProtected = Type2Configuration.unprotected
        wanted.protectsReading = false
        wanted.attemptLimit = 0
        guard wanted != held else { return }
        if held.isLocked {
            refusals.add(
                .readOnly, "the tag's configuration can never be changed again",
                "CFGLCK is set, so the password cannot be removed",
                remedy: "use the password to write the tag")
        }
        write(
            from: held, to: wanted, headFirst: true, head: "no page requires the password any longer",
            access: "reading requires no password, and wrong passwords are not counted")
        readBack(
            wanted.expected(at: page), afterPowerCycleBecause: "the configuration takes effect",
            "the tag is unprotected")
    }

    /// Adds a refusal and returns false if the chip does not support a password, or if the tag is protected
    /// and the session has not authenticated. Otherwise, returns true.
    private mutating func checkPassword() -> Bool {
        if configurationPage == nil {
            refusals.add(
                .unsupportedTag, "\(snapshot.chip.product) has no password",
                memory.protection == .ultralightC
                    ? "the chip uses a 3DES key instead, which few readers support"
                    : "the chip does not support passwords",
                remedy: "use an NTAG213, 215 or 216, or lock this tag permanently", help: .lock)
            return false
        }
        if let page = closure.protectedFrom, !isOpen {
            refusals.add(
                .passwordProtected, "the tag is protected by a password",
                "the password protects page \(page) and all later pages",
                remedy: "use the tag's current password")
            return false
        }
        return true
    }
}
