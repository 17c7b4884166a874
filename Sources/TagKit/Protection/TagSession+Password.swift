extension TagSession {
    /// Whether the tag has accepted its password.
    public var isOpen: Bool { password != nil }

    /// Inspects a tag before its protection is changed. If the tag requires a password and `passwordOf`
    /// returns one, the session sends it.
    ///
    /// - Parameters:
    ///   - passwordOf: Returns the password of the tag with this UID. If the result is nil, only those parts
    ///     of a protected tag that require no password are read.
    ///   - depth: The amount of memory to read.
    ///   - limit: The maximum time to wait for a tag.
    /// - Throws: The errors of ``inspect(_:within:)``, and `passwordProtected` if the password is wrong.
    public func inspect(
        openingWith passwordOf: @Sendable (_ uid: [UInt8]) -> TagPassword?, _ depth: Depth = .inspection,
        within limit: Duration = .seconds(30)
    ) async throws(TagError) -> TagSnapshot {
        let snapshot = try await inspect(depth, within: limit)
        guard let closure = snapshot.closure, snapshot.chip.features.contains(.password),
            reader.capabilities.contains(.type2Extended),
            case .configuration = snapshot.chip.memory?.protection
        else { return snapshot }
        guard closure.protectedFrom != nil || !closure.unknownPages.isEmpty else { return snapshot }
        guard let password = passwordOf(snapshot.tag.uid) else { return snapshot }
        try await open(password, limit: closure.attemptLimit)
        return closure.unknownPages.isEmpty
            ? snapshot : try await inspectType2(snapshot.tag, snapshot.chip, depth)
    }

    /// Inspects the selected Type 2 tag again, after writes or a power cycle. The tag stays selected.
    ///
    /// - Throws: `tagLost` if the most recently inspected tag is not a Type 2 tag or if no tag was inspected;
    ///   the reader's errors.
    public func inspectAgain(_ depth: Depth) async throws(TagError) -> TagSnapshot {
        guard let tag, let chip, chip.kind == .type2 else {
            throw TagError(.tagLost, "no Type 2 tag has been inspected")
        }
        return try await inspectType2(tag, chip, depth)
    }

    /// Sends the password and, if the tag accepts it, keeps it for later selections in the session. Throws
    /// `passwordProtected` if the tag refuses the password.
    ///
    /// If `limit` is 0, the tag does not count wrong passwords (AUTHLIM), and the password is sent a second
    /// time after a refusal or a lost response. If `limit` is nil, the tag may count them.
    private func open(_ password: TagPassword, limit: Int?) async throws(TagError) {
        for isLastTry in limit == 0 ? [false, true] : [true] {
            do throws(TagError) {
                try await authenticate(password)
                self.password = password
                return
            } catch {
                guard error.mayPass else { throw error }
                try await reader.reselect()
                guard isLastTry else { continue }
                throw error.code == .nak ? Self.wrongPassword(limit: limit) : error
            }
        }
    }

    /// Sends PWD_AUTH once.
    ///
    /// - Throws: `nak` if the tag refuses the password; `passwordProtected` if the tag accepts it but
    ///   responds with a different PACK.
    func authenticate(_ password: TagPassword) async throws(TagError) {
        commands += 1
        guard try await reader.send(.passwordAuthenticate(password)) == password.acknowledge else {
            throw TagError(
                .passwordProtected, "the tag responds to the password with a different PACK",
                reason: "the tag's password was set with another secret or by another program",
                remedy: "use the secret that protects the tag")
        }
    }

    /// Returns the error for a refused password. `limit` is AUTHLIM: 0 if the tag does not count wrong
    /// passwords, nil if the limit is unknown.
    ///
    /// After the limit is reached, the tag also refuses the right password. Its response does not reliably
    /// distinguish the two cases. Source: NXP NTAG213/215/216 data sheet §8.8.2.
    static func wrongPassword(limit: Int?) -> TagError {
        if limit == 0 {
            return TagError(
                .passwordProtected, "the password is wrong for this tag",
                reason: "the tag is protected with a different secret or password",
                remedy: "use the secret that protects the tag")
        }
        let rule =
            limit.map { TagFinding.attemptLimit($0).summary }
            ?? "the tag may allow only a few wrong passwords in a row before it can never be written again"
        return TagError(
            .passwordProtected,
            "the password is wrong for this tag, or the limit of wrong passwords has been reached",
            reason: rule + "\nif the password is wrong, this attempt counts as one wrong password",
            remedy: "do not try other secrets: use only the secret that protects the tag")
    }
}
