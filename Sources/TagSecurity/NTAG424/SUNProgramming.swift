public import TagKit

/// A procedure that programs an NTAG 424 DNA to produce a different URL at each tap. It writes the message,
/// the keys and the file settings, and verifies the result with a tap.
///
/// If a run is interrupted, a second run completes it. The second run authenticates with each key to find the
/// keys that have been changed, so it requires no stored state.
///
/// The writes are made in this order:
///
/// 1. The message's length is set to 0, and the message's data is written. If the file's settings do not let
///   key 0 write, the settings are changed first.
/// 2. Keys 1 to 4 are changed, authorized by the old key 0.
/// 3. The file's settings are changed, and then key 0.
/// 4. The settings are read back with the new key 0. The message's length is written.
///
/// If a run is interrupted, the tag therefore contains the previous message, an empty message or the new
/// message. Nothing is permanent: with the batch's secret, the tag can be written again.
public struct SUNProgramming: Sendable {
    typealias KeyNumber = BatchSecret.NTAG424KeyNumber

    /// The version that is written with each changed key. The keys of a new tag have version 0.
    private static let keyVersion: UInt8 = 1
    /// The order in which keys are changed. Key 0 is last, because a session with key 0 is required to change
    /// the others. As long as key 0 has its old value, a new run can start from the beginning.
    private static let keyOrder: [KeyNumber] = [.fileRead, .metaRead, .spare3, .spare4, .master]
    /// The maximum number of attempts if responses are lost. Each attempt begins with an inspection of the
    /// tag.
    private static let attempts = 3
    /// The maximum number of reads that are made to raise the tag's counter above the highest counter that a
    /// service has seen. 2,000 reads take about half a minute.
    private static let mostReads = 2_000

    private let reader: any TagReader
    private let secret: BatchSecret
    private let card: NTAG424Card
    private let session: TagSession

    /// Creates a programming run that uses a reader.
    ///
    /// - Parameters:
    ///   - reader: The reader on which the tag will be placed.
    ///   - secret: The secret from which all keys of the tag are derived.
    ///   - random: Returns 16 unpredictable bytes, different for each call.
    public init(_ reader: any TagReader, secret: BatchSecret, random: @escaping @Sendable () -> [UInt8]) {
        self.reader = reader
        self.secret = secret
        card = NTAG424Card(reader, random: random)
        session = TagSession(reader)
    }

    /// Waits for a tag and programs it.
    ///
    /// - Parameters:
    ///   - message: An encoded NDEF message whose URL contains ``SUNPlaceholders/text``.
    ///   - options: Permission to replace a different message, and to write a message that no phone can use.
    ///   - counterOf: Returns the highest counter that a service has seen from the tag with this UID; nil if
    ///     the service has not seen the tag. New settings reset the tag's counter to 0, so the tag is then
    ///     read repeatedly until its counter is higher than this value. If that would take more than 2,000
    ///     reads, the report contains the value instead.
    ///   - limit: The maximum time to wait for a tag.
    /// - Throws: `notAllowedHere` for a message without exactly one placeholder; `unsupportedTag` for a
    ///   different chip; `passwordProtected` if a key is neither that of a new tag nor derived from this
    ///   secret; `unusableMessage`, `holdsAnotherMessage`, `tooSmall`, `verifyFailed`; and the reader's
    ///   errors.
    public func run(
        message: [UInt8], options: ProgrammingOptions = [],
        counterOf: @Sendable (_ uid: [UInt8]) async -> UInt32? = { _ in nil }, within limit: Duration
    ) async throws(TagError) -> Report {
        let places = try SUNPlaceholders(in: message)
        var changed: [UInt8] = []
        var seen: UInt32?
        var attempt = 1
        while true {
            do {
                let wait = attempt == 1 ? limit : .seconds(2)
                let found = try await inspect(message, places, options, within: wait)
                let known = await counterOf(found.uid)
                seen = [seen, found.counter, known].compactMap(\.self).max()
                try await execute(found, &changed)
                return try await proved(found, changed, above: seen)
            } catch {
                guard error.code == .tagLost else { throw error }
                guard attempt < Self.attempts else { throw Self.goingOn(error) }
                attempt += 1
                do { try await reader.reselect() } catch { throw Self.goingOn(error) }
            }
        }
    }

    /// Returns the changes that ``run(message:options:counterOf:within:)`` would make. Writes nothing to the
    /// tag, but authenticates with its keys.
    ///
    /// - Throws: The errors that the run would throw before its first write.
    public func preview(
        message: [UInt8], options: ProgrammingOptions = [], within limit: Duration
    ) async throws(TagError) -> Preview {
        let found = try await inspect(message, try SUNPlaceholders(in: message), options, within: limit)
        return Preview(
            snapshot: found.snapshot, steps: found.isFinished ? [] : found.plan.steps,
            keys: Self.keyOrder.filter(found.factoryKeys.contains).map(\.rawValue),
            changesSettings: found.settings != found.held)
    }

