import CLibNFC
import Foundation

extension LibNFCReader {
    /// The connection strings of the readers that libnfc finds: those on USB and those in its configuration.
    ///
    /// libnfc does not ask serial ports by itself, and for good reason: the bytes that wake a PN532 go to
    /// whatever hangs there, a modem or a printer. With `askingSerialPorts` each port that nobody has locked is
    /// opened as a PN532 would be; a port where nothing answers takes about a second.
    public static func list(askingSerialPorts: Bool = false) async -> [String] {
        var found = await onItsOwnThread { listByLibNFC() }
        guard askingSerialPorts else { return found }
        for port in serialPorts() {
            let connstring = "pn532_uart:\(port)"
            guard !Task.isCancelled else { break }
            guard !found.contains(where: { $0 == connstring || $0.hasPrefix(connstring + ":") }) else {
                continue
            }
            guard let reader = try? await open(connstring: connstring) else { continue }
            await reader.close()
            found.append(connstring)
        }
        return found
    }

    /// The device files of serial ports that could have a PN532 behind them; nothing is sent to them.
    public static func serialPorts() -> [String] {
        let devices = (try? FileManager.default.contentsOfDirectory(atPath: "/dev")) ?? []
        return devices.filter { $0.hasPrefix("ttyUSB") || $0.hasPrefix("ttyACM") }.sorted().map {
            "/dev/\($0)"
        }
    }

    /// How many readers are looked for; libnfc's own tools stop at 8.
    private static let mostReaders = 16

    private static func listByLibNFC() -> [String] {
        guard let context = LibNFCContext.shared else { return [] }
        let size = Int(NFC_BUFSIZE_CONNSTRING)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: size * mostReaders) { buffer in
            buffer.initialize(repeating: 0)
            guard let base = buffer.baseAddress else { return [] }
            return base.withMemoryRebound(to: nfc_connstring.self, capacity: mostReaders) { names in
                let count = nfc_list_devices(context, names, mostReaders)
                return (0..<count).map { String(cString: base + $0 * size) }
            }
        }
    }

    private static func onItsOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: body()) }.start()
        }
    }
}
