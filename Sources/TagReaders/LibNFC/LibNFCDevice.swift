import CLibNFC
import Foundation
import Synchronization
import TagKit

/// An open `nfc_device`: libnfc's calls with Swift's types, and nothing decided here.
///
/// Everything is called from the reader's own thread, but for ``abort()``, which any thread may call. The device
/// is closed when the last reference goes, so an abort that is under way never meets a closed device.
final class LibNFCDevice: @unchecked Sendable {
    private let raw: OpaquePointer
    /// Whether a call is under way that an abort can end.
    private let busy = Mutex(false)

    /// Opens the device; nil when libnfc cannot, for whatever reason.
    ///
    /// A device that fell silent while it was opened is open and knows no modulation; libnfc's next call would end
    /// the program by an assertion.
    init?(connstring: String) {
        guard let context = LibNFCContext.shared, let raw = nfc_open(context, connstring) else { return nil }
        var modulations: UnsafePointer<nfc_modulation_type>?
        guard nfc_device_get_supported_modulation(raw, N_INITIATOR, &modulations) == 0, modulations != nil
        else {
            nfc_close(raw)
            return nil
        }
        self.raw = raw
    }

    deinit { nfc_close(raw) }

    /// What libnfc calls the device.
    var name: String { String(cString: nfc_device_get_name(raw)) }

    /// Ends the call that is under way; it returns `NFC_EOPABORTED` within a millisecond.
    ///
    /// Without a call nothing happens: libnfc would lose the abort and leak a file descriptor. The same goes for an
    /// abort during the first milliseconds of a call, so whoever cancels also looks at the task between calls.
    func abort() {
        busy.withLock { busy in
            if busy { _ = nfc_abort_command(raw) }
        }
    }

    /// Makes the device an initiator with its field on. Tags lose their power for a moment.
    ///
    /// - Returns: 0, or libnfc's negative code.
    func becomeInitiator() -> Int32 {
        call { nfc_initiator_init($0) }
    }

    /// Sets one of libnfc's switches.
    func set(_ property: nfc_property, _ value: Bool) -> Int32 {
        call { nfc_device_set_property_bool($0, property, value) }
    }

    /// Selects a type A tag: 1 and the tag, 0 where none answers, or libnfc's negative code.
    func select() -> (Int32, SelectedTag?) {
        var target = nfc_target()
        let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
        let code = call { nfc_initiator_select_passive_target($0, modulation, nil, 0, &target) }
        return (code, code > 0 ? SelectedTag(target.nti.nai) : nil)
    }

    /// Puts the selected tag to HALT.
    func deselect() -> Int32 {
        call { nfc_initiator_deselect_target($0) }
    }

    /// Sends bytes to the tag and gives the number of bytes that came back, or libnfc's negative code.
    func transceive(_ bytes: [UInt8], into answer: inout [UInt8], milliseconds: Int32) -> Int32 {
        precondition(milliseconds > 0, "0 would wait for ever")
        let room = answer.count
        return call {
            nfc_initiator_transceive_bytes($0, bytes, bytes.count, &answer, room, milliseconds)
        }
    }

    /// Asks the selected tag whether it is still there: 0, or `NFC_ETGRELEASED`, or another negative code.
    func ping() -> Int32 {
        call { nfc_initiator_target_is_present($0, nil) }
    }

    private func call(_ body: (OpaquePointer) -> Int32) -> Int32 {
        busy.withLock { $0 = true }
        defer { busy.withLock { $0 = false } }
        return body(raw)
    }
}

extension SelectedTag {
    /// The tag as libnfc describes it.
    init(_ info: nfc_iso14443a_info) {
        let uid = withUnsafeBytes(of: info.abtUid) { Array($0.prefix(info.szUidLen)) }
        let ats = withUnsafeBytes(of: info.abtAts) { Array($0.prefix(info.szAtsLen)) }
        self.init(
            atqa: UInt16(info.abtAtqa.0) << 8 | UInt16(info.abtAtqa.1), sak: info.btSak, uid: uid, ats: ats)
    }
}

/// The one libnfc context of the process.
///
/// There is one and it stays: `nfc_exit` frees the list of drivers that all contexts share, so ending one
/// context would break a reader that is open through another.
enum LibNFCContext {
    /// The context, made with the first use; nil when there was no memory for it.
    nonisolated(unsafe) static let shared: OpaquePointer? = {
        // libnfc tells about USB buses on stderr unless this is set. Somebody who debugs a reader sets it first.
        setenv("LIBNFC_LOG_LEVEL", "0", 0)
        var context: OpaquePointer?
        nfc_init(&context)
        return context
    }()
}

/// The version of the libnfc that is loaded, as `1.8.0`.
public func libNFCVersion() -> String { String(cString: nfc_version()) }

/// The libnfc that this process has loaded.
public enum LibNFC {
    /// Its version, such as `1.8.0`.
    public static var version: String { String(cString: nfc_version()) }
}
