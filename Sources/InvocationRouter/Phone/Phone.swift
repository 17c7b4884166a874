/// A simulated phone: its system, its installed apps, and its state.
public struct Phone: Hashable, Sendable {
    /// The phone's operating system.
    public var system: System
    /// The major version of the operating system; nil means the current version.
    public var version: Int?
    /// The identifier of the full app: the app identifier on iOS, the package name on Android; nil if the app
    /// is not installed.
    public var app: String?
    /// The advanced App Clip experiences that are registered in App Store Connect. They have no effect on
    /// Android.
    public var experiences: [AppClipExperience]
    /// The hosts that the app and the App Clip are associated with, and the association files of these hosts
    /// that the phone has cached.
    public var site: Site
    /// The circumstance that prevents or delays reading a tag; nil if the phone can read tags immediately.
    public var obstacle: Obstacle?

    /// The operating system of a phone.
    public enum System: String, Sendable, CaseIterable {
        /// Apple's iOS, on an iPhone.
        case ios
        /// Google's Android.
        case android
    }

    /// The hosts of giving URLs, with their association files.
    public struct Site: Hashable, Sendable {
        /// The hosts that serve these association files.
        public var hosts: HostList
        /// The content of the apple-app-site-association file; nil if the hosts serve no such file.
        public var apple: AppSiteAssociation?
        /// The content of the assetlinks.json file; nil if the hosts serve no such file.
        public var android: AssetLinks?

        /// Creates a site from its hosts and their association files.
        public init(hosts: HostList = .standard, apple: AppSiteAssociation? = nil, android: AssetLinks? = nil)
        {
            self.hosts = hosts
            self.apple = apple
            self.android = android
        }
    }

    /// A circumstance that prevents or delays reading a tag.
    public enum Obstacle: String, Sendable, CaseIterable {
        // iOS: the iPhone cannot read tags in the background, or cannot do so now.
        /// The phone is an iPhone X or an earlier model, which cannot read tags in the background.
        case iPhoneXOrEarlier
        /// The iPhone has not been unlocked since it was started.
        case neverUnlocked
        /// The display is off.
        case displayOff
        /// An app is reading tags in its own reader session.
        case readerSession
        /// Wallet or Apple Pay is in use.
        case wallet
        /// The camera is in use.
        case camera
        /// Airplane mode is on.
        case airplaneMode
        // Both systems: a locked Android phone reads no tags. A locked iPhone reads one and then asks to be unlocked.
        /// The screen is locked.
        case screenLocked
        // Android only.
        /// NFC is switched off.
        case nfcOff
    }

    /// Creates a phone. By default, it has the current system version, no app, no associated files and no
    /// obstacle.
    public init(
        _ system: System, version: Int? = nil, app: String? = nil, experiences: [AppClipExperience] = [],
        site: Site = Site(),
        obstacle: Obstacle? = nil
    ) {
        self.system = system
        self.version = version
        self.app = app
        self.experiences = experiences
        self.site = site
        self.obstacle = obstacle
    }

    /// Determines how the phone responds to a tag.
    ///
    /// - Parameters:
    ///   - records: The records of the tag's first message, in order; empty for an empty message.
    ///   - areaBytes: The size in bytes that the capability container declares; 0 for a tag without a
    ///     container, which phones do not treat as an NDEF tag.
    public func tap(_ records: [TappedRecord], areaBytes: Int) -> PhoneAnswer {
        var thinking = PhoneThinking()
        let action =
            switch system {
            case .ios: tapIOS(records, areaBytes: areaBytes, &thinking)
            case .android: tapAndroid(records, areaBytes: areaBytes, &thinking)
            }
        return PhoneAnswer(action: action, steps: thinking.steps)
    }

    /// Determines how the phone responds to a URL from a tag or a QR code.
    public func open(_ url: String) -> PhoneAnswer {
        var thinking = PhoneThinking()
        let action =
            switch system {
            case .ios: openIOS(url, &thinking)
            case .android: openAndroid(url, &thinking)
            }
        return PhoneAnswer(action: action, steps: thinking.steps)
    }

    /// Returns true if the phone's operating system has this major version or a later one.
    func isAtLeast(_ version: Int) -> Bool { self.version.map { $0 >= version } ?? true }

    /// Returns whether the URL's host is one of the hosts of giving URLs, whose association files the phone
    /// has.
    func isOurs(_ url: LinkURL) -> Bool { site.hosts.hosts.contains(url.host) }

