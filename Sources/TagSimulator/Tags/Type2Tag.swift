public import SimulationKit
public import TagDumps
import TagKit
import TextKit

/// A simulated Type 2 tag: its pages, one-time programmable bits, locks, password and counters.
///
/// Source: NXP NTAG213/215/216 data sheet §8 (memory), §9 (frames, ACK and NAK), §10 (commands).
public struct Type2Tag: VirtualTag {
    /// The simulated chip.
    public let chip: Type2Chip
    /// The UID: 7 bytes.
    public let uid: [UInt8]
    /// The response to GET_VERSION: 8 bytes, or empty if the chip does not support the command.
    public internal(set) var version: [UInt8]
    /// The signature that READ_SIG returns: 32 bytes. If it is empty, the tag returns zeros.
    public internal(set) var signature: [UInt8] = []
    /// The bytes of all pages in the EEPROM, including the password, which no command reads.
    public internal(set) var memory: [UInt8]
    /// The numbers of the pages that the tag's file does not contain. These pages have their factory values
    /// until they are written.
    var assumedPages: Set<Int> = []
    /// The values of the three 24-bit counters. The NFC counter of an NTAG21x is counter 2.
    public internal(set) var counters: [UInt32] = [0, 0, 0]
    /// The response to CHECK_TEARING_EVENT for each counter. `0xBD` means that no write of the counter was
    /// interrupted.
    var tearing: [UInt8]
    /// The number of consecutive wrong passwords. The tag counts them only if AUTHLIM is set, and keeps the
    /// count while the field is off.
    public internal(set) var failedAuthentications = 0
    /// The defects to simulate.
    public var defects: Set<TagDefect> = []

    // Source: NXP NTAG213/215/216 data sheet §8.4 (ATQA 0044h, SAK 00h).
    var atqa: UInt16 = 0x0044
    var sak: UInt8 = 0x00
    var statesFailedAuthentications = false
    var activation: Activation
    var session = Session()

    /// The volatile state, which the tag loses when it leaves the field or the field is switched off.
    struct Session: Hashable {
        /// The configuration that was in the configuration pages at power-up.
        var configuration = Configuration()
        var isAuthenticated = false
        /// Whether a read since power-up has already incremented the NFC counter.
        var hasCounted = false
        /// The page of a COMP_WRITE command whose 16 data bytes the tag has not received yet; nil if the tag
        /// expects a command.
        var pendingPage: Int?
        /// Whether the next command must be the second step of Ultralight C's AUTHENTICATE.
        var awaitsSecondHalf = false
        /// The lock bytes in effect on a chip that applies new lock bits only at REQA or WUPA.
        var locks = HeldLocks()
    }

    /// The values of the static and the dynamic lock bytes.
    struct HeldLocks: Hashable {
        var staticBytes: [UInt8] = [0, 0]
        var dynamicBytes: [UInt8] = [0, 0, 0]
    }

    /// Creates a tag that is not in a field.
    ///
    /// - Parameters:
    ///   - chip: The chip to simulate.
    ///   - uid: The UID that the tag transmits during anticollision: 7 bytes.
    ///   - memory: The bytes of all pages of the chip; nil for the content of a new tag.
    public init(chip: Type2Chip, uid: [UInt8], memory: [UInt8]? = nil) {
        let memory = memory ?? chip.factoryMemory(uid: uid)
        precondition(memory.count == chip.pageCount * 4, "\(chip.product) has \(chip.pageCount) pages")
        self.chip = chip
        self.uid = uid
        self.memory = memory
        self.version = chip.version
        // Source: NXP MF0ULx1 data sheet §10.8.
        tearing = Array(repeating: chip.features.contains(.threeCounters) ? 0xBD : 0x00, count: 3)
        activation = Activation(uid: uid, atqa: atqa, sak: sak)
    }

    /// Resets the volatile state and loads the configuration pages, as a tag does when the field is switched
    /// on.
    public mutating func powerUp() {
        activation.powerUp()
        session = Session(configuration: Configuration(memory: memory, chip: chip), locks: storedLocks)
    }

    /// Processes one frame. In the ACTIVE state, the frame is a command. In other states, it is part of the
    /// activation.
    public mutating func receive(_ frame: RFFrame, tear: TornWrite?) -> RFResponse {
        switch activation.receive(frame) {
        case .answer(let answer):
            if activation.state == .ready(level: 0) { session.locks = storedLocks }
            return RFResponse(answer)
        case .silence:
            forgetDialogue()
            return .silence
        case .command: return command(frame.bytes, isWhole: frame.isWholeBytes, tear: tear)
        }
    }

