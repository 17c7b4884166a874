/// A phone: its system, its installed apps, and its state.
public struct Phone: Hashable, Sendable {
    /// iOS or Android.
    public var system: System
    /// The major version of the system; nil for the current one.
    public var version: Int?
    /// The full app that is installed: its app identifier on iOS, its package on Android; nil without one.
    public var app: String?
    /// The advanced App Clip experiences registered in App Store Connect. Android ignores them.
    public var experiences: [AppClipExperience]
    /// The association files of the hosts that app and clip are entitled to, as the phone has cached them.
    public var site: Site
    /// A circumstance that prevents or delays reading a tag.
    public var obstacle: Obstacle?

    /// The system of a phone.
    public enum System: String, Hashable, Sendable, CaseIterable {
        case ios, android
    }

    /// The association files of our hosts.
    public struct Site: Hashable, Sendable {
        /// Whose files they are.
        public var hosts: HostList
        /// apple-app-site-association; nil where the host serves none.
        public var apple: AppSiteAssociation?
        /// assetlinks.json; nil where the host serves none.
        public var android: AssetLinks?

        /// The files of hosts.
        public init(hosts: HostList = .standard, apple: AppSiteAssociation? = nil, android: AssetLinks? = nil)
        {
            self.hosts = hosts
            self.apple = apple
            self.android = android
        }
    }

    /// A circumstance that prevents or delays reading a tag.
    public enum Obstacle: String, Hashable, Sendable, CaseIterable {
        // iOS: no background reading at all, or not now.
        case iPhoneXOrEarlier, neverUnlocked, displayOff, readerSession, wallet, camera, airplaneMode
        // Both systems: Android reads no tags, and an iPhone asks to be unlocked after it has read one.
        case screenLocked
        // Android.
        case nfcOff
    }

    /// A phone.
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

    /// What it does with a tag.
    ///
    /// - Parameters:
    ///   - records: The records of its first message, in order; none for an empty message.
    ///   - areaBytes: The room for a message that the capability container states; 0 for a tag without one, which
    ///     no phone takes for an NDEF tag.
    public func tap(_ records: [TappedRecord], areaBytes: Int) -> PhoneAnswer {
        var thinking = PhoneThinking()
        let action =
            switch system {
            case .ios: tapIOS(records, areaBytes: areaBytes, &thinking)
            case .android: tapAndroid(records, areaBytes: areaBytes, &thinking)
            }
        return PhoneAnswer(action: action, steps: thinking.steps)
    }

    /// What it does with a URL that it has read from a tag or a printed code.
    public func open(_ url: String) -> PhoneAnswer {
        var thinking = PhoneThinking()
        let action =
            switch system {
            case .ios: openIOS(url, &thinking)
            case .android: openAndroid(url, &thinking)
            }
        return PhoneAnswer(action: action, steps: thinking.steps)
    }

    /// Returns true if the system has this version or a later one.
    func isAtLeast(_ version: Int) -> Bool { self.version.map { $0 >= version } ?? true }

    /// Whether a URL's host is one whose files the phone knows.
    func isOurs(_ url: LinkURL) -> Bool { site.hosts.hosts.contains(url.host) }
}

/// The steps so far.
struct PhoneThinking {
    private(set) var steps: [PhoneStep] = []

    mutating func note(_ sentence: String, _ source: PhoneSource) {
        steps.append(PhoneStep(sentence, source))
    }

    /// Notes the step that decides, and gives what it decides.
    mutating func end(_ action: PhoneAction, _ sentence: String, _ source: PhoneSource) -> PhoneAction {
        note(sentence, source)
        return action
    }
}
