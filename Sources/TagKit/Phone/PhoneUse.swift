/// The actions that an iPhone and an Android phone take when they read an NDEF message, if the tag owner's
/// app is not installed.
///
/// A tag that no phone can use must not be locked permanently by mistake. ``ProtectionPlan`` therefore checks
/// the message before it plans a permanent lock. The check considers only the message, not whether a website
/// exists.
///
/// Sources: Apple, "Adding Support for Background Tag Reading"; Android, "NFC basics" (the tag dispatch
/// system, Android Application Records).
public struct PhoneUse: Hashable, Sendable {
    /// The kinds of phones. Each kind handles messages differently.
    public enum Phone: String, Sendable, CaseIterable {
        /// An iPhone that reads tags in the background: it uses the first URI record.
        case iPhone
        /// An Android phone: it uses the first record, and an Android Application Record anywhere in the
        /// message.
        case android
    }

    /// The action that a phone takes if it can use the message.
    public enum Action: Hashable, Sendable {
        /// Opens the URI in a browser or a system app.
        case opens(uri: String)
        /// Shows the text of the record.
        case showsText
        /// Offers to open the content, such as a contact or a Wi-Fi network, in a system app that handles its
        /// media type.
        case offers(mediaType: String)
        /// Starts the app that an Android Application Record identifies, or offers to install it.
        case starts(package: String)
    }

    /// The reason why a phone cannot use the message.
    public enum Obstacle: Hashable, Sendable {
        // Obstacles in the message as a whole.
        /// A phone finds no NDEF message on the tag.
        case noMessage
        /// The message is empty: its length is 0.
        case emptyMessage
        /// The bytes are not a well-formed NDEF message.
        case malformedMessage(NDEFError)
        /// The capability container does not allow phones to read the message.
        case closedContainer

        // Obstacles in the record that decides the phone's action.
        /// The record is empty. Apps write an empty record to erase a tag.
        case emptyRecord
        /// The record's payload violates the rules of its type.
        case malformedRecord(NDEFError)
        /// The URI has no scheme, as in `example.org`.
        case noScheme
        /// The URI is empty, has nothing after a prefix such as `https://` or `tel:`, or contains control
        /// characters.
        case incompleteURI(String)
        /// The URI is a web address without a valid host, such as `https:///give`.
        case noHost(String)
        /// The record's content, such as a text or a contact, is empty.
        case emptyContent
        /// No system app handles this scheme or type, so the phone requires another app.
        case needsApp(String)
        /// An Android Application Record does not contain a valid package name.
        case noApp
        /// Phones do not recognize the record's type.
        case unknownType
        /// The message has no URI record. An iPhone ignores all other kinds of records.
        case noURIRecord
    }

    /// The prediction for an iPhone.
    public let iPhone: Result
    /// The prediction for an Android phone.
    public let android: Result

    /// The action that a phone takes when it reads a message, or the obstacle that prevents any action.
    public enum Result: Hashable, Sendable {
        /// The phone can use the message.
        case usable(Action)
        /// The phone does nothing, because an obstacle prevents it from using the message.
        case useless(Obstacle)
    }

    /// Determines how phones use an encoded message.
    ///
    /// - Parameter message: The bytes, as in ``TagSnapshot/message``: nil for a tag without a message, empty
    ///   for a message of 0 bytes.
    public init(message: [UInt8]?) {
        switch message {
        case nil: self.init(both: .noMessage)
        case []?: self.init(both: .emptyMessage)
        case let message?:
            do throws(NDEFError) {
                self.init(records: try NDEFMessage(decoding: message).records)
            } catch {
                self.init(both: .malformedMessage(error))
            }
        }
    }

    /// Determines how phones use a message with a single URI record.
    public init(uri: String) { self.init(records: [URIRecord(uri).record()]) }

    init(records: [NDEFRecord]) {
        guard let first = records.first else {
            self.init(both: .emptyMessage)
            return
        }
        // An iPhone may ignore the empty record, but it erases a tag, and Android ignores all later records.
        guard first.tnf != .empty else {
            self.init(both: .emptyRecord)
            return
        }
        self.init(
            iPhone: Self.resultOnIPhone(records), android: Self.resultOnAndroid(first, records))
    }

    init(both obstacle: Obstacle) { self.init(iPhone: .useless(obstacle), android: .useless(obstacle)) }

    private init(iPhone: Result, android: Result) { (self.iPhone, self.android) = (iPhone, android) }

