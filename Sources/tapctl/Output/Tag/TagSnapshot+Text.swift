import Documents
import InvocationRouter
import TagKit
import TagSecurity

extension TagSnapshot {
    /// Returns a one-line summary of the tag: `NTAG213  04E141124C2880  55 of 144 bytes used`.
    func headline(style: Style) -> String {
        let room = areaBytes > 0 ? "  \(usedBytes) of \(areaBytes) bytes used" : ""
        return name(style: style) + room
    }

    /// Returns the tag's product and UID.
    func name(style: Style) -> String { "\(style.bold(chip.product))  \(uidText(tag.uid))" }

    /// The tag's state as human-readable text.
    var stateText: String {
        switch state {
        case .readWrite:
            (isReadable ? "contains a message, " : "contains a message that phones cannot read, ")
                + (writability ?? "can be written")
        case .readOnly: "read-only"
        case .initialized where !isReadable: "empty, and phones cannot read it"
        case .initialized: "empty, \(writability ?? "ready to be written")"
        case .unformatted: unformattedText
        }
    }

    /// Whether the capability container lets phones read the message.
    private var isReadable: Bool { !findings.contains(.containerNotReadable) }

    /// A description of the password's write protection. Nil if the password does not protect any page of the
    /// data area from writing.
    private var writability: String? {
        for case .password(let page, _) in findings {
            let first = Type2Memory.firstUserPage
            if page < first + max(1, (usedBytes + 3) / 4) { return "can be written only with the password" }
            if page < first + areaBytes / 4 {
                return "can be written up to page \(page - 1) without the password"
            }
        }
        return nil
    }

    private var unformattedText: String {
        if isClosed { return "hidden by a password" }
        if message != nil { return "half-written: the next write repairs it" }
        return canBeFormatted ? "not formatted yet: `tapctl tag format` formats it" : "not formatted for NDEF"
    }

    /// Whether reading the tag's content requires a password.
    var isClosed: Bool {
        findings.contains { if case .password(_, let reading) = $0 { reading } else { false } }
    }

    /// Whether `tapctl tag format` would write a capability container to the tag.
    private var canBeFormatted: Bool { chip.forumType == 2 && findings.contains(.containerMissing) }

    /// The space for a message on the tag, as human-readable text.
    var roomText: String {
        if isClosed { return "\(areaBytes) bytes, readable only with a password" }
        if areaBytes > 0 {
            return
                "\(areaBytes) bytes, \(usedBytes) used; the largest possible message has \(capacityBytes) bytes"
        }
        guard canBeFormatted, let memory = chip.memory else { return "none" }
        // The container counts in units of 8 bytes: T2TOP 1.1 §2.1.
        return "none yet; \(memory.areaBytes) bytes once the tag is formatted"
    }

    /// Returns the text that `tapctl tag read` prints: the message as a phone would see it.
    func readText(hosts: HostList, style: Style) -> String {
        var parts = [headline(style: style)]
        let contents = contents
        if let url = contents.url, let result = contents.invocation(hosts: hosts) {
            parts.append(invocationText(url, result, style: style))
            if !contents.isSeenByAndroid {
                parts.append(
                    "Android phones open a URL only if it is in the first record. The first record of this tag is not a URL."
                )
            }
        }
        if contents.records.count > 1 || contents.url == nil {
            parts.append(recordsText(contents, style: style))
        }
        return parts.joined(separator: "\n\n")
    }

    private func recordsText(_ contents: TagContents, style: Style) -> String {
        if contents.records.isEmpty {
            return contents.flaw == nil
                ? (isClosed ? "the message is \(stateText)" : "no message: \(stateText)")
                : "the tag contains no valid message:\n" + hexPicture(message ?? [])
        }
        return NDEFMessage(contents.records).text(style: style)
    }

    private func invocationText(
        _ url: String, _ result: Result<Invocation, InvocationError>, style: Style
    ) -> String {
        switch result {
        case .success(let invocation):
            let head =
                isReadable
                ? "A tap opens the giving page at this URL:"
                : "The message contains the URL of a giving page, but phones cannot read it:"
            return "\(head)\n  \(style.cyan(printable(url)))\n\n"
                + columns(invocation.lines(style: style).map { ("  " + $0.label, $0.value) }, style: style)
        case .failure(let error):
            let sentence = printable(error.message)
            let head =
                isReadable
                ? "A tap opens this URL, which is not a giving URL:"
                : "The message contains this URL, which is not a giving URL, and phones cannot read it:"
            return
                "\(head)\n  \(style.cyan(printable(url)))\n\n"
                + "  \(error.isPretence ? style.red(sentence) : sentence)"
        }
    }
}

extension PhoneUse {
    /// Prints a warning on stderr if no phone can use the message.
    func warnIfUseless() {
        if !isUsable { Terminal.warn("no phone can use this message: \(reason)") }
    }
}

extension TagContents {
    /// Returns a short reason why the tag's URL is not a valid giving URL. Nil if the URL is valid or the tag
    /// has no URL.
    func verdict(hosts: HostList, style: Style) -> String? {
        guard case .failure(let error) = invocation(hosts: hosts) else { return nil }
        switch error.code {
        case .hostNotAllowed: return style.red("do not pay: the host only looks like \(hosts.primary)")
        case .userinfoNotAllowed: return style.red("do not pay: the real host is hidden behind an @")
        case .otherDestination: return style.yellow("not a giving page")
        default: return style.yellow("not a giving URL")
        }
    }
}

extension InspectedTag {
    /// Returns the text that `tapctl tag info` prints: facts about the tag, and a picture of its memory.
    func infoText(style: Style) -> String {
        let (tag, chip) = (snapshot.tag, snapshot.chip)
        let origin = chip.isClone ? " (a copy)" : chip.isInferred ? " (inferred from its pages)" : ""
        let facts = labeled([
            "product": style.bold(chip.product) + origin, "UID": uidText(tag.uid),
            "type": chip.forumType.map { "NFC Forum Type \($0)" } ?? "no NFC Forum type",
            "state": snapshot.stateText, "room": snapshot.roomText,
            "selection":
                "ATQA \(hexText([UInt8(tag.atqa >> 8), UInt8(tag.atqa & 0xFF)])), SAK \(hexText([tag.sak]))",
            "ATS": tag.ats.isEmpty ? nil : hexText(tag.ats),
            "version": snapshot.version.isEmpty ? nil : hexText(snapshot.version),
            "maker": originality.text(style: style),
        ])
        return columns(facts, style: style) + "\n\n" + MemoryPicture(snapshot).text(style: style)
    }
}

extension Originality {
    /// Returns a summary of the originality check, in color if the style has colors and the chip could be
    /// checked.
    func text(style: Style) -> String {
        switch self {
        case .genuine: style.green(summary)
        case .notGenuine: style.yellow(summary)
        case .cannotBeChecked: summary
        }
    }

    /// Prints a warning if the tag is not genuine. The tag usually works, but its owner should be informed.
    func warn() {
        if case .notGenuine = self { Terminal.warn("\(summary). \(meaning)") }
    }
}