    /// Processes a command. Each command has exactly one valid length. If the length is different, or if the
    /// chip does not support the command, the tag does not respond and leaves the ACTIVE state.
    private mutating func command(_ bytes: [UInt8], isWhole: Bool, tear: TornWrite?) -> RFResponse {
        guard isWhole, let code = bytes.first else { return ignore() }
        if let page = session.pendingPage {
            session.pendingPage = nil
            guard bytes.count == 16 else { return ignore() }
            return write(page: page, Array(bytes[0..<4]), tear: tear)
        }
        let isEV1 = chip.features.contains(.ev1)
        switch (code, bytes.count) {
        case (0x30, 2): return read(page: Int(bytes[1]))
        case (0xA2, 6): return write(page: Int(bytes[1]), Array(bytes[2...]), tear: tear)
        case (0xA0, 2): return announceWrite(page: Int(bytes[1]))
        case (0x60, 1) where isEV1 && !defects.contains(.noGetVersion): return RFResponse(RFFrame(version))
        case (0x3A, 3) where isEV1 && !defects.contains(.noFastRead):
            return fastRead(first: Int(bytes[1]), last: Int(bytes[2]))
        case (0x1B, 5) where isEV1: return authenticate(password: Array(bytes[1...]))
        case (0x3C, 2) where isEV1: return bytes[1] == 0 ? RFResponse(RFFrame(shownSignature)) : refuse()
        case (0x39, 2) where chip.hasCounters: return readCounter(Int(bytes[1]))
        case (0xA5, 6) where chip.features.contains(.threeCounters):
            return incrementCounter(Int(bytes[1]), by: bytes[2...4])
        case (0x3E, 2) where chip.features.contains(.threeCounters):
            return bytes[1] <= 2 ? RFResponse(RFFrame([tearing[Int(bytes[1])]])) : refuse()
        case (0x4B, 21) where chip.features.contains(.virtualCard):
            return RFResponse(RFFrame([memory[chip.pageCount * 4 - 11]]))
        case (0x1A, 2) where chip.features.contains(.tripleDES): return beginTripleDES()
        case (0xAF, 17) where session.awaitsSecondHalf: return refuse()
        default: return ignore()
        }
    }

    private var shownSignature: [UInt8] {
        signature.isEmpty || defects.contains(.noSignature) ? Array(repeating: 0, count: 32) : signature
    }

    /// Ignores a command that is not supported or has a wrong length: the tag does not respond and leaves the
    /// ACTIVE state.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.4; nfc-tools/libfreefare#112.
    private mutating func ignore() -> RFResponse {
        activation.drop()
        forgetDialogue()
        return .silence
    }

    /// Refuses a command with a NAK and leaves the ACTIVE state.
    ///
    /// The NAK code is 0 for an invalid argument, 1 for a CRC error, 4 for a counter overflow or too many
    /// wrong passwords, and 5 for an EEPROM write error. Source: NTAG213/215/216 data sheet §9.3.
    mutating func refuse(_ code: UInt8 = 0) -> RFResponse {
        activation.drop()
        forgetDialogue()
        return RFResponse(.nak(code))
    }

    /// Ends the password authentication and discards an incomplete command, as a tag does when it leaves the
    /// ACTIVE state. The other volatile state remains until the field is switched off.
    private mutating func forgetDialogue() {
        session.isAuthenticated = false
        session.pendingPage = nil
        session.awaitsSecondHalf = false
    }

    /// The configuration in effect, which the tag reads from its pages at power-up.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.5.7 ("effective after power cycle"); MF0ICU2 data sheet
    /// §7.5.5.
    struct Configuration: Hashable {
        /// AUTH0: the first protected page; 255 if no page is protected.
        var firstProtected = 255
        /// Whether protected pages also require the password for reading (PROT).
        var protectsReads = false
        /// Whether CFG0 and CFG1 are permanently locked (CFGLCK).
        var isLocked = false
        /// AUTHLIM: the number of wrong passwords after which the tag refuses every password; 0 means no
        /// limit.
        var attemptLimit = 0
        /// Whether the NFC counter is enabled (NFC_CNT_EN).
        var counts = false
        /// Whether the NFC counter can be read only after PWD_AUTH (NFC_CNT_PWD_PROT).
        var counterNeedsPassword = false
        /// The MIRROR byte of CFG0.
        var mirror: UInt8 = 0
        /// The MIRROR_PAGE byte of CFG0.
        var mirrorPage = 0

