extension Type2Tag {
    /// PWD_AUTH: PACK for the right password; NAK 0 for a wrong one, NAK 4 once AUTHLIM is reached, for ever.
    ///
    /// PWD and PACK act at once, AUTHLIM from the next power-up on. Source: NXP NTAG213/215/216 data sheet §8.8,
    /// §10.7; the order of NAK codes: flipperdevices/flipperzero-firmware#3153.
    mutating func authenticate(password: [UInt8]) -> RFAnswer {
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
        return RFAnswer(RFFrame(Array(memory[page * 4 + 12..<page * 4 + 14])), mustStore: mustStore)
    }

    /// AUTHENTICATE of Ultralight C, first half: AFh and 8 enciphered bytes. The second half is always refused here.
    ///
    /// Source: NXP MF0ICU2 data sheet §9.5.
    mutating func beginTripleDES() -> RFAnswer {
        session.awaitsSecondHalf = true
        return RFAnswer(RFFrame([0xAF] + uid + [0x00]))
    }
}
