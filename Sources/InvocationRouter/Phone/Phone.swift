/// A simulated phone: its system, its installed apps, and its state.
public struct Phone: Hashable, Sendable {
    /// The phone's operating system.
    public var system: System
    /// The major version of the operating system; nil means the current version.
    public var version: Int?
    /// The identifier of the full app: the app identifier on iOS, the package name on Android; nil if the app
    /// is not installed.
    public var app: String?
    /// The advanced App Clip experiences that are registered in App Store Connect. Experiences have no effect
    /// on Android.
    public var experiences: [AppClipExperience]
    /// The hosts that are associated with the app and the App Clip, with the association files that the phone
    /// has cached.
    public var site: Site
    /// The circumstance that prevents or delays reading a tag; nil if the phone can read tags immediately.
    public var obstacle: Obstacle?

    /// The operating system of a phone.
    public enum System: String, Sendable, CaseIterable {
        case ios
        case android
    }

    /// The hosts of giving URLs, with their association files.
    public struct Site: Hashable, Sendable {
        /// The hosts that serve the association files.
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
        case displayOff
        /// An app is reading tags in its own reader session.
        case readerSession
        /// Wallet or Apple Pay is in use.
        case wallet
        /// The camera is in use.
        case camera
        case airplaneMode
        // Both systems: a locked Android phone reads no tags. A locked iPhone reads one and then asks to be unlocked.
        case screenLocked
        // Android only.
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
    ///   - areaBytes: The size in bytes that the capability container declares. Use 0 for a tag without a
    ///     capability container, which phones do not treat as an NDEF tag.
    public func tap(_ records: [TappedRecord], areaBytes: Int) -> PhoneAnswer {
        answer { thinking in
            switch system {
            case .ios: tapIOS(records, areaBytes: areaBytes, &thinking)
            case .android: tapAndroid(records, areaBytes: areaBytes, &thinking)
            }
        }
    }

    private func answer(_ think: (inout PhoneThinking) -> PhoneAction) -> PhoneAnswer {
        var thinking = PhoneThinking()
        let action = think(&thinking)
        return PhoneAnswer(action: action, steps: thinking.steps)
    }

    /// Determines how the phone responds to a URL from a tag or a QR code.
    public func open(_ url: String) -> PhoneAnswer {
        answer { thinking in
            switch system {
            case .ios: openIOS(url, &thinking)
            case .android: openAndroid(url, &thinking)
            }
        }
    }

    /// Returns true if the phone's operating system has this major version or a later one. Also returns true
    /// if the version is nil, which means the current version.
    func isAtLeast(_ version: Int) -> Bool { self.version.map { $0 >= version } ?? true }

    /// Returns whether the URL's host is one of the hosts of giving URLs.
    func isOurs(_ url: LinkURL) -> Bool { site.hosts.hosts.contains(url.host) }

    /// Determines the action for a URL that is not a web address. A system app opens the URL if its scheme is
    /// in `schemes`; otherwise nothing happens.
    func openOther(
        _ text: String, schemes: Set<String>, _ source: PhoneSource, _ thinking: inout PhoneThinking
    ) -> PhoneAction {
        let bytes = text.utf8.span
        guard let range = URLParts(of: bytes).scheme else {
            return thinking.end(.nothing, "The URI is not a URL: it does not begin with a scheme.", .rfc3986)
        }
        let scheme = bytes.decodedString(range).lowercased()
        guard schemes.contains(scheme) else {
            return thinking.end(.nothing, "No app opens URLs with the scheme \(scheme) from a tag.", source)
        }
        return thinking.end(.system(url: text), "A system app opens \(scheme):.", source)
    }
}