    /// Determines the action of an iPhone that reads a tag in the background. Only the first URI record
    /// matters.
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
            return thinking.end(.nothing, "The tag contains no NDEF message.", source)
        }
        let uris = records.compactMap { if case .uri(let uri) = $0 { uri } else { nil } }
        guard let uri = uris.first else {
            let first = records[0].name
            return thinking.end(
                .nothing,
                "No record has the well-known type U, the only one that an iPhone uses: the first record is \(first).",
                source)
        }
        thinking.note(
            uris.count == 1 && records.count == 1
                ? "The record is a URI." : "The first URI record of \(records.count) records is used.",
            source)
        thinking.note("A notification appears. The following steps happen after the user taps it.", source)
        if obstacle == .screenLocked {
            thinking.note("The phone is locked: it asks to be unlocked first.", source)
        }
        return openIOS(uri, &thinking)
    }

    /// Determines the action of an iPhone for a URL. The iPhone opens the app, the App Clip card, Safari or a
    /// system app.
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
            "Of the registered experiences, \(experience.url) is the best match: the card for \(clip) appears.",
            .experiences)
    }

    /// Determines the action of an iPhone for a URL whose domain has an App Clip, if no registered advanced
    /// experience matches the URL.
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

    /// Determines the action for a URL that is not a web address: a system app opens it if its scheme is in
    /// `schemes`; otherwise nothing happens.
    func openOther(
        _ text: String, schemes: Set<String>, _ source: PhoneSource, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        let bytes = text.utf8.span
        guard let range = URLParts(of: bytes).scheme else {
            return thinking.end(.nothing, "The URI is not a URL: it does not begin with a scheme.", .rfc3986)
        }
        let scheme = bytes.decodedString(range).lowercased()
        guard schemes.contains(scheme) else {
            return thinking.end(.nothing, "No app opens the scheme \(scheme): from a tag.", source)
        }
        return thinking.end(.system(url: text), "A system app opens \(scheme):.", source)
    }

    /// Determines the action of an Android phone that reads a tag. The first record determines how the tag is
    /// handled, but an Android Application Record at any position determines which app opens.
    func tapAndroid(
        _ records: [TappedRecord], areaBytes: Int, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        switch obstacle {
        case .screenLocked:
            return thinking.end(.nothing, "The screen is locked: Android does not read tags.", .tagDispatch)
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
                ? "The first record is \(first.name): others are ignored."
                : "The first record is \(first.name): its URI is used.",
            .tagDispatch)
        let package = records.lazy.compactMap { record -> String? in
            if case .androidApplication(let package) = record { package } else { nil }
        }.first
        if let package { return openNamed(package, uri, &thinking) }
        guard let uri else {
            return thinking.end(.nothing, "No installed app handles such records.", .tagDispatch)
        }
        return openAndroid(uri, &thinking)
    }

    /// Determines the action of an Android phone that reads an Android Application Record: it opens the app,
    /// or offers it in the store.
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
            .appWithoutURL(id: package), "\(package) does not handle this URL: the app starts without it.",
            .applicationRecords)
    }

    /// Determines the action of an Android phone for a URL. The phone opens an app whose links are verified,
    /// the browser or a system app, or asks which app to use.
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
                "\(app) is installed, and its links are not verified: before Android 12, the phone asks which app opens it.",
                .webIntents)
        }
        return thinking.end(
            .browser(url: text),
            "\(app) is installed, and no assetlinks.json of \(url.host) verifies its links: the browser opens it.",
            .webIntents)
    }

    /// Returns true if the assetlinks.json file of the URL's host permits the app to open the host's links.
    /// Android supports verified links since version 6.
    private func isVerified(_ url: LinkURL, for package: String) -> Bool {
        url.isWeb && isAtLeast(6) && isOurs(url) && site.android?.statement(for: package) != nil
    }

    /// A variant of a phone in other circumstances, which can change its response to a tag.
    public struct Circumstance: Hashable, Sendable {
        /// A short description of the circumstances, such as `iPhone 7 to X`.
        public let name: String
        /// The phone in these circumstances.
        public let phone: Phone
    }

    /// Variants of this phone in circumstances that are common in practice: locked, an older model or system
    /// version, or without a registered experience or verified links.
    public var circumstances: [Circumstance] {
        switch system {
        case .ios:
            [
                Circumstance(
                    name: "iPhone, experience not registered", phone: changed { $0.experiences = [] }),
                Circumstance(name: "iPhone, locked", phone: changed { $0.obstacle = .screenLocked }),
                Circumstance(name: "iPhone, display off", phone: changed { $0.obstacle = .displayOff }),
                Circumstance(name: "iPhone 7 to X", phone: changed { $0.obstacle = .iPhoneXOrEarlier }),
            ]
        case .android:
            [
                Circumstance(name: "Android, locked", phone: changed { $0.obstacle = .screenLocked }),
                Circumstance(
                    name: "Android 12 and later, links not verified", phone: changed { $0.site.android = nil }
                ),
                Circumstance(
                    name: "Android 6 to 11, links not verified",
                    phone: changed { ($0.version, $0.site.android) = (11, nil) }),
            ]
        }
    }

    private func changed(_ change: (inout Phone) -> Void) -> Phone {
        var phone = self
        change(&phone)
        return phone
    }
}

/// Collects the steps of a phone's decision, with their sources.
struct PhoneThinking {
    private(set) var steps: [PhoneStep] = []

    mutating func note(_ sentence: String, _ source: PhoneSource) {
        steps.append(PhoneStep(sentence, source))
    }

    /// Adds the last step, which explains the action, and returns the action.
    mutating func end(_ action: PhoneAction, _ sentence: String, _ source: PhoneSource) -> PhoneAction {
        note(sentence, source)
        return action
    }
}

extension Phone.Obstacle {
    fileprivate var sentenceOnIOS: String? {
        switch self {
        case .neverUnlocked: "The phone has not been unlocked since it was started."
        case .displayOff:
            "The phone is not in use: its display is off. Background reading needs the display on."
        case .readerSession: "An app is reading tags in its own session."
        case .wallet: "Wallet is in use."
        case .camera: "The camera is in use."
        case .airplaneMode: "Airplane mode is on."
        case .iPhoneXOrEarlier, .screenLocked, .nfcOff: nil
        }
    }
}
