import InvocationRouter
import Testing

/// The behavior of phones, row by row as in `docs/phones.md`.
@Suite struct PhoneTests {
    static let gift = "https://appclip.tap.giving/GraceChapel?f=1&r=0"
    static let page = "https://appclip.tap.giving/help"
    static let other = "https://give.example/sunday"
    static let app = "ABCDE12345.giving.tap.app"
    static let clip = "ABCDE12345.giving.tap.app.Clip"
    static let package = "giving.tap.app"
    static let site = Phone.Site(
        apple: AppSiteAssociation.read(
            Array(
                AppSiteAssociation.text(
                    apps: AssociationMutation.apps, clips: AssociationMutation.clips
                ).utf8)
        ).association,
        android: AssetLinks.read(
            Array(
                AssetLinks.text(package: package, fingerprints: [AssociationMutation.fingerprint]).utf8)
        ).links)

    static func iPhone(app: String? = nil, obstacle: Phone.Obstacle? = nil, site: Phone.Site = site) -> Phone
    {
        Phone(
            .ios, app: app,
            experiences: [AppClipExperience(url: "https://appclip.tap.giving", title: "Give")], site: site,
            obstacle: obstacle)
    }

    /// An iPhone with only this experience registered for its clip.
    static func unregistered(_ experience: String) -> Phone {
        Phone(.ios, experiences: [AppClipExperience(url: experience, title: "Give")], site: site)
    }

    static func android(
        app: String? = nil, obstacle: Phone.Obstacle? = nil, site: Phone.Site = site, version: Int? = nil
    ) -> Phone {
        Phone(.android, version: version, app: app, site: site, obstacle: obstacle)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var records: [TappedRecord]
        var ios: PhoneAction
        var iosSource: PhoneSource
        var android: PhoneAction
        var androidSource: PhoneSource
    }

    static let card = PhoneAction.clipCard(clipID: clip, title: "Give")

    /// Neither phone has the full app.
    static let messages: [Case] = [
        Case(
            testDescription: "one URI record", records: [.uri(gift)], ios: card, iosSource: .experiences,
            android: .browser(url: gift), androidSource: .webIntents),
        Case(
            testDescription: "a web address without a host", records: [.uri("https://")], ios: .nothing,
            iosSource: .rfc3986, android: .nothing, androidSource: .rfc3986),
        Case(
            testDescription: "another church's page", records: [.uri(other)], ios: .browser(url: other),
            iosSource: .universalLinks, android: .browser(url: other), androidSource: .webIntents),
        Case(
            testDescription: "two URI records", records: [.uri(gift), .uri(other)], ios: card,
            iosSource: .experiences, android: .browser(url: gift), androidSource: .webIntents),
        Case(
            testDescription: "a text before the URI", records: [.other, .uri(gift)], ios: card,
            iosSource: .experiences, android: .nothing, androidSource: .tagDispatch),
        Case(
            testDescription: "a Smart Poster", records: [.smartPoster(uri: gift)], ios: .nothing,
            iosSource: .backgroundReading, android: .browser(url: gift), androidSource: .webIntents),
        Case(
            testDescription: "an absolute URI", records: [.absoluteURI(gift)], ios: .nothing,
            iosSource: .backgroundReading, android: .browser(url: gift), androidSource: .webIntents),
        Case(
            testDescription: "an application record behind the URI",
            records: [.uri(gift), .androidApplication(package: package)], ios: card, iosSource: .experiences,
            android: .store(id: package), androidSource: .applicationRecords),
        Case(
            testDescription: "an application record before the URI",
            records: [.androidApplication(package: package), .uri(gift)], ios: card, iosSource: .experiences,
            android: .store(id: package), androidSource: .applicationRecords),
        Case(
            testDescription: "a telephone number", records: [.uri("tel:+15551234567")],
            ios: .system(url: "tel:+15551234567"), iosSource: .backgroundReading,
            android: .system(url: "tel:+15551234567"), androidSource: .tagDispatch),
        Case(
            testDescription: "a scheme of an app's own", records: [.uri("tapgiving://a")], ios: .nothing,
            iosSource: .backgroundReading, android: .nothing, androidSource: .tagDispatch),
        Case(
            testDescription: "no URL", records: [.uri("GraceChapel")], ios: .nothing, iosSource: .rfc3986,
            android: .nothing, androidSource: .rfc3986),
        Case(
            testDescription: "an empty message", records: [], ios: .nothing, iosSource: .backgroundReading,
            android: .nothing, androidSource: .tagDispatch),
    ]

    @Test("what a phone without the app does with a tag", arguments: messages)
    func tap(_ one: Case) {
        let ios = Self.iPhone().tap(one.records, areaBytes: 144)
        #expect(ios.action == one.ios && ios.steps.last?.source == one.iosSource)
        let android = Self.android().tap(one.records, areaBytes: 144)
        #expect(android.action == one.android && android.steps.last?.source == one.androidSource)
        for answer in [Self.iPhone(), Self.android()].map({ $0.tap(one.records, areaBytes: 0) }) {
            #expect(answer.action == .nothing)
        }
    }

