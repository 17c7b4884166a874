extension Phone {
    /// Reads a tag in the background, as an iPhone does while it is in use. Only the first URI record counts.
    func tapIOS(
        _ records: [TappedRecord], areaBytes: Int, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        let source = PhoneSource.backgroundReading
        if obstacle == .iPhoneXOrEarlier {
            thinking.note("iPhone X and earlier do not read tags in the background.", source)
            return thinking.end(
                .nothing,
                "iPhone 7 to X read a tag after their owner opens NFC Tag Reader in Control Center.",
                .controlCenter)
        }
        if let obstacle, let sentence = obstacle.sentenceOnIOS {
            return thinking.end(.nothing, sentence, source)
        }
        if areaBytes == 0 || records.isEmpty {
            return thinking.end(.nothing, "The tag holds no NDEF message.", source)
        }
        let uris = records.compactMap { if case .uri(let uri) = $0 { uri } else { nil } }
        guard let uri = uris.first else {
            let first = records[0].name
            return thinking.end(
                .nothing,
                "No record is well-known of type U: \(first) stands first, and an iPhone looks for no other kind.",
                source)
        }
        thinking.note(
            uris.count == 1 && records.count == 1
                ? "The record is a URI." : "The first URI record of \(records.count) records is taken.",
            source)
        thinking.note("A notification appears; what follows happens when it is tapped.", source)
        if obstacle == .screenLocked {
            thinking.note("The phone is locked: it asks to be unlocked before it goes on.", source)
        }
        return openIOS(uri, &thinking)
    }

    /// App, App Clip card, Safari, or an app of the system.
    func openIOS(_ text: String, _ thinking: inout PhoneThinking) -> PhoneAction {
        guard let url = LinkURL(text), url.isWeb else {
            return openOther(
                text, schemes: ["mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm"],
                .backgroundReading, &thinking)
        }
        if url.host.isEmpty { return thinking.end(.nothing, "It is a web address without a host.", .rfc3986) }
        guard isOurs(url) else {
            return thinking.end(
                .browser(url: text), "No app here is associated with \(url.host): Safari opens it.",
                .universalLinks)
        }
        guard let association = site.apple else {
            return thinking.end(
                .browser(url: text), "\(url.host) serves no apple-app-site-association: Safari opens it.",
                .universalLinks)
        }
        if let app {
            let decision = association.decision(on: text, for: app)
            if decision.outcome == .opens {
                return thinking.end(
                    .app(id: app), "\(app) is installed and opens it: \(decision.reason).", .universalLinks)
            }
            return thinking.end(
                .browser(url: text),
                "\(app) is installed and does not open it: \(decision.reason). Safari opens it.",
                .universalLinks)
        }
        thinking.note("The full app is not installed.", .universalLinks)
        guard let clip = association.clips.first else {
            return thinking.end(
                .browser(url: text), "The association file names no App Clip: Safari opens it.", .appClips)
        }
        guard let experience = AppClipExperience.best(for: text, among: experiences) else {
            return openUnregistered(text, clip: clip, &thinking)
        }
        return thinking.end(
            .clipCard(clipID: clip, title: experience.title),
            "Of the registered experiences \(experience.url) fits best: the card of \(clip) appears.",
            .experiences)
    }

    /// Opens a URL of a domain that names a clip, if no registered advanced experience is a prefix of it.
    private func openUnregistered(
        _ text: String, clip: String, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        thinking.note(
            "No advanced experience that is registered in App Store Connect is a prefix of the URL.",
            .experiences)
        guard isAtLeast(18) else {
            return thinking.end(.browser(url: text), "Before iOS 18, Safari opens it.", .clipUnavailable)
        }
        return thinking.end(
            .clipUnavailable(clipID: clip),
            "Since iOS 18, “App Clip Unavailable” can appear, and the page does not open.", .clipUnavailable)
    }

    /// A URL that no website has: an app of the system takes it, or nothing does.
    func openOther(
        _ text: String, schemes: Set<String>, _ source: PhoneSource, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        let octets = text.utf8.span
        guard let range = URLParts(of: octets).scheme else {
            return thinking.end(.nothing, "It is no URL: it begins with no scheme.", .rfc3986)
        }
        let scheme = octets.decodedString(range).lowercased()
        guard schemes.contains(scheme) else {
            return thinking.end(.nothing, "Nothing takes the scheme \(scheme): from a tag.", source)
        }
        return thinking.end(.system(url: text), "An app of the system takes \(scheme):.", source)
    }
}

extension Phone.Obstacle {
    fileprivate var sentenceOnIOS: String? {
        switch self {
        case .neverUnlocked: "The phone was not unlocked since it was started."
        case .displayOff:
            "The phone is not in use: its display is off. Background reading needs the display on."
        case .readerSession: "An app reads tags itself at this moment."
        case .wallet: "Wallet is in use."
        case .camera: "The camera is in use."
        case .airplaneMode: "Airplane mode is on."
        case .iPhoneXOrEarlier, .screenLocked, .nfcOff: nil
        }
    }
}