    /// Returns the prediction for one kind of phone.
    public subscript(phone: Phone) -> Result {
        switch phone {
        case .iPhone: iPhone
        case .android: android
        }
    }

    /// The phones that can use the message.
    public var phones: [Phone] { Phone.allCases.filter { self[$0].obstacle == nil } }

    /// Whether at least one kind of phone can use the message.
    public var isUsable: Bool { !phones.isEmpty }

    /// Throws an error if no phone can use the message.
    ///
    /// - Throws: ``TagError`` with code `unusableMessage`. The reason names the obstacle on each phone.
    public func check() throws(TagError) {
        guard !isUsable else { return }
        throw TagError(.unusableMessage, "no phone can use the message", reason: reason)
    }

    /// Returns the prediction for an iPhone. Only the first URI record (well-known type `U`) matters; other
    /// records have no effect.
    private static func resultOnIPhone(_ records: [NDEFRecord]) -> Result {
        let uris = records.filter { $0.tnf == .wellKnown && $0.type == URIRecord.type }
        guard let record = uris.first else { return .useless(.noURIRecord) }
        switch decoded(record) {
        case .success(.uri(let content)): return result(of: content.uri, schemes: schemesOfIPhone)
        case .success: return .useless(.unknownType)
        case .failure(let error): return .useless(.malformedRecord(error))
        }
    }

    /// Returns the prediction for an Android phone, which acts on the first record. If Android can create an
    /// intent from that record, the first Android Application Record in the message with a valid package name
    /// takes precedence.
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

    /// Returns whether Android can derive a URI or a media type from the message's first record. If it
    /// cannot, Android also ignores the other records.
    private static func isDispatched(_ record: NDEFRecord) -> Bool {
        switch record.tnf {
        case .wellKnown where record.type == URIRecord.type: record.payload.count >= 2
        case .wellKnown where record.type == TextRecord.type: true
        case .wellKnown where record.type == SmartPoster.type: (try? record.decoded()) != nil
        case .media, .absoluteURI, .external: true
        case .wellKnown, .empty, .unknown, .unchanged, .reserved: false
        }
    }

