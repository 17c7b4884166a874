import Documents
import FailureKit
import TagReaders

/// The name by which a user selects a reader: `libnfc:…`, `pcsc:…`, `sim:…` or `replay:…`.
enum ReaderName: Equatable, Sendable {
    /// A reader that libnfc uses, selected by its connection string.
    case libnfc(connstring: String)
    /// A reader that pcscd uses, selected by its name, part of its name, or its position in pcscd's list,
    /// counted from 1.
    case pcsc(String)
    /// A virtual PN532 that libnfc uses. The path is a tag's file, a folder of tag files that are presented
    /// in sequence, or a script.
    case sim(path: String)
    /// A recorded session, which is replayed.
    case replay(path: String)

    /// Parses a reader's name.
    ///
    /// - Throws: An error with exit code 64. If possible, the error suggests a valid name.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        guard !rest.isEmpty else { throw Self.unknown(text, kind: parts[0], rest: rest) }
        switch parts[0] {
        case "libnfc": self = .libnfc(connstring: rest)
        case "pcsc": self = .pcsc(rest)
        case "sim": self = .sim(path: rest)
        case "replay": self = .replay(path: rest)
        default: throw Self.unknown(text, kind: parts[0], rest: rest)
        }
    }

    /// The reader's name as a value of `--reader`.
    var text: String {
        switch self {
        case .libnfc(let rest), .pcsc(let rest), .sim(let rest), .replay(let rest): "\(source):\(rest)"
        }
    }

    private static let kinds = ["libnfc", "pcsc", "sim", "replay"]

    private static func unknown(_ text: String, kind: String, rest: String) -> CommandError {
        let guess: String? =
            if kinds.contains(kind) {
                nil
            } else if kind.hasPrefix("pn53") || kind.hasPrefix("acr122") || kind.hasPrefix("arygon") {
                "libnfc:\(text)"
            } else if text.hasPrefix("/dev/") {
                "libnfc:pn532_uart:\(text)"
            } else if rest.isEmpty, text.hasSuffix(".nfc") {
                "sim:\(text)"
            } else {
                nearest(to: kind, among: kinds).map { "\($0):\(rest)" }
            }
        return CommandError(
            usage: "\"\(text)\" is not a valid reader",
            reason: "a reader is libnfc:CONNSTRING, pcsc:NAME, sim:FILE, sim:FOLDER or replay:TRACE",
            remedy: guess.map { "did you mean `--reader \($0)`?" }
                ?? "`tapctl reader list` lists the connected readers")
    }
}

extension ReaderName {
    /// Returns the available readers, in order of preference.
    ///
    /// pcscd claims the USB readers that it detects, so libnfc cannot open them. The readers of pcscd are
    /// therefore listed before the USB readers of libnfc, and after libnfc's other readers.
    static func found(askingSerialPorts: Bool = false) async -> [ReaderName] {
        let driven = await LibNFCReader.list(askingSerialPorts: askingSerialPorts)
        let served = await PCSCReader.list().map { ReaderName.pcsc($0) }
        let onUSB = driven.filter { $0.contains("_usb") }.map(ReaderName.libnfc)
        let others = driven.filter { !$0.contains("_usb") }.map(ReaderName.libnfc)
        return others + served + onUSB
    }

    /// The library through which the reader is used, or `sim` or `replay`.
    var source: String {
        switch self {
        case .libnfc: "libnfc"
        case .pcsc: "pcsc"
        case .sim: "sim"
        case .replay: "replay"
        }
    }
}
