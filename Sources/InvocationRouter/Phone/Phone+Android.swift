extension Phone {
    /// Determines how an Android phone responds to a tag. The first record determines how the tag is handled,
    /// but an Android Application Record at any position determines which app opens.
    func tapAndroid(
        _ records: [TappedRecord], areaBytes: Int, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        switch obstacle {
        case .screenLocked:
            return thinking.end(
                .nothing, "The screen is locked, so Android does not read tags.", .tagDispatch)
        case .nfcOff: return thinking.end(.nothing, "NFC is off in the settings.", .tagDispatch)
        default: break
        }
        guard areaBytes > 0, let first = records.first else {
            return thinking.end(.nothing, "The tag contains no NDEF message.", .tagDispatch)
        }
        let uri: String?
        switch first {
        case .uri(let text), .smartPoster(let text), .absoluteURI(let text): uri = text
        case .androidApplication, .other: uri = nil
        }
        thinking.note(
            uri == nil
                ? "The first record is \(first.name). Android ignores the URI of any later record."
                : "The first record is \(first.name), so its URI is used.",
            .tagDispatch)
        let package = records.lazy.compactMap { record -> String? in
            if case .androidApplication(let package) = record { package } else { nil }
        }.first
        if let package { return openNamed(package, uri, &thinking) }
        guard let uri else {
            return thinking.end(.nothing, "No installed app handles this kind of record.", .tagDispatch)
        }
        return openAndroid(uri, &thinking)
    }

    /// Determines how an Android phone responds to an Android Application Record. If the app is installed,
    /// the phone opens it, and passes the URL only if the app's links are verified. If the app is not
    /// installed, the store offers it.
    private func openNamed(
        _ package: String, _ uri: String?, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        thinking.note("An Android Application Record names \(package).", .applicationRecords)
        guard app == package else {
            return thinking.end(
                .store(id: package), "\(package) is not installed, so Google Play offers it.",
                .applicationRecords)
        }
        if let uri, let url = LinkURL(uri), isVerified(url, for: package) {
            return thinking.end(
                .app(id: package), "\(package) opens the URL.", .applicationRecords)
        }
        return thinking.end(
            .appWithoutURL(id: package),
            uri == nil
                ? "\(package) is installed and starts without a URL."
                : "\(package) does not handle this URL, so the app starts without a URL.",
            .applicationRecords)
    }

    /// Determines how an Android phone responds to a URL. Depending on the URL and the installed app, the
    /// phone opens the app, the browser or a system app, asks the user which app to open, or does nothing.
    func openAndroid(_ text: String, _ thinking: inout PhoneThinking) -> PhoneAction {
        guard let url = LinkURL(text), url.isWeb else {
            return openOther(
                text, schemes: ["mailto", "sms", "smsto", "mms", "mmsto", "tel", "geo", "market"],
                .tagDispatch, &thinking)
        }
        if url.host.isEmpty {
            return thinking.end(.nothing, "The URI is a web address without a host.", .rfc3986)
        }
        guard let app else {
            return thinking.end(
                .browser(url: text), "No app for this URL is installed, so the browser opens the URL.",
                .webIntents)
        }
        if isVerified(url, for: app) {
            let place = site.android?.statement(for: app)?.place ?? ""
            if !isAtLeast(12) {
                thinking.note(
                    "Android 6 to 11 verify an app's links only if all hosts in its manifest are verified.",
                    .appLinks)
            }
            return thinking.end(
                .app(id: app),
                "\(app) opens the URL: statement \(place) of assetlinks.json verifies its links.",
                .appLinks)
        }
        if !isAtLeast(12) {
            return thinking.end(
                .chooser(url: text),
                "\(app) is installed, but its links are not verified. On Android 11 and earlier, the phone asks which app should open the URL.",
                .webIntents)
        }
        return thinking.end(
            .browser(url: text),
            "\(app) is installed, but no assetlinks.json file on \(url.host) permits it to open links, so the browser opens the URL.",
            .webIntents)
    }

    /// Returns true if the assetlinks.json file of the URL's host permits the app to open the host's links.
    /// Always false before Android 6, which introduced verified links.
    private func isVerified(_ url: LinkURL, for package: String) -> Bool {
        url.isWeb && isAtLeast(6) && isOurs(url) && site.android?.statement(for: package) != nil
    }
}
