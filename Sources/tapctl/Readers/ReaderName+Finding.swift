import Documents
import TagReaders

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
