import TagKit

/// The chip's commands that find, select and release tags. Source: UM0701-02 §7.3.5 to §7.3.13.
extension VirtualPN532 {
    /// A search for tags in rounds of polling. It ends when tags are found, after the last round, or when the
    /// host aborts it.
    struct Search {
        /// The code of the command that started the search.
        let command: UInt8
        /// The maximum number of tags to activate, 1 or 2.
        var most = 1
        /// The UID of the wanted tag; nil to accept any tag.
        var uid: [UInt8]?
        /// Whether the search includes tags that support ISO-DEP (`wantsDEP`) and tags that do not
        /// (`wantsPlain`). All simulated tags use type A, so both are false for other modulations.
        var wantsDEP = true
        var wantsPlain = true
        /// The number of remaining rounds; nil if the search has no limit.
        var rounds: Int?
        /// The time in microseconds between two rounds.
        var period: Int
    }

    /// InListPassiveTarget (§7.3.5): searches for one or two tags with the requested modulation, and lists
    /// them as targets.
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

    /// InAutoPoll (§7.3.13): searches for several kinds of tags, for a given number of rounds. The second
    /// parameter is the polling period for each kind, in units of 150 ms.
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

    /// Runs one round of a search. For InListPassiveTarget with a limited number of rounds, runs the rounds
    /// without a pause until a tag is found or no rounds are left.
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
            // A tag with a requested UID, or one that was just released, must be woken from HALT.
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

    /// Deselects the targets that use ISO-DEP, and deletes all targets.
    ///
    /// - Returns: `true` if an ISO-DEP session was ended.
    private mutating func releaseAll() -> Bool {
        let hadSession = targets.contains { $0.dep != nil && $0.isAwake }
        for index in targets.indices where targets[index].dep != nil { deselect(index) }
        targets = []
        return hadSession
    }

    /// InDeselect (§7.3.10): puts a target into the HALT state. The target keeps its number. The number 0
    /// means all targets, and is valid even if there are no targets.
    mutating func deselect(_ parameters: [UInt8]) -> Result {
        deselect(parameters, forgets: false)
    }

    /// InRelease (§7.3.11): puts a target into the HALT state and frees its number. The number 0 means all
    /// targets.
    mutating func release(_ parameters: [UInt8]) -> Result { deselect(parameters, forgets: true) }

    private mutating func deselect(_ parameters: [UInt8], forgets: Bool) -> Result {
        guard parameters.count == 1 else { return .syntaxError }
        guard let indices = indices(parameters[0]) else { return .status(.wrongContext) }
        for index in indices { deselect(index) }
        if forgets { for index in indices.reversed() { targets.remove(at: index) } }
        return .status(.done)
    }

    /// InSelect (§7.3.12): selects a target, for example after InDeselect.
    mutating func select(_ parameters: [UInt8]) -> Result {
        guard parameters.count == 1 else { return .syntaxError }
        guard let index = targets.firstIndex(where: { $0.number == parameters[0] })
        else { return .status(.wrongContext) }
        return .status(wake(index) ? .done : .timeout)
    }

    /// Makes the target at `index` ready for commands and deselects all other targets.
    ///
    /// - Returns: `false` if the target does not respond.
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
            // A tag obeys HLTA silently; the chip waits 1 ms (ISO/IEC 14443-3 §6.4.3).
            _ = antenna.exchange(.hlta, timeout: 1_000)
        } else {
            _ = antenna.exchange(RFFrame([0xC2]), timeout: Self.activationMicroseconds)
        }
    }

    private func indices(_ number: UInt8) -> [Int]? {
        if number == 0 { return Array(targets.indices) }
        return targets.firstIndex { $0.number == number }.map { [$0] }
    }

    /// Returns the UID in the initiator data of InListPassiveTarget. For a UID of 7 or 10 bytes, the data
    /// includes cascade tags, which are removed. Returns nil if the data does not have the length of a UID.
    private static func uncascaded(_ data: [UInt8]) -> [UInt8]? {
        switch data.count {
        case 4: data
        case 8: Array(data[1...])
        case 12: Array(data[1..<4] + data[5...])
        default: nil
        }
    }

    /// The size in bytes of the longest ATS that, with its CRC, fits into a frame of 64 bytes. Source:
    /// ISO/IEC 14443-4 §5.2.
    private static let longestATS = 62

    /// Finds and activates one type A tag. If the tag supports ISO-DEP and automatic RATS is enabled, also
    /// sends RATS. Returns nil if no tag responds, or if the response to RATS is invalid.
    ///
    /// - Parameters:
    ///   - number: The target number for the tag.
    ///   - uid: The UID of the wanted tag; nil to accept any tag.
    ///   - request: REQA, or WUPA, which also wakes tags in the HALT state.
    mutating func activate(number: UInt8, uid: [UInt8]? = nil, request: RFFrame) -> Target? {
        // The request stays in the buffer if there is no response, and hosts can read it there.
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

/// A tag that the chip has activated and listed under a number.
struct Target {
    /// The target number, 1 or 2.
    let number: UInt8
    /// The ATQA as the chip reports it (SENS_RES): the high byte first.
    let atqa: [UInt8]
    let sak: UInt8
    let uid: [UInt8]
    /// The complete ATS, including its length byte TL; empty if RATS was not sent.
    var ats: [UInt8] = []
    /// The ISO-DEP session; nil if RATS was not sent.
    var dep: ISODEPSession?
    /// Whether the tag is ready for commands. False after a deselection, until the chip wakes the tag.
    var isAwake = true

    /// The target data in a response to InListPassiveTarget. Source: UM0701-02 §7.3.5.
    var listing: [UInt8] { [number] + atqa + [sak, UInt8(uid.count)] + uid + ats }
}
