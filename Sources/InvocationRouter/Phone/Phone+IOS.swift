extension Phone {
    /// Determines how an iPhone responds to a tag that it reads in the background. Of the tag's records, only
    /// the first URI record matters.
    func tapIOS(
        _ records: [TappedRecord], areaBytes: Int, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        let source = PhoneSource.backgroundReading
        if obstacle == .iPhoneXOrEarlier {
            thinking.note("iPhone X and earlier do not read tags in the background.", source)
            return thinking.end(
                .nothing,
                "On iPhone 7 to X, the owner must open NFC Tag Reader in Control Center to read a tag.",
                .controlCenter)
        }
        if let obstacle, let sentence = obstacle.sentenceOnIOS {
            return thinking.end(.nothing, sentence, source)
        }
        if areaBytes == 0 || records.isEmpty {
            return thinking.end(.nothing, "The tag contains no NDEF message.", source)
        }
        let uris = records.compactMap { if case .uri(let uri) = $0 { uri } else { nil } }
        guard let uri = uris.first else {
            let first = records[0].name
            return thinking.end(
                .nothing,
                "An iPhone uses only URI records (well-known type U). The tag has none; its first record is \(first).",
                source)
        }
        thinking.note(
            uris.count == 1 && records.count == 1
                ? "The record is a URI."
                : "The tag has \(records.count) records. The first URI record is used.",
            source)
        thinking.note("A notification appears. The following steps happen after the user taps it.", source)
        if obstacle == .screenLocked {
            thinking.note("The phone is locked, so it asks to be unlocked first.", source)
        }
        return openIOS(uri, &thinking)
    }

    /// Determines how an iPhone responds to a URL.
    func openIOS(_ text: String, _ thinking: inout PhoneThinking) -> PhoneAction {
        guard let url = LinkURL(text), url.isWeb else {
            return openOther(
                text, schemes: ["mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm"],
                .backgroundReading, &thinking)
        }
        if url.host.isEmpty {
            return thinking.end(.nothing, "The URI is a web address without a host.", .rfc3986)
        }
        guard isOurs(url) else {
            return thinking.end(
                .browser(url: text),
                "No app on this phone is associated with \(url.host), so Safari opens the URL.",
                .universalLinks)
        }
        guard let association = site.apple else {
            return thinking.end(
                .browser(url: text),
                "\(url.host) does not serve an apple-app-site-association file, so Safari opens the URL.",
                .universalLinks)
        }
        if let app {
            let decision = association.decision(on: text, for: app)
            if decision.outcome == .opens {
                return thinking.end(
                    .app(id: app), "\(app) is installed and opens the URL: \(decision.reason).",
                    .universalLinks)
            }
            return thinking.end(
                .browser(url: text),
                "\(app) is installed, but does not open the URL: \(decision.reason). Safari opens the URL.",
                .universalLinks)
        }
        thinking.note("The full app is not installed.", .universalLinks)
        guard let clip = association.clips.first else {
            return thinking.end(
                .browser(url: text), "The association file names no App Clip, so Safari opens the URL.",
                .appClips)
        }
        guard let experience = AppClipExperience.best(for: text, among: experiences) else {
            return openUnregistered(text, clip: clip, &thinking)
        }
        return thinking.end(
            .clipCard(clipID: clip, title: experience.title),
            "Of the registered experiences, \(experience.url) is the best match, so the card for \(clip) appears.",
            .experiences)
    }

    /// Determines how an iPhone responds to a URL if the URL's domain has an App Clip, but no registered
    /// advanced experience matches the URL.
    private func openUnregistered(
        _ text: String, clip: String, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        thinking.note(
            "The URL does not begin with the URL of an advanced experience registered in App Store Connect.",
            .experiences)
        guard isAtLeast(18) else {
            return thinking.end(.browser(url: text), "Before iOS 18, Safari opens the URL.", .clipUnavailable)
        }
        return thinking.end(
            .clipUnavailable(clipID: clip),
            "Since iOS 18, “App Clip Unavailable” can appear, and the page does not open.", .clipUnavailable)
    }
}

extension Phone.Obstacle {
    fileprivate var sentenceOnIOS: String? {
        switch self {
        case .neverUnlocked: "The phone has not been unlocked since it started."
        case .displayOff:
            "The phone is not in use: its display is off. Background reading requires the display to be on."
        case .readerSession: "An app is reading tags in its own session."
        case .wallet: "Wallet is in use."
        case .camera: "The camera is in use."
        case .airplaneMode: "Airplane mode is on."
        case .iPhoneXOrEarlier, .screenLocked, .nfcOff: nil
        }
    }
}
