import TagKit

/// The commands that find tags and send them away. Source: UM0701-02 §7.3.5 to §7.3.13.
extension VirtualPN532 {
    /// A search for tags that goes on until it has found something, was tried often enough, or is aborted.
    struct Search {
        /// The command that the answer belongs to.
        let command: UInt8
        /// How many tags at most, 1 or 2.
        var most = 1
        /// Only the tag with this UID.
        var uid: [UInt8]?
        /// Whether tags with and without ISO-DEP are wanted; neither for modulations that no tag here has.
        var wantsDEP = true
        var wantsPlain = true
        /// Rounds still to come; nil is for ever.
        var rounds: Int?
        /// Microseconds between two rounds that the host does not wait for actively.
        var period: Int
    }

    /// InListPassiveTarget (§7.3.5).
    mutating func listPassiveTargets(_ parameters: [UInt8]) -> Result {
        guard parameters.count >= 2, (1...2).contains(parameters[0]), parameters[1] <= 4 else {
            return .syntaxError
        }
        let uid = Self.uncascaded(Array(parameters.dropFirst(2)))
        setCarrier(true)
        registers.prepare(modulation: parameters[1])
        let isTypeA = parameters[1] == 0
        let search = Search(
            command: 0x4A, most: Int(parameters[0]), uid: isTypeA ? uid : nil, wantsDEP: isTypeA,
            wantsPlain: isTypeA, rounds: activationRetries == 0xFF ? nil : Int(activationRetries) + 1,
            period: Self.activationMicroseconds)
        return poll(for: search)
    }

    /// InAutoPoll (§7.3.13): so many polls, a period of 150 ms for each kind of target.
    mutating func pollAutomatically(_ parameters: [UInt8]) -> Result {
        guard (3...17).contains(parameters.count), parameters[0] > 0, (1...15).contains(parameters[1])
        else { return .syntaxError }
        let kinds = parameters.dropFirst(2)
        setCarrier(true)
        registers.prepare(modulation: 0)
        let search = Search(
            command: 0x60, most: 2, wantsDEP: kinds.contains(0x20) || kinds.contains(0x00),
            wantsPlain: kinds.contains(0x10) || kinds.contains(0x00),
            rounds: parameters[0] == 0xFF ? nil : Int(parameters[0]),
            period: Int(parameters[1]) * 150_000 * kinds.count)
        return poll(for: search)
    }

    /// One round of a search, or all of them where the rounds follow each other at once.
    mutating func poll(for search: Search) -> Result {
        var search = search
        while true {
            let wasListed = releaseAll()
            var found: [Target] = []
            if search.wantsDEP || search.wantsPlain { found = activateAll(search, wake: wasListed) }
            targets = found
            search.rounds = search.rounds.map { $0 - 1 }
            if !found.isEmpty || search.rounds == 0 { return .data(Self.listing(found, for: search)) }
            guard search.command == 0x4A, search.rounds != nil else {
                return .search(search, after: search.period)
            }
        }
    }

    private mutating func activateAll(_ search: Search, wake: Bool) -> [Target] {
        var found: [Target] = []
        while found.count < search.most {
            // A tag that is asked for by name, or had to be let go first, is woken from HALT.
            let request: RFFrame = search.uid != nil || wake && found.isEmpty ? .wupa : .reqa
            if let last = found.indices.last {
                sendAway(found[last])
                found[last].isAwake = false
            }
            guard let target = activate(number: UInt8(found.count + 1), uid: search.uid, request: request)
            else { break }
            found.append(target)
            if target.dep == nil ? !search.wantsPlain : !search.wantsDEP {
                found.removeLast()
                break
            }
        }
        return found
    }

    private static func listing(_ found: [Target], for search: Search) -> [UInt8] {
        [UInt8(found.count)]
            + found.flatMap { target -> [UInt8] in
                let kind: UInt8 = target.dep == nil ? 0x10 : 0x20
                return search.command == 0x60
                    ? [kind, UInt8(target.listing.count)] + target.listing : target.listing
            }
    }

    /// Lets go of every target; true when a session of ISO-DEP had to be ended for it.
    private mutating func releaseAll() -> Bool {
        let hadSession = targets.contains { $0.dep != nil && $0.isAwake }
        for index in targets.indices where targets[index].dep != nil { deselect(index) }
        targets = []
        return hadSession
    }

    /// InDeselect (§7.3.10): to HALT, the number stays; 0 is all of them, also when there is none.
    mutating func deselect(_ parameters: [UInt8]) -> Result {
        guard parameters.count == 1 else { return .syntaxError }
        guard let indices = indices(parameters[0]) else { return .status(.wrongContext) }
        for index in indices { deselect(index) }
        return .status(.done)
    }

