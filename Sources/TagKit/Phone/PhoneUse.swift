/// The behavior of an iPhone and an Android phone with an NDEF message, without the tag owner's app.
///
/// A tag that neither of them can use must not be locked permanently by mistake, so ``ProtectionPlan`` checks
/// this before it plans a permanent lock. The rule judges only the message. It does not know if a website
/// exists.
///
/// Sources: Apple, "Adding Support for Background Tag Reading"; Android, "NFC basics" (the tag dispatch system, Android
/// Application Records).
public struct PhoneUse: Hashable, Sendable {
    /// The kinds of phones that handle messages differently.
    public enum Phone: String, Hashable, Sendable, CaseIterable {
        /// An iPhone that reads tags in the background: it takes the first URI record.
        case iPhone
        /// An Android phone: it takes the first record, and an Android Application Record anywhere in the message.
        case android
    }

    /// The action of a phone that can use the message.
    public enum Action: Hashable, Sendable {
        /// Opens the URI in a browser or in an app of the system.
        case opens(uri: String)
        /// Shows a text.
        case showsText
        /// Offers content of a media type that the system handles, such as a contact or a Wi-Fi network.
        case offers(mediaType: String)
        /// Starts the app that an Android Application Record names, or offers to install it.
        case starts(package: String)
    }

    /// The reason why a phone does nothing with the message.
    public enum Obstacle: Hashable, Sendable {
        // The message.
        /// The tag has no message that a phone can find.
        case noMessage
        /// The message has no bytes.
        case emptyMessage
        /// The bytes are not a well-formed message.
        case malformedMessage(NDEFError)
        /// The capability container does not let phones read the message.
        case closedContainer

        // The deciding record.
        /// The record is empty, as apps write it to erase a tag.
        case emptyRecord
        /// The payload breaks the rules of its type.
        case malformedRecord(NDEFError)
        /// The URI has no scheme, as in `example.org`.
        case noScheme
        /// The URI is only a prefix, such as `https://` or `tel:`.
        case incompleteURI(String)
        /// The URI is a web address without a valid host, such as `https:///give`.
        case noHost(String)
        /// Content such as a text or a contact is empty.
        case emptyContent
        /// Only an app made for this scheme or type can use the record.
        case needsApp(String)
        /// An Android Application Record names no app.
        case noApp
        /// The record has an unknown type.
        case unknownType
        /// There is no URI record. An iPhone uses no other kind.
        case noURIRecord
    }

    /// The result on an iPhone.
    public let iPhone: Result
    /// The result on an Android phone.
    public let android: Result

    /// An action, or the obstacle to it.
    public enum Result: Hashable, Sendable {
        case usable(Action)
        case useless(Obstacle)
    }

    /// Determines how a phone uses an encoded message.
    ///
    /// - Parameter message: Same as ``TagLook/message``: nil for a tag without a message, empty for a message of 0
    ///   bytes.
    public init(message: [UInt8]?) {
        guard let message else {
            self.init(both: .noMessage)
            return
        }
        guard !message.isEmpty else {
            self.init(both: .emptyMessage)
            return
        }
        do throws(NDEFError) {
            self.init(records: try NDEFMessage(decoding: message).records)
        } catch {
            self.init(both: .malformedMessage(error))
        }
    }

    /// Judges a message with one URI record.
    public init(uri: String) { self.init(records: [URIRecord(uri).record()]) }

    init(records: [NDEFRecord]) {
        guard let first = records.first else {
            self.init(both: .emptyMessage)
            return
        }
        // An iPhone may look past the empty record, but apps write it to erase a tag, and Android stops here.
        guard first.tnf != .empty else {
            self.init(both: .emptyRecord)
            return
        }
        self.init(
            iPhone: Self.resultOnIPhone(records), android: Self.resultOnAndroid(first, records))
    }

    init(both obstacle: Obstacle) { self.init(iPhone: .useless(obstacle), android: .useless(obstacle)) }

    private init(iPhone: Result, android: Result) { (self.iPhone, self.android) = (iPhone, android) }

    /// The result on one kind of phone.
    public subscript(phone: Phone) -> Result {
        switch phone {
        case .iPhone: iPhone
        case .android: android
        }
    }

    /// The phones that can use the message.
    public var phones: [Phone] { Phone.allCases.filter { self[$0].obstacle == nil } }

    /// True if at least one kind of phone can use the message.
    public var isUsable: Bool { !phones.isEmpty }

    /// Throws if no phone can use the message.
    ///
    /// - Throws: ``TagError`` with code `unusableMessage`. Its reason is each phone's obstacle.
    public func check() throws(TagError) {
        guard !isUsable else { return }
        throw TagError(.unusableMessage, "no phone can use what the tag would hold", reason: reason)
    }
}

