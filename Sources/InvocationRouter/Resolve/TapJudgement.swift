/// The result of checking the tag and the mirrored data of a tap: the warnings, and whether the tap is
/// counted and proven. The warnings do not prevent a gift.
///
/// Source: `docs/invocation-url.md` §6.
struct TapJudgement {
    private(set) var warnings: [ResolutionError] = []
    private(set) var credit: TapCredit = .none

    init(
        _ invocation: Invocation, organization: DirectoryOrganization, fund: DirectoryFund?,
        tag: DirectoryTag?, sun: SUNVerdict
    ) {
        if let tag {
            judge(tag, invocation, organization, fund)
        } else if let id = invocation.tag {
            warnings.append(ResolutionError(.tagUnknown, found: id))
        }
        let isProven = judgeEvidence(of: invocation, tag, sun)
        guard let tag, warnings.isEmpty else { return }
        credit = isProven && tag.uid != nil ? .proven : .counted
    }

    /// Adds a warning if the tag is revoked. Also adds a warning if the tag's id, organization or fund does
    /// not match the URL.
    private mutating func judge(
        _ tag: DirectoryTag, _ invocation: Invocation, _ organization: DirectoryOrganization,
        _ fund: DirectoryFund?
    ) {
        if tag.state == .revoked { warnings.append(ResolutionError(.tagRevoked, found: tag.id)) }
        let isItself = invocation.tag.map { $0.utf8.elementsEqual(tag.id.utf8) } ?? true
        let expected = tag.fund ?? organization.defaultFund
        // A fund that the donor chooses cannot be a mismatch.
        let isItsFund = fund == nil || expected == nil || fund?.id == expected
        if !isItself || !organization.isNamed(tag.org) || !isItsFund {
            warnings.append(
                ResolutionError(
                    .tagMismatch, found: invocation.tag ?? tag.id,
                    subject: [tag.org, tag.fund].compactMap(\.self).joined(separator: ", fund ")))
        }
    }

    /// Checks the mirrored data and adds warnings. Returns whether a valid MAC proves the tap.
    private mutating func judgeEvidence(
        of invocation: Invocation, _ tag: DirectoryTag?, _ sun: SUNVerdict
    ) -> Bool {
        switch (invocation.evidence, sun) {
        case (.mirror(let uid, let counter), _):
            if let counter { judge(counter, of: uid, tag) }
            judge(uid, tag)
            return false
        case (.sun, .rejected):
            // The message's UID and counter must not be used.
            warnings.append(ResolutionError(.sunRejected))
            return false
        case (.sun, .genuine(let uid, _)):
            judge(uid, tag)
            return true
        case (.sun, .replayed(let uid, let counter, let highest)):
            warnings.append(
                ResolutionError(.sunReplayed, found: String(counter), subject: String(highest)))
            judge(uid, tag)
            return false
        case (.sun, .unchecked), (nil, _): return false
        }
    }

    /// Adds a warning if a mirrored counter is not higher than the highest earlier counter of the chip.
    private mutating func judge(_ counter: UInt32, of uid: [UInt8], _ tag: DirectoryTag?) {
        guard let highest = tag?.highestCounter, tag?.uid ?? uid == uid, counter <= highest else { return }
        warnings.append(ResolutionError(.mirrorReplayed, found: String(counter), subject: String(highest)))
    }

    /// Adds a warning if the UID belongs to a chip other than the registered chip, unless there already is a
    /// warning about a mismatch.
    private mutating func judge(_ uid: [UInt8], _ tag: DirectoryTag?) {
        guard let tag, let registered = tag.uid, registered != uid,
            !warnings.contains(where: { $0.code == .tagMismatch })
        else { return }
        warnings.append(ResolutionError(.tagMismatch, found: tag.id, subject: "another chip"))
    }
}