    @Test(
        "what an iPhone opens",
        arguments: [
            (iPhone(app: app), gift, .app(id: app)), (iPhone(app: app), page, .browser(url: page)),
            (iPhone(app: app), other, .browser(url: other)), (iPhone(), page, card),
            (iPhone(app: "ABCDE12345.else"), gift, .browser(url: gift)),
            (iPhone(site: Phone.Site()), gift, .browser(url: gift)),
            (
                iPhone(site: Phone.Site(apple: AppSiteAssociation.read(Array("{}".utf8)).association)), gift,
                .browser(url: gift)
            ),
            // “App Clip Unavailable”: the domain names a clip, and no registered experience is a prefix of the URL.
            (Phone(.ios, site: site), gift, .clipUnavailable(clipID: clip)),
            (Phone(.ios, version: 18, site: site), gift, .clipUnavailable(clipID: clip)),
            (Phone(.ios, version: 17, site: site), gift, .browser(url: gift)),
            (unregistered("https://appclip.tap.giving/Hope"), gift, .clipUnavailable(clipID: clip)),
            (unregistered("https://appclip.tap.giving/GraceChapel"), gift, card),
            (unregistered("https://appclip.tap.giving/Hope"), other, .browser(url: other)),
            (Phone(.ios, app: app, site: site), gift, .app(id: app)),
        ] as [(Phone, String, PhoneAction)])
    func openIOS(phone: Phone, url: String, action: PhoneAction) { #expect(phone.open(url).action == action) }

    @Test(
        "what an Android phone opens",
        arguments: [
            (android(app: package), gift, .app(id: package)),
            (android(app: package), other, .browser(url: other)),
            (android(app: "giving.tap.other"), gift, .browser(url: gift)),
            (android(app: package, site: Phone.Site()), gift, .browser(url: gift)),
            // Android 6 and later verify links. Android 12 and later open unverified links in the browser.
            (android(app: package, version: 12), gift, .app(id: package)),
            (android(app: package, version: 11), gift, .app(id: package)),
            (android(app: package, version: 5), gift, .chooser(url: gift)),
            (android(app: package, site: Phone.Site(), version: 12), gift, .browser(url: gift)),
            (android(app: package, site: Phone.Site(), version: 11), gift, .chooser(url: gift)),
            (android(version: 11), gift, .browser(url: gift)),
        ] as [(Phone, String, PhoneAction)])
    func openAndroid(phone: Phone, url: String, action: PhoneAction) {
        #expect(phone.open(url).action == action)
    }

    @Test("an application record starts the app, with the URL where the app takes it")
    func applicationRecord() {
        let record = TappedRecord.androidApplication(package: Self.package)
        let phone = Self.android(app: Self.package)
        #expect(phone.tap([.uri(Self.gift), record], areaBytes: 144).action == .app(id: Self.package))
        for records in [[record], [.uri(Self.other), record], [record, .uri(Self.gift)]] {
            #expect(phone.tap(records, areaBytes: 144).action == .appWithoutURL(id: Self.package))
        }
    }

    @Test("another app that is installed is not the one that a record names")
    func anotherApp() {
        let record = TappedRecord.androidApplication(package: Self.package)
        let phone = Self.android(app: "giving.tap.other")
        #expect(phone.tap([.uri(Self.gift), record], areaBytes: 144).action == .store(id: Self.package))
    }

    @Test("what hinders one system does not hinder the other", arguments: Phone.Obstacle.allCases)
    func obstacles(obstacle: Phone.Obstacle) {
        let isAndroids = obstacle == .screenLocked || obstacle == .nfcOff
        let ios = Self.iPhone(obstacle: obstacle).tap([.uri(Self.gift)], areaBytes: 144)
        #expect((ios.action == .nothing) == !isAndroids)
        let android = Self.android(obstacle: obstacle).tap([.uri(Self.gift)], areaBytes: 144)
        #expect((android.action == .nothing) == isAndroids)
    }

    @Test("a locked iPhone reads the tag, and asks to be unlocked before it goes on")
    func lockedIPhone() {
        let answer = Self.iPhone(obstacle: .screenLocked).tap([.uri(Self.gift)], areaBytes: 144)
        #expect(answer.action == Self.card)
        #expect(answer.steps.contains { $0.sentence.contains("unlocked") && $0.source == .backgroundReading })
        #expect(
            Self.android(obstacle: .screenLocked).tap([.uri(Self.gift)], areaBytes: 144).action == .nothing)
    }

    @Test("an iPhone without background reading suggests the reader in Control Center")
    func olderIPhone() {
        let answer = Self.iPhone(obstacle: .iPhoneXOrEarlier).tap([.uri(Self.gift)], areaBytes: 144)
        #expect(answer.action == .nothing && answer.steps.last?.source == .controlCenter)
        #expect(answer.steps.last?.sentence.contains("NFC Tag Reader in Control Center") == true)
    }

    @Test("the circumstances of a phone name what is shown in each of them")
    func circumstances() {
        let actions = { (phone: Phone) in
            phone.circumstances.map {
                "\($0.name): \($0.phone.tap([.uri(Self.gift)], areaBytes: 144).action.code)"
            }
        }
        #expect(
            actions(Self.iPhone()) == [
                "iPhone, experience not registered: clipUnavailable", "iPhone, locked: clipCard",
                "iPhone, display off: nothing", "iPhone 7 to X: nothing",
            ])
        #expect(
            actions(Self.android(app: Self.package)) == [
                "Android, locked: nothing", "Android 12 and later, links not verified: browser",
                "Android 6 to 11, links not verified: chooser",
            ])
    }

    @Test("every step is a whole sentence with a source, safe to print")
    func steps() {
        for records in Self.messages.map(\.records) + [[.uri("https://a\u{202E}b/")]] {
            let phones = [
                Self.iPhone(), Self.android(), Self.iPhone(app: Self.app), Self.android(app: Self.package),
            ]
            for phone in phones + phones.flatMap(\.circumstances).map(\.phone) {
                let steps = phone.tap(records, areaBytes: 144).steps
                #expect(!steps.isEmpty)
                for step in steps {
                    #expect(
                        step.sentence.hasSuffix(".") && step.sentence == step.sentence.escapedForDisplay())
                }
            }
        }
        for source in PhoneSource.allCases {
            #expect(!source.title.isEmpty && source.url.hasPrefix("https://"))
        }
    }
}