    /// The tag's state before the first write, and the intended state. The inspection that determines them
    /// opens a session with key 0.
    private struct Found {
        var snapshot: TagSnapshot
        var message: [UInt8]
        var places: SUNPlaceholders
        var plan: ProgrammingPlan
        /// The numbers of the keys that still have their factory value.
        var factoryKeys: Set<KeyNumber>
        /// The current settings of the file; nil for settings that ``SDMSettings`` cannot represent.
        var held: SDMSettings?
        /// The intended settings of the file.
        var settings: SDMSettings
        /// The tag's counter, from the URL that the inspection read; nil if the URL's MAC is not valid with
        /// the keys of this secret.
        var counter: UInt32?

        var uid: [UInt8] { snapshot.tag.uid }
        /// Whether the tag already contains the intended message. The mirrored characters are ignored.
        var isStanding: Bool { snapshot.message.map(places.blanked) == message }
        /// Whether the tag is already completely programmed.
        var isFinished: Bool { isStanding && factoryKeys.isEmpty && held == settings }
    }

    private func inspect(
        _ message: [UInt8], _ places: SUNPlaceholders, _ options: ProgrammingOptions, within limit: Duration
    ) async throws(TagError) -> Found {
        let snapshot = try await session.inspect(.inspection, within: limit)
        try Self.check(snapshot)
        // The new keys close the tag. If the secret is lost, the tag can never be changed.
        if !options.contains(.force) { try PhoneUse(message: message).check() }
        // The same URL with another tap's characters is the same message.
        let stands = snapshot.message.map(places.blanked) == message
        let plan = try ProgrammingPlan(
            snapshot, .message(message), options: stands ? options.union(.overwrite) : options)
        let counter = (try? Self.tap(in: snapshot, secret))?.tap.counter
        try await card.selectApplication()
        let keys = try await factoryKeys(of: snapshot.tag.uid)
        let settings = SDMSettings(
            access: .closed, mirror: places.mirror(afterLength: snapshot.container?.lengthField.rawValue ?? 2)
        )
        return Found(
            snapshot: snapshot, message: message, places: places, plan: plan, factoryKeys: keys,
            held: try await card.settings(), settings: settings, counter: counter)
    }

    private static func check(_ snapshot: TagSnapshot) throws(TagError) {
        guard [Chip.ntag424, .ntag424TagTamper].contains(snapshot.chip) else {
            throw TagError(
                .unsupportedTag, "\(snapshot.chip.product) cannot prove that a tap is genuine",
                remedy: "use an NTAG 424 DNA")
        }
        guard snapshot.tag.uid.count == 7 else {
            throw TagError(
                .unsupportedTag, "the tag shows a different UID each time",
                reason: "the keys are derived from the UID, but this tag hides its UID permanently",
                remedy: "use another tag")
        }
    }

    /// Returns the keys that still have their factory value. Authenticates with each key to find out.
    /// Afterward, a session with key 0 is open. Throws `passwordProtected` if a key has neither the factory
    /// value nor the value derived from the secret.
    ///
    /// The version of a key suggests which value to try first. This avoids attempts with a wrong key, which
    /// the tag counts.
    private func factoryKeys(of uid: [UInt8]) async throws(TagError) -> Set<KeyNumber> {
        var found: Set<KeyNumber> = []
        for number in Self.keyOrder {
            let derived = secret.ntag424Key(number, uid: uid)
            let isLikelyNew = try await card.keyVersion(number.rawValue) ?? 0 == 0
            let candidates = isLikelyNew ? [AESKey.factory, derived] : [derived, .factory]
            var right: AESKey?
            for key in candidates where right == nil {
                if try await card.authenticate(key, number: number.rawValue) { right = key }
            }
            guard let right else {
                throw TagError(
                    .passwordProtected, "the tag has unknown keys",
                    reason: "key \(number.rawValue) is neither the factory key nor derived from this secret",
                    remedy: "use the secret that the tag was programmed with, or use another tag")
            }
            if right == .factory { found.insert(number) }
        }
        return found
    }

    private func execute(_ found: Found, _ changed: inout [UInt8]) async throws(TagError) {
        guard !found.isFinished else { return }
        if !(found.held?.letsMasterWrite ?? false) {
            // For unknown settings, the file is closed first, so that key 0 may write.
            try await card.changeSettings(SDMSettings(access: .closed))
        }
        for step in found.plan.steps where step.reason != .length { try await write(step) }
        for number in Self.keyOrder where number != .master && found.factoryKeys.contains(number) {
            try await change(number, found.uid, &changed)
        }
        if found.held != found.settings { try await card.changeSettings(found.settings) }
        let master = secret.ntag424Key(.master, uid: found.uid)
        if found.factoryKeys.contains(.master) {
            try await change(.master, found.uid, &changed)
            guard try await card.authenticate(master, number: KeyNumber.master.rawValue) else {
                throw Self.unproved("key 0 is not the key that was written")
            }
        }
        guard try await card.settings() == found.settings else {
            throw Self.unproved("the file's settings differ from the settings that were written")
        }
        for step in found.plan.steps where step.reason == .length { try await write(step) }
    }

