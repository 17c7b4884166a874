extension Phone {
    /// An Android phone: the first record says what the tag is; an application record anywhere says who opens it.
    func tapAndroid(
        _ records: [TappedRecord], areaBytes: Int, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        switch obstacle {
        case .screenLocked:
            return thinking.end(.nothing, "The screen is locked: Android looks for no tags.", .tagDispatch)
        case .nfcOff: return thinking.end(.nothing, "NFC is off in the settings.", .tagDispatch)
        default: break
        }
        guard areaBytes > 0, let first = records.first else {
            return thinking.end(.nothing, "The tag holds no NDEF message.", .tagDispatch)
        }
        let uri: String?
        switch first {
        case .uri(let text), .smartPoster(let text), .absoluteURI(let text): uri = text
        case .androidApplication, .other: uri = nil
        }
        thinking.note(
            uri == nil
                ? "The first record is \(first.name): others are not looked at for one."
                : "The first record is \(first.name): its URI is taken.",
            .tagDispatch)
        let package = records.lazy.compactMap { record -> String? in
            if case .androidApplication(let package) = record { package } else { nil }
        }.first
        if let package { return openNamed(package, uri, &thinking) }
        guard let uri else {
            return thinking.end(.nothing, "No app here asks for such records.", .tagDispatch)
        }
        return openAndroid(uri, &thinking)
    }

    /// The app that an Android Application Record names, installed or not.
    private func openNamed(
        _ package: String, _ uri: String?, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        thinking.note("An Android Application Record names \(package).", .applicationRecords)
        guard app == package else {
            return thinking.end(
                .store(id: package), "\(package) is not installed: Google Play offers it.",
                .applicationRecords)
        }
        if let uri, let url = LinkURL(uri), isVerified(url, for: package) {
            return thinking.end(
                .app(id: package), "\(package) opens the URL.", .applicationRecords)
        }
        return thinking.end(
            .appWithoutURL(id: package), "\(package) asks for no such URL: it only starts.",
            .applicationRecords)
    }

    /// The app with a verified link, or the browser, or an app of the system.
    func openAndroid(_ text: String, _ thinking: inout PhoneThinking) -> PhoneAction {
        guard let url = LinkURL(text), url.isWeb else {
            return openOther(
                text, schemes: ["mailto", "sms", "smsto", "mms", "mmsto", "tel", "geo", "market"],
                .tagDispatch, &thinking)
        }
        if url.host.isEmpty { return thinking.end(.nothing, "It is a web address without a host.", .rfc3986) }
        guard let app else {
            return thinking.end(
                .browser(url: text), "No app for it is installed: the browser opens it.", .webIntents)
        }
        if isVerified(url, for: app) {
            let place = site.android?.statement(for: app)?.place ?? ""
            if !isAtLeast(12) {
                thinking.note(
                    "Android 6 to 11 verify an app's links only if all hosts in its manifest are verified.",
                    .appLinks)
            }
            return thinking.end(
                .app(id: app), "\(app) opens it: statement \(place) of assetlinks.json verifies its links.",
                .appLinks)
        }
        if !isAtLeast(12) {
            return thinking.end(
                .chooser(url: text),
                "\(app) is installed, and its links are not verified: before Android 12 the phone asks what opens it.",
                .webIntents)
        }
        return thinking.end(
            .browser(url: text),
            "\(app) is installed, and no assetlinks.json of \(url.host) verifies its links: the browser opens it.",
            .webIntents)
    }

    /// Returns true if the host's file lets the app open its links. Android has verified links since version
    /// 6.
    private func isVerified(_ url: LinkURL, for package: String) -> Bool {
        url.isWeb && isAtLeast(6) && isOurs(url) && site.android?.statement(for: package) != nil
    }
}