    /// InRelease (§7.3.11): the same, and the number is free.
    mutating func release(_ parameters: [UInt8]) -> Result {
        guard parameters.count == 1 else { return .syntaxError }
        guard let indices = indices(parameters[0]) else { return .status(.wrongContext) }
        for index in indices { deselect(index) }
        for index in indices.reversed() { targets.remove(at: index) }
        return .status(.done)
    }

    /// InSelect (§7.3.12).
    mutating func select(_ parameters: [UInt8]) -> Result {
        guard parameters.count == 1 else { return .syntaxError }
        guard let index = targets.firstIndex(where: { $0.number == parameters[0] })
        else { return .status(.wrongContext) }
        return .status(wake(index) ? .done : .timeout)
    }

    /// Makes the target at `index` the one that hears commands; false when it does not answer.
    mutating func wake(_ index: Int) -> Bool {
        for other in targets.indices where other != index { deselect(other) }
        guard !targets[index].isAwake else { return true }
        registers.prepare(modulation: 0)
        guard let woken = activate(number: targets[index].number, uid: targets[index].uid, request: .wupa)
        else { return false }
        targets[index] = woken
        return true
    }

    private mutating func deselect(_ index: Int) {
        sendAway(targets[index])
        targets[index].isAwake = false
    }

    private mutating func sendAway(_ target: Target) {
        guard target.isAwake else { return }
        if target.dep == nil {
            // HLTA is obeyed in silence, for which 1 ms is waited (ISO/IEC 14443-3 §6.4.3).
            _ = antenna.exchange(.hlta, timeout: 1_000)
        } else {
            _ = antenna.exchange(RFFrame([0xC2]), timeout: Self.activationMicroseconds)
        }
    }

    private func indices(_ number: UInt8) -> [Int]? {
        if number == 0 { return Array(targets.indices) }
        return targets.firstIndex { $0.number == number }.map { [$0] }
    }

    /// The UID in initiator data, where 7 and 10 bytes stand with their cascade tags; nil for none or another length.
    private static func uncascaded(_ data: [UInt8]) -> [UInt8]? {
        switch data.count {
        case 4: data
        case 8: Array(data[1...])
        case 12: Array(data[1..<4] + data[5...])
        default: nil
        }
    }

    /// The longest ATS that fits a frame of 64 bytes with its CRC. Source: ISO/IEC 14443-4 §5.2.
    private static let longestATS = 62

    /// Finds one tag of type A and brings it to ACTIVE, and to ISO-DEP where the parameters say so.
    ///
    /// - Parameters:
    ///   - number: The logical number that it gets.
    ///   - uid: The tag's UID when only that tag is wanted.
    ///   - request: REQA, or WUPA, which also wakes tags that were sent away.
    mutating func activate(number: UInt8, uid: [UInt8]? = nil, request: RFFrame) -> Target? {
        // Seen by hosts: without an answer the request stays in the buffer.
        registers.fill(request.bytes)
        guard let selected = antenna.field.activate(request, attempts: 1, uid: uid) else {
            antenna.wait(Self.activationMicroseconds)
            return nil
        }
        registers.fill([])
        var target = Target(
            number: number, atqa: [UInt8(selected.atqa >> 8), UInt8(selected.atqa & 0xFF)], sak: selected.sak,
            uid: selected.uid)
        let supportsDEP = selected.sak & 0x20 != 0
        let automaticRATS = parameters & 0x10 != 0
        guard supportsDEP, automaticRATS else { return target }
        // FSDI 5: the chip's buffer holds frames of 64 bytes.
        guard
            case .frame(let ats) = antenna.exchange(
                RFFrame([0xE0, 0x50]), timeout: Self.activationMicroseconds),
            Int(ats.bytes.first ?? 0) == ats.bytes.count, ats.bytes.count <= Self.longestATS
        else { return nil }
        target.ats = ats.bytes
        target.dep = ISODEPSession(ats: ats.bytes)
        return target
    }
}

/// A tag that the chip has activated and given a number.
struct Target {
    /// The logical number, 1 or 2.
    let number: UInt8
    /// ATQA in the order of an answer's SENS_RES: high byte first.
    let atqa: [UInt8]
    let sak: UInt8
    let uid: [UInt8]
    /// The whole answer to RATS, TL included; empty without ISO-DEP.
    var ats: [UInt8] = []
    /// The ISO-DEP session; nil where the tag has none.
    var dep: ISODEPSession?
    /// False after a deselection: the tag has to be woken before it hears a command.
    var isAwake = true

    /// How InListPassiveTarget describes the target. Source: UM0701-02 §7.3.5.
    var listing: [UInt8] { [number] + atqa + [sak, UInt8(uid.count)] + uid + ats }
}
