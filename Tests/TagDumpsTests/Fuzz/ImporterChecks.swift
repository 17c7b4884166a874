@testable import TagDumps

/// Which promise TagInfo's reports break, read as text and as XML; nil when they break none.
func tagInfoProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [try? TagInfoText.image(bytes), try? TagInfoXML.image(bytes)])
}

/// Which promise listings break, read as each program prints them; nil when they break none.
func listingProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [
        try? NFCToolsAppText.image(bytes), try? NfcpyText.image(bytes), try? NFCToolsText.image(bytes),
        try? MCTText.image(bytes), try? HexDump.image(bytes),
    ])
}

/// Which promise Flipper's files break; nil when they break none.
///
/// The bytes stand behind a head that is right, for each kind of tag.
func flipperProblem(_ bytes: [UInt8]) -> String? {
    let types = ["NTAG/Ultralight", "Mifare Classic", "Type 4 Tag", "TapKit Type 4", "FeliCa"]
    return problem(
        in: types.map { type in
            let head =
                "Filetype: Flipper NFC device\nVersion: 4\nDevice type: \(type)\nUID: 04 A1 B2 C3 D4 E5 F6\n"
            return try? FlipperReader.image(Array(head.utf8) + bytes)
        } + [try? FlipperReader.image(bytes)])
}

/// Which promise Proxmark3's JSON and bytes without a head break; nil when they break none.
func proxmarkProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [try? ProxmarkJSON.image(bytes), try? RawMemory.image(bytes)])
}

private func problem(in images: [TagImage?]) -> String? {
    images.lazy.compactMap { $0.flatMap(imageProblem) }.first
}
