import ArgumentParser
import Documents
import TagDumps

/// The formats that are written, by the endings of their files.
enum DumpFileFormat: String, ExpressibleByArgument, CaseIterable {
    case nfc, json, bin, mfd, eml, mct, taginfo, hex

    /// The list of `--help`.
    static let help = """
          nfc      Flipper Zero's, also what sim: takes; holds the most
          json     Proxmark3's
          bin      Proxmark3's binary of Type 2 tags
          mfd      libnfc's: the bytes alone
          eml      one page or block in hex on each line
          mct      MIFARE Classic Tool's text
          taginfo  the rows of NXP TagInfo's text
          hex      the bytes in hex
        """

    /// The format that a file's ending names; nil for another ending and for none.
    init?(ending path: String?) {
        guard let path, path.contains("."), let ending = path.split(separator: ".").last else { return nil }
        self.init(rawValue: ending.lowercased())
    }

    /// The format that a file's name asks for, else the Flipper's.
    init(path: String?) { self = DumpFileFormat(ending: path) ?? .nfc }

    var format: DumpFormat {
        switch self {
        case .nfc: .flipper
        case .json: .proxmarkJSON
        case .bin: .proxmarkBinary
        case .mfd: .raw
        case .eml: .eml
        case .mct: .mct
        case .taginfo: .tagInfo
        case .hex: .hex
        }
    }
}
