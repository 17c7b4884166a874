@testable import TagDumps

/// Returns the promise that a TagInfo report breaks, read as text and as XML; nil if it breaks none.
func tagInfoProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [try? TagInfoText.image(bytes), try? TagInfoXML.image(bytes)])
}

/// Returns the promise that a listing breaks, read in each program's format; nil if it breaks none.
func listingProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [
        try? NFCToolsAppText.image(bytes), try? NfcpyText.image(bytes), try? NFCToolsText.image(bytes),
        try? MCTText.image(bytes), try? HexDump.image(bytes),
    ])
}

/// Returns the promise that a Flipper file breaks; nil if it breaks none.
///
/// The bytes follow a valid header of each kind of tag.
func flipperProblem(_ bytes: [UInt8]) -> String? {
    let types = ["NTAG/Ultralight", "Mifare Classic", "Type 4 Tag", "TapKit Type 4", "FeliCa"]
    return problem(
        in: types.map { type in
            let head =
                "Filetype: Flipper NFC device\nVersion: 4\nDevice type: \(type)\nUID: 04 A1 B2 C3 D4 E5 F6\n"
            return try? FlipperReader.image(Array(head.utf8) + bytes)
        } + [try? FlipperReader.image(bytes)])
}

/// Returns the promise that Proxmark3's JSON or headerless bytes break; nil if they break none.
func proxmarkProblem(_ bytes: [UInt8]) -> String? {
    problem(in: [try? ProxmarkJSON.image(bytes), try? RawMemory.image(bytes)])
}

private func problem(in images: [TagImage?]) -> String? {
    images.lazy.compactMap { $0.flatMap(imageProblem) }.first
}
