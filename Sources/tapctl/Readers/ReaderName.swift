import Documents
import FailureKit
import TagReaders

/// A reader as people name it: `libnfc:…`, `pcsc:…`, `sim:…` or `replay:…`.
enum ReaderName: Equatable, Sendable {
    /// A reader that libnfc drives, by its connection string.
    case libnfc(connstring: String)
    /// A reader that pcscd drives, by its name, a part of it, or its number from 1.
    case pcsc(String)
    /// A virtual PN532 behind the real libnfc; the tag is a file, or the files of a folder one after another.
    case sim(path: String)
    /// A recorded session, asked again.
    case replay(path: String)

    /// Reads a name.
    ///
    /// - Throws: exit 64 with the nearest right name.
    init(_ text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "libnfc" where !rest.isEmpty: self = .libnfc(connstring: rest)
        case "pcsc" where !rest.isEmpty: self = .pcsc(rest)
        case "sim" where !rest.isEmpty: self = .sim(path: rest)
        case "replay" where !rest.isEmpty: self = .replay(path: rest)
        default: throw Self.unknown(text, kind: parts[0], rest: rest)
        }
    }

    /// The name as it is given to `--reader`.
    var text: String {
        switch self {
        case .libnfc(let connstring): "libnfc:\(connstring)"
        case .pcsc(let name): "pcsc:\(name)"
        case .sim(let path): "sim:\(path)"
        case .replay(let path): "replay:\(path)"
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
            .usage, code: "usage", "“\(text)” names no reader",
            reason: "readers are libnfc:CONNSTRING, pcsc:NAME, sim:FILE, sim:FOLDER and replay:TRACE",
            remedy: guess.map { "did you mean `--reader \($0)`?" }
                ?? "`tapctl reader list` shows those that are there")
    }
}

extension ReaderName {
    /// The readers that are there, the best one first.
    ///
    /// A reader on USB that pcscd sees is held by pcscd, and libnfc could not open it: pcscd's come before those.
    static func found(askingSerialPorts: Bool = false) async -> [ReaderName] {
        let driven = await LibNFCReader.list(askingSerialPorts: askingSerialPorts)
        let served = await PCSCReader.list().map { ReaderName.pcsc($0) }
        var onUSB: [ReaderName] = []
        var others: [ReaderName] = []
        for connstring in driven {
            let name = ReaderName.libnfc(connstring: connstring)
            if connstring.contains("_usb") { onUSB.append(name) } else { others.append(name) }
        }
        return others + served + onUSB
    }

    /// Which library drives it.
    var source: String {
        switch self {
        case .libnfc: "libnfc"
        case .pcsc: "pcsc"
        case .sim: "sim"
        case .replay: "replay"
        }
    }
}
