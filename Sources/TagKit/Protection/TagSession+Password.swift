extension TagSession {
    /// Whether the tag was opened by its password in this session.
    public var isOpen: Bool { password != nil }

    /// Looks at a tag that shall be locked, protected or opened; gives its password where it needs one.
    ///
    /// - Parameter passwordOf: Gives the password of the tag with a UID; nil where there is none, and a protected tag
    /// is
    ///   then seen as far as it shows itself.
    /// - Throws: As ``look(_:within:)``, and `passwordProtected` where the password is not the tag's.
    public func inspect(
        openingWith passwordOf: @Sendable (_ uid: [UInt8]) -> TagPassword?, _ depth: Depth = .inspection,
        within limit: Duration = .seconds(30)
    ) async throws(TagError) -> TagSnapshot {
        let snapshot = try await inspect(depth, within: limit)
        guard let closure = snapshot.closure, snapshot.chip.features.contains(.password),
            case .configuration(let page) = snapshot.chip.memory?.protection
        else { return snapshot }
        guard closure.protectedFrom != nil || !closure.unknownPages.isEmpty else { return snapshot }
        guard let password = passwordOf(snapshot.tag.uid) else { return snapshot }
        // A wrong password counts unless AUTHLIM, the low bits of ACCESS, is 0: then it is given once.
        var mayRepeat = false
        if case .pages(let pages) = snapshot.memory, let access = pages[page + 1] {
            mayRepeat = access[0] & 0x07 == 0
        }
        try await open(password, mayRepeat: mayRepeat)
        return closure.unknownPages.isEmpty
            ? snapshot : try await inspectType2(snapshot.tag, snapshot.chip, depth)
    }

    /// Looks at the same tag once more, without selecting it: what was written, and what acts since a power cycle.
    ///
    /// - Throws: `tagLost` where no tag was looked at yet.
    public func inspectAgain(_ depth: Depth) async throws(TagError) -> TagSnapshot {
        guard let tag, let chip, chip.kind == .type2 else {
            throw TagError(.tagLost, "no tag of Type 2 was looked at before")
        }
        return try await inspectType2(tag, chip, depth)
    }

    /// Gives the password and keeps it for the rest of the session.
    ///
    /// - Parameter mayRepeat: A lost answer may be asked for again, since wrong passwords are not counted.
    private func open(_ password: TagPassword, mayRepeat: Bool) async throws(TagError) {
        for isLastTry in mayRepeat ? [false, true] : [true] {
            do throws(TagError) {
                try await authenticate(password)
                self.password = password
                return
            } catch {
                guard error.code == .nak || error.code == .tagLost else { throw error }
                try await reader.reselect()
                guard isLastTry else { continue }
                throw error.code == .nak ? Self.wrongPassword : error
            }
        }
    }

    /// PWD_AUTH, once.
    ///
    /// - Throws: `nak` where the tag refuses the password, `passwordProtected` where it answers with another PACK.
    func authenticate(_ password: TagPassword) async throws(TagError) {
        commands += 1
        guard try await reader.send(.passwordAuthenticate(password)) == password.acknowledge else {
            throw TagError(
                .passwordProtected, "the tag answers the password with another PACK",
                reason: "whoever protected it used the same password and not the same secret",
                remedy: "give the secret that it was protected with")
        }
    }

    static let wrongPassword = TagError(
        .passwordProtected, "the password is not this tag's",
        reason: "the tag refused it", remedy: "give the secret that it was protected with")
}