    /// Returns true if `name` can be an Android package name: letters, digits, underscores and dots, with at
    /// least one letter.
    private static func isPackage(_ name: String) -> Bool {
        name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x5F || $0 == 0x2E }
            && name.utf8.contains { $0.isASCIILetter }
    }

    /// Returns the prediction for a media record. Android itself handles contacts, events, text, pictures,
    /// Wi-Fi and Bluetooth.
    private static func result(of record: MediaRecord) -> Result {
        // Android compares the media type in lower case and without parameters.
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

    /// The URI schemes that an iPhone opens from a tag without an additional app.
    ///
    /// Source: Apple, "Adding Support for Background Tag Reading".
    static let schemesOfIPhone: Set<String> = [
        "http", "https", "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm",
    ]

    /// The URI schemes that Android's own apps open.
    ///
    /// Source: Android, "Common intents".
    static let schemesOfAndroid: Set<String> = [
        "http", "https", "mailto", "sms", "smsto", "mms", "mmsto", "tel", "geo", "market",
    ]

    /// Predicts how a phone uses a URI if the phone opens only these schemes.
    static func result(of uri: String, schemes: Set<String>) -> Result {
        let bytes = Array(uri.utf8)
        guard !bytes.isEmpty, !URIPrefix.all.contains(where: { $0.description == uri }) else {
            return .useless(.incompleteURI(uri))
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), isScheme(bytes[..<colon]) else {
            return .useless(.noScheme)
        }
        let scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        let rest = bytes[(colon + 1)...]
        if scheme == "http" || scheme == "https" {
            guard hasHost(rest) else { return .useless(.noHost(uri)) }
        }
        let isEmpty = !rest.contains { $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 }
        guard !isEmpty, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            return .useless(.incompleteURI(uri))
        }
        return schemes.contains(scheme) ? .usable(.opens(uri: uri)) : .useless(.needsApp(scheme + ":"))
    }

    /// Returns true for a valid URI scheme: a letter, followed by letters, digits, `+`, `-` and `.`. Source:
    /// RFC 3986 §3.1.
    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first?.isASCIILetter == true else { return false }
        return bytes.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// Returns true if the part of a web address after the scheme's colon starts with two slashes and a valid
    /// host.
    ///
    /// Source: RFC 3986 §3.2.
    private static func hasHost(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
        if afterUser.first == UInt8(ascii: "[") { return isBracketedAddress(afterUser) }
        let host = afterUser.prefix { $0 != UInt8(ascii: ":") }
        guard isPort(afterUser[host.endIndex...]) else { return false }
        return isName(host)
    }

    /// Returns true for an IP address in brackets: `[`, hexadecimal digits, colons and dots, `]`, and an
    /// optional port.
    private static func isBracketedAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
        let address = bytes[bytes.startIndex..<end].dropFirst()
        return address.contains(UInt8(ascii: ":"))
            && address.allSatisfy { $0.isASCIIHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            && isPort(bytes[(end + 1)...])
    }

    /// Returns true if the bytes are empty, a single colon, or a colon followed by a number from 1 to 65535.
    /// Port 0 is reserved. Source: RFC 6335 §6.
    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first != nil else { return true }
        let digits = bytes.dropFirst()
        guard bytes.first == UInt8(ascii: ":"), digits.allSatisfy(\.isASCIIDigit) else { return false }
        return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)).map { $0 > 0 } == true
    }

    /// Returns true for an IPv4 address or a host name, which consists of labels separated by dots. A label
    /// has at most 63 bytes and neither begins nor ends with a hyphen, and a name has at most 253 bytes. The
    /// length of a label or name with other than ASCII characters is not checked, because phones encode it
    /// first. The single label `www` is rejected, because it comes from an incomplete prefix such as
    /// `https://www.`.
    ///
    /// Source: RFC 1035 §2.3.4; RFC 1123 §2.1.
    private static func isName(_ host: ArraySlice<UInt8>) -> Bool {
        var name = host
        if name.last == UInt8(ascii: ".") { name = name.dropLast() }
        guard !name.isEmpty, String(decoding: name, as: UTF8.self).lowercased() != "www" else { return false }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        // A host whose last label is a number is an IPv4 address (WHATWG URL §3.5, "ends in a number").
        if labels.last?.allSatisfy(\.isASCIIDigit) == true {
            return labels.count == 4
                && labels.allSatisfy { UInt8(String(decoding: $0, as: UTF8.self)) != nil }
        }
        func isShort(_ text: ArraySlice<UInt8>, _ most: Int) -> Bool {
            text.count <= most || text.contains { $0 >= 0x80 }
        }
        let hyphen = UInt8(ascii: "-")
        guard isShort(name, 253) else { return false }
        return labels.allSatisfy { label in
            isShort(label, 63) && label.first != hyphen && label.last != hyphen
                && label.contains { !"-_".utf8.contains($0) }
                && label.allSatisfy {
                    $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80 || "-_".utf8.contains($0)
                }
        }
    }

    /// The reason why no phone can use the message: one clause without a period, or one for each kind of
    /// phone. It is empty if a phone can use the message.
    public var reason: String {
        guard !isUsable, let iPhone = iPhone.obstacle, let android = android.obstacle else { return "" }
        // An iPhone's obstacle adds nothing if it is only the missing URI record.
        guard iPhone != android, iPhone != .noURIRecord else { return android.summary }
        return "iPhone: \(iPhone.summary); Android: \(android.summary)"
    }

    /// A warning for each kind of phone that cannot use the message although another kind can.
    public var warnings: [(phone: Phone, summary: String)] {
        guard isUsable else { return [] }
        return Phone.allCases.compactMap { phone in
            self[phone].obstacle.map { (phone, "\(phone.plural) cannot use the message: \($0.summary)") }
        }
    }
}

extension TagSnapshot {
    /// The predicted behavior of phones that read this tag.
    public var phoneUse: PhoneUse {
        // The high nibble is the read access, and only 0 permits it. Source: T2TOP 1.1 §6.1.
        if case .pages(let pages) = memory, let container = pages.held(Type2Container.page),
            container[3] & 0xF0 != 0
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

extension UInt8 {
    var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isASCIIHexDigit: Bool { isASCIIDigit || (0x61...0x66).contains(self | 0x20) }
}

extension String {
    /// Whether the text has no visible character: only white space, control and formatting characters.
    var isBlank: Bool {
        unicodeScalars.allSatisfy { scalar in
            let properties = scalar.properties
            if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return true }
            return properties.generalCategory == .control || properties.generalCategory == .format
        }
    }
}

extension [UInt8] {
    /// Whether the bytes are only zeros and ASCII white space.
    var isBlank: Bool { allSatisfy { $0 == 0 || $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