        /// Creates a configuration without protection, counter or mirror.
        init() {}

        /// Decodes the configuration from the bytes of all pages.
        init(memory: [UInt8], chip: Type2Chip) {
            if let page = chip.configPage {
                let access = memory[page * 4 + 4]
                firstProtected = Int(memory[page * 4 + 3])
                protectsReads = access & 0x80 != 0
                isLocked = access & 0x40 != 0
                attemptLimit = Int(access & 0x07)
                counts = chip.features.contains(.nfcCounter) && access & 0x10 != 0
                counterNeedsPassword = access & 0x08 != 0
                mirror = chip.features.contains(.uidMirror) ? memory[page * 4] : 0
                mirrorPage = Int(memory[page * 4 + 2])
            } else if chip.features.contains(.tripleDES) {
                // AUTH0 is page 42. AUTH1 is page 43, whose bit 0 leaves reads unprotected. AUTH0 below 3 means 3.
                firstProtected = max(3, Int(memory[42 * 4]))
                protectsReads = memory[43 * 4] & 0x01 == 0
            }
        }
    }

    /// Returns whether `page` cannot be read until the reader authenticates with the password or key.
    func isReadProtected(_ page: Int) -> Bool {
        session.configuration.protectsReads && isWriteProtected(page)
    }

    /// Returns whether `page` cannot be written until the reader authenticates with the password or key.
    func isWriteProtected(_ page: Int) -> Bool {
        !session.isAuthenticated && page >= session.configuration.firstProtected
    }

    /// Processes READ, which returns four pages. After the last page that the reader may read, the tag
    /// continues with page 0.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.2; NXP MF0ICU2 data sheet §9.2.
    mutating func read(page: Int) -> RFResponse {
        guard page <= chip.lastReadablePage, !isReadProtected(page) else { return refuse() }
        let end =
            isReadProtected(chip.lastReadablePage)
            ? session.configuration.firstProtected : chip.lastReadablePage + 1
        let hasCounted = countRead()
        return RFResponse(RFFrame(shown(pages: (page..<page + 4).map { $0 % end })), mustStore: hasCounted)
    }

    /// Processes FAST_READ, which returns the pages from `first` through `last`. Refuses the command if
    /// `first` is greater than `last`, or if one of the pages cannot be read.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.3.
    mutating func fastRead(first: Int, last: Int) -> RFResponse {
        guard first <= last, last <= chip.lastReadablePage, !isReadProtected(last) else { return refuse() }
        let hasCounted = countRead()
        return RFResponse(RFFrame(shown(pages: Array(first...last))), mustStore: hasCounted)
    }

    /// Returns the content of pages as a reader receives it: with zeros instead of PWD and PACK, with the
    /// mirrored text, and with repeated content if the memory is shorter than declared.
    private func shown(pages: [Int]) -> [UInt8] {
        let mirror = asciiMirror()
        var bytes: [UInt8] = []
        bytes.reserveCapacity(pages.count * 4)
        for page in pages {
            if let config = chip.configPage, page == config + 2 || page == config + 3 {
                bytes += [0, 0, 0, 0]
            } else {
                let real = realPage(page)
                bytes += memory[real * 4..<real * 4 + 4]
                mirror?.lay(over: &bytes, page: page)
            }
        }
        return bytes
    }

    /// Returns the page that a page number addresses. If the tag has the `short-memory` defect and the number
    /// is past the end of the memory, the result is a page with a lower number.
    func realPage(_ page: Int) -> Int {
        for case .shortMemory(let count) in defects { return page % count }
        return page
    }

    /// Increments the NFC counter on the first READ or FAST_READ after power-up, if the counter is enabled.
    /// The counter stops at FFFFFFh.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §8.6.
    ///
    /// - Returns: `true` for that first read, even if the counter has already reached its maximum.
    private mutating func countRead() -> Bool {
        guard session.configuration.counts, !session.hasCounted else { return false }
        session.hasCounted = true
        counters[2] = min(counters[2] + 1, 0xFF_FFFF)
        return true
    }

    /// Processes READ_CNT, which returns a counter as three bytes, least significant byte first. NTAG21x has
    /// only counter 2. It refuses the command while the counter is disabled, or if the counter requires a
    /// password that has not been sent.
    ///
    /// Source: NXP NTAG213/215/216 data sheet §10.6; NXP MF0ULx1 data sheet §10.6.
    mutating func readCounter(_ number: Int) -> RFResponse {
        if chip.features.contains(.nfcCounter) {
            let configuration = session.configuration
            guard number == 2, configuration.counts else { return refuse() }
            guard session.isAuthenticated || !configuration.counterNeedsPassword else { return refuse() }
        }
        guard counters.indices.contains(number) else { return refuse() }
        return RFResponse(RFFrame([0, 8, 16].map { UInt8(counters[number] >> UInt32($0) & 0xFF) }))
    }

