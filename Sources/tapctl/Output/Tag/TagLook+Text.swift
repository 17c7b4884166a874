import InvocationRouter
import TagKit

extension TagLook {
    /// The tag in one line: `NTAG213  04E141124C2880  55 of 144 bytes used`.
    func headline(style: Style) -> String {
        let room = areaBytes > 0 ? "  \(usedBytes) of \(areaBytes) bytes used" : ""
        return "\(style.bold(chip.product))  \(uidText(tag.uid))\(room)"
    }

    /// The state in words.
    var stateText: String {
        switch state {
        case .readWrite: "holds a message, can be written"
        case .readOnly: "read-only"
        case .initialized: "empty, ready to be written"
        case .unformatted: message == nil ? "not formatted" : "half-written: the next write repairs it"
        }
    }

    /// The text of `tag read`: what a phone would see.
    func readText(hosts: HostList, style: Style) -> String {
        var parts = [headline(style: style)]
        let contents = contents
        if let url = contents.url, let result = contents.invocation(hosts: hosts) {
            parts.append(Self.invocationText(url, result, style: style))
            if !contents.isSeenByAndroid {
                parts.append("Android phones look at the first record only, which is no URL.")
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
                ? "no message: \(stateText)"
                : "what stands there is no message:\n" + hexPicture(message ?? [])
        }
        return NDEFMessage(contents.records).text(style: style)
    }

    private static func invocationText(
        _ url: String, _ result: Result<Invocation, InvocationError>, style: Style
    ) -> String {
        switch result {
        case .success(let invocation):
            return "A tap opens the giving page of this URL:\n  \(style.cyan(printable(url)))\n\n"
                + columns(invocation.lines(style: style).map { ("  " + $0.label, $0.value) }, style: style)
        case .failure(let error):
            return
                "A tap opens this URL, which is no giving page of ours:\n  \(style.cyan(printable(url)))\n\n"
                + "  \(printable(error.message))"
        }
    }
}