extension TagLook {
    /// The behavior of phones with the message as it was read.
    public var phoneUse: PhoneUse {
        // The high nibble is the read access, and only 0 permits it. Source: T2TOP 1.1 §6.1.
        if case .pages(let pages) = memory, pages.indices.contains(Type2Container.page),
            let container = pages[Type2Container.page], container[3] & 0xF0 != 0
        {
            return PhoneUse(both: .closedContainer)
        }
        return PhoneUse(message: message)
    }
}

extension PhoneUse.Result {
    /// The obstacle; nil if the phone can use the message.
    public var obstacle: PhoneUse.Obstacle? {
        if case .useless(let obstacle) = self { obstacle } else { nil }
    }
}

// MARK: Results on each phone

extension PhoneUse {
    /// Judges the first record of well-known type `U`. Other records do not matter.
    private static func resultOnIPhone(_ records: [NDEFRecord]) -> Result {
        let uris = records.filter { $0.tnf == .wellKnown && $0.type == URIRecord.type }
        guard let record = uris.first else { return .useless(.noURIRecord) }
        switch Self.decoded(record) {
        case .success(.uri(let content)): return result(of: content.uri, schemes: schemesOfIPhone)
        case .success: return .useless(.unknownType)
        case .failure(let error): return .useless(.malformedRecord(error))
        }
    }

    /// Judges the first record. If Android can make an intent of it, an Android Application Record anywhere
    /// decides.
    ///
    /// Source: Android's `NfcDispatcher.tryNdef` and `NdefRecord.toUri`, `toMimeType`.
    private static func resultOnAndroid(_ first: NDEFRecord, _ records: [NDEFRecord]) -> Result {
        let result = resultOnAndroid(first)
        guard isDispatched(first) else { return result }
        for record in records where record.tnf == .external && record.type == AndroidApplicationRecord.type {
            guard case .success(.androidApplication(let content)) = decoded(record),
                isPackage(content.package)
            else { continue }
            return .usable(.starts(package: content.package))
        }
        return result
    }

    private static func resultOnAndroid(_ first: NDEFRecord) -> Result {
        let content: TypedRecord
        switch decoded(first) {
        case .success(let typed): content = typed
        case .failure(let error): return .useless(.malformedRecord(error))
        }
        switch content {
        case .empty: return .useless(.emptyRecord)
        case .uri(let content): return result(of: content.uri, schemes: schemesOfAndroid)
        case .smartPoster(let content): return result(of: content.uri.uri, schemes: schemesOfAndroid)
        case .absoluteURI(let content): return result(of: content.uri, schemes: schemesOfAndroid)
        case .text(let content): return content.text.isBlank ? .useless(.emptyContent) : .usable(.showsText)
        case .media(let content): return result(of: content)
        case .androidApplication: return .useless(.noApp)
        case .external(let content): return .useless(.needsApp(content.urn))
        case .other: return .useless(.unknownType)
        }
    }

    private static func decoded(_ record: NDEFRecord) -> Swift.Result<TypedRecord, NDEFError> {
        Swift.Result { () throws(NDEFError) in try record.decoded() }
    }

    /// Returns true if Android makes a URI or a media type of a record. If not, it ignores the other records.
    private static func isDispatched(_ record: NDEFRecord) -> Bool {
        switch record.tnf {
        case .wellKnown where record.type == URIRecord.type: record.payload.count >= 2
        case .wellKnown where record.type == TextRecord.type: true
        case .wellKnown where record.type == SmartPoster.type: (try? record.decoded()) != nil
        case .media, .absoluteURI, .external: true
        case .wellKnown, .empty, .unknown, .unchanged, .reserved: false
        }
    }

    /// Returns true for a package name: letters, digits, underscores and dots, with at least one letter.
    private static func isPackage(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2E }
            && name.utf8.contains { $0.isASCIILetter }
    }

    /// Judges a media record. Android itself handles contacts, events, text, pictures, Wi-Fi and Bluetooth.
    private static func result(of record: MediaRecord) -> Result {
        // Android compares it in lower case and without parameters.
        let type = record.mediaType.lowercased().prefix { $0 != ";" }
        let name = String(type.filter { $0 != " " })
        guard !record.content.isBlank else { return .useless(.emptyContent) }
        let isKnown = mediaTypesOfAndroid.contains(name) || name.hasPrefix("image/")
        return isKnown ? .usable(.offers(mediaType: name)) : .useless(.needsApp(name))
    }

    private static let mediaTypesOfAndroid: Set<String> = [
        "text/plain", "text/vcard", "text/x-vcard", "text/calendar", "text/x-vcalendar",
        "application/vnd.wfa.wsc", "application/vnd.bluetooth.ep.oob", "application/vnd.bluetooth.le.oob",
    ]
}