    private func change(
        _ number: KeyNumber, _ uid: [UInt8], _ changed: inout [UInt8]
    ) async throws(TagError) {
        try await card.changeKey(
            number.rawValue, from: .factory, to: secret.ntag424Key(number, uid: uid), version: Self.keyVersion
        )
        changed.append(number.rawValue)
    }

    private func write(_ step: ProgrammingStep) async throws(TagError) {
        guard case .file(let offset) = step.place else { return }
        try await card.write(step.new, at: offset)
    }

    /// Reads the tag as a phone does, and verifies the URL. If the tag's counter is not higher than `seen`,
    /// reads the tag until the counter is higher. Omits these reads if more than `mostReads` would be
    /// necessary.
    private func proved(
        _ found: Found, _ changed: [UInt8], above seen: UInt32?
    ) async throws(TagError) -> Report {
        var (url, tap) = try await readTap(of: found)
        if let seen, tap.isReplay(after: seen), seen - tap.counter <= Self.mostReads {
            try await card.read(times: Int(seen - tap.counter))
            (url, tap) = try await readTap(of: found)
        }
        return Report(
            uid: found.uid, product: found.snapshot.chip.product, changedKeys: changed, url: url, tap: tap,
            counterSeen: tap.isReplay(after: seen) ? seen : nil,
            commands: await card.commands + session.commands, writes: await card.writes)
    }

    private func readTap(of found: Found) async throws(TagError) -> (url: String, tap: SUNTap) {
        let snapshot = try await session.inspect(.message, within: .seconds(2))
        guard snapshot.tag.uid == found.uid else {
            throw TagError(.tagLost, "the tag was removed from the reader", reason: "another tag responds")
        }
        guard snapshot.message.map(found.places.blanked) == found.message else {
            throw Self.unproved("the tag's message differs from the message that was written")
        }
        return try Self.tap(in: snapshot, secret)
    }

    /// Returns the URL in the tag's message, and the tap that the URL's MAC proves. Throws `verifyFailed` if
    /// the message has no URL, or if the MAC does not prove a tap of this tag.
    private static func tap(
        in snapshot: TagSnapshot, _ secret: BatchSecret
    ) throws(TagError) -> (url: String, tap: SUNTap) {
        guard let record = try? NDEFMessage(decoding: snapshot.message ?? []).records.first,
            case .uri(let content)? = try? record.decoded()
        else { throw unproved("the message has no URL") }
        do throws(SecurityError) {
            let tap = try SUNKeys(secret: secret).verify(try SUNMessage(url: content.uri))
            guard tap.uid == snapshot.tag.uid else {
                throw SecurityError(.sunRejected, "the URL contains the UID of another tag")
            }
            return (content.uri, tap)
        } catch {
            throw unproved(
                "the code does not prove that the tap is genuine: \(error.summary)", underlying: error)
        }
    }

    private static func unproved(_ reason: String, underlying: (any Error)? = nil) -> TagError {
        TagError(
            .verifyFailed, "the tag does not work as configured", reason: reason,
            remedy: "try again: the next run continues where this run stopped", underlying: underlying)
    }

    /// Returns the same error with a remedy that explains how to continue with this tag.
    private static func goingOn(_ error: TagError) -> TagError {
        TagError(
            error.code, error.summary, reason: error.reason,
            remedy: "hold the tag still and run the same command again: it continues where this run stopped",
            underlying: error)
    }

    /// The result of a successful run.
    public struct Report: Hashable, Sendable {
        /// The tag's UID.
        public let uid: [UInt8]
        /// The chip's product name.
        public let product: String
        /// The numbers of the keys that were changed, in order.
        public let changedKeys: [UInt8]
        /// The URL that the tag returned when it was last read.
        public let url: String
        /// The tap that `url` proves. It was verified with the keys derived from the secret.
        public let tap: SUNTap
        /// The highest counter that a service or this run has seen from the tag; nil if the tag's current
        /// counter is higher than that. A service that has seen this value treats the tag's taps as replays
        /// until the tag's counter exceeds it.
        public let counterSeen: UInt32?
        /// The number of commands that were sent to the tag.
        public let commands: Int
        /// The number of commands that changed the tag's memory.
        public let writes: Int
    }

    /// The changes that a run would make.
    public struct Preview: Hashable, Sendable {
        /// The inspected tag, before any change.
        public let snapshot: TagSnapshot
        /// The writes to the NDEF file, in order.
        public let steps: [ProgrammingStep]
        /// The numbers of the keys that would be changed, in order.
        public let keys: [UInt8]
        /// Whether the file's settings would be changed.
        public let changesSettings: Bool
    }
}

// MARK: The tag

// MARK: Changes

// MARK: Proof
