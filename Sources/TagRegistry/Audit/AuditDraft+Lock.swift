import TagKit

/// The checks of a tag's locks and password.
extension AuditDraft {
    /// Checks that the lock and the password of the tag agree with the recorded lock state.
    mutating func checkLock(_ tag: RegisteredTag, _ row: BatchRow, _ batch: Batch) {
        switch tag.lock {
        case .permanent:
            guard !lock.isWhole, !lock.hidesContent else { break }
            add(
                .unlocked,
                "the tag was permanently locked but can be written; lock bits cannot be cleared, "
                    + "so this is a different chip",
                exchanging)
        case .password: checkPassword()
        case .protecting, .locking: checkUnfinished(tag, batch)
        case .open: checkOpen(batch)
        }
        guard tag.lock != .locking, lock.isConfigurationOpen else { return }
        add(
            .configOpen,
            "the message is locked, but the configuration is not: anyone can hide the message behind a password",
            .closeConfiguration(batch: batch.protection == .permanent ? batch.name : nil))
    }

    /// Reports a lock or password protection that was started but not finished. The remedy completes the
    /// protection, for the whole batch or only for this tag.
    private mutating func checkUnfinished(_ tag: RegisteredTag, _ batch: Batch) {
        let ending: AuditRemedy =
            switch (tag.lock, batch.protection) {
            case (.locking, .permanent): .endLocking(batch: batch.name)
            case (.locking, _): .endLocking(batch: nil)
            case (_, .password): rewriting
            default: .endProtecting
            }
        add(.lockUnfinished, "the tag was not completely locked or protected", ending)
    }

    private mutating func checkPassword() {
        if lock.isMessageClosed { return addLockedElsewhere() }
        guard !lock.hidesContent else { return }
        guard let from = lock.passwordFrom else {
            return add(
                .unlocked, "the tag no longer has its password: anyone can rewrite the tag", rewriting)
        }
        // If the password protects only later pages, the beginning of the message can be rewritten.
        guard from > Type2Memory.firstUserPage else { return }
        add(
            .unlocked,
            "the password protects only page \(from) and later pages: "
                + "anyone can rewrite the beginning of the message",
            rewriting)
    }

    private mutating func checkOpen(_ batch: Batch) {
        if lock.passwordFrom != nil {
            add(
                .protectedElsewhere,
                "the tag has an unknown password: only a person who knows the password can rewrite the tag",
                exchanging)
        } else if lock.isMessageClosed {
            addLockedElsewhere()
        } else if batch.protection == .permanent {
            add(
                .notLockedYet, "the tag is not locked yet: anyone can rewrite it",
                .lock(batch: batch.name), isNotice: true)
        } else if batch.protection == .password {
            add(
                .unlocked,
                "the tag should have a password, but the password was removed: anyone can rewrite the tag",
                rewriting)
        }
    }

    private mutating func addLockedElsewhere() {
        add(
            .lockedElsewhere, "the tag is permanently locked, but there is no record of the lock",
            "replace the tag if its content must change: the lock cannot be removed",
            isNotice: true)
    }
}