    /// Processes INCR_CNT of Ultralight EV1, which adds a number to a counter. If the sum would exceed
    /// FFFFFFh, the tag responds with NAK 4.
    ///
    /// Source: NXP MF0ULx1 data sheet §10.7.
    mutating func incrementCounter(_ number: Int, by bytes: ArraySlice<UInt8>) -> RFResponse {
        guard counters.indices.contains(number) else { return refuse() }
        let step = UInt32(bytes: bytes.reversed())
        guard counters[number] + step <= 0xFF_FFFF else { return refuse(4) }
        counters[number] += step
        return RFResponse(.ack, busyMicroseconds: Self.programmingMicroseconds, pagesWritten: 1)
    }

    /// Processes PWD_AUTH. The tag responds with PACK to the right password and with NAK 0 to a wrong one.
    /// Once the number of consecutive wrong passwords reaches AUTHLIM, it responds with NAK 4 to every
    /// password. AUTHLIM 0 means no limit.
    ///
    /// New values of PWD and PACK take effect immediately, and a new AUTHLIM at the next power-up. Source:
    /// NXP NTAG213/215/216 data sheet §8.8, §10.7; the order of NAK codes:
    /// flipperdevices/flipperzero-firmware#3153.
    mutating func authenticate(password: [UInt8]) -> RFResponse {
        guard let page = chip.configPage else { return refuse() }
        let limit = session.configuration.attemptLimit
        guard limit == 0 || failedAuthentications < limit else { return refuse(4) }
        guard password == Array(memory[page * 4 + 8..<page * 4 + 12]) else {
            if limit > 0 { failedAuthentications += 1 }
            var answer = refuse(limit > 0 && failedAuthentications == limit ? 4 : 0)
            answer.mustStore = limit > 0
            return answer
        }
        let mustStore = failedAuthentications > 0
        failedAuthentications = 0
        session.isAuthenticated = true
        return RFResponse(RFFrame(Array(memory[page * 4 + 12..<page * 4 + 14])), mustStore: mustStore)
    }

    /// Processes the first step of Ultralight C's AUTHENTICATE: the tag responds with AFh and 8 bytes. The
    /// second step always fails, because 3DES is not simulated.
    ///
    /// Source: NXP MF0ICU2 data sheet §9.5.
    mutating func beginTripleDES() -> RFResponse {
        session.awaitsSecondHalf = true
        return RFResponse(RFFrame([0xAF] + uid + [0x00]))
    }

    /// The tag's image, including the password. A page with a password or key is missing if it was missing
    /// from the original file and has not been written since.
    public var image: TagImage {
        let pages = stride(from: 0, to: memory.count, by: 4).map { start -> [UInt8]? in
            assumedPages.contains(start / 4) ? nil : Array(memory[start..<start + 4])
        }
        var image = TagImage(product: chip.product, uid: uid, memory: .pages(pages))
        image.atqa = atqa
        image.sak = sak
        image.version = version
        image.signature = signature
        image.counters = counters
        image.tearing = tearing
        image.defects = defects.names
        if failedAuthentications > 0 || statesFailedAuthentications {
            image.failedAuthentications = UInt32(failedAuthentications)
        }
        return image
    }

    /// Applies the values in a tag file to this tag. The pages are not changed. Values that the file does not
    /// contain keep their defaults.
    mutating func adopt(_ image: TagImage) {
        if let atqa = image.atqa { self.atqa = atqa }
        if let sak = image.sak { self.sak = sak }
        if image.version.count == 8 { version = image.version }
        if image.signature.count == 32 { signature = image.signature }
        for (number, value) in image.counters.prefix(3).enumerated() {
            counters[number] = min(value, 0xFF_FFFF)
        }
        for (number, flag) in image.tearing.prefix(3).enumerated() { tearing[number] = flag }
        statesFailedAuthentications = image.failedAuthentications != nil
        failedAuthentications = Int(image.failedAuthentications ?? 0)
        activation = Activation(uid: uid, atqa: atqa, sak: sak)
    }
}

extension Type2Chip {
    var hasCounters: Bool { !features.isDisjoint(with: [.nfcCounter, .threeCounters]) }
}
