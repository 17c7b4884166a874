import CLibNFC
import Foundation
import Synchronization
import TagKit

/// An open libnfc device (`nfc_device`), with libnfc's functions as Swift methods.
///
/// All calls are made on the reader's thread, except ``abort()``, which any thread may call. The device is
/// closed when the last reference to it is released, so a concurrent abort never uses a closed device.
final class LibNFCDevice: @unchecked Sendable {
    private let raw: OpaquePointer
    /// Whether a libnfc call is in progress. Only then does ``abort()`` have an effect.
    private let busy = Mutex(false)

    /// Opens the device. Returns nil if libnfc cannot open it.
    ///
    /// Also returns nil if the device reports no supported modulation. This happens if the device stopped
    /// responding while libnfc was opening it. With such a device, the next libnfc call would terminate the
    /// program with a failed assertion.
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

    /// The name that libnfc reports for the device.
    var name: String { String(cString: nfc_device_get_name(raw)) }

    /// Aborts the call in progress, which returns `NFC_EOPABORTED` within a millisecond.
    ///
    /// Does nothing if no call is in progress, because libnfc would lose the abort and leak a file
    /// descriptor. libnfc also loses an abort in the first milliseconds of a call, so callers must also check
    /// for cancellation between calls.
    func abort() {
        busy.withLock { busy in
            if busy { _ = nfc_abort_command(raw) }
        }
    }

    /// Configures the device as an initiator and switches its field on. Tags in the field briefly lose their
    /// power.
    ///
    /// - Returns: 0, or libnfc's negative error code.
    func becomeInitiator() -> Int32 {
        call { nfc_initiator_init($0) }
    }

    /// Sets a property of the device. Returns 0, or libnfc's negative error code.
    func set(_ property: nfc_property, _ value: Bool) -> Int32 {
        call { nfc_device_set_property_bool($0, property, value) }
    }

    /// Selects one type A tag.
    ///
    /// - Returns: 1 and the tag's selection data; 0 if no tag responds; or libnfc's negative error code.
    func select() -> (Int32, SelectedTag?) {
        var target = nfc_target()
        let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
        let code = call { nfc_initiator_select_passive_target($0, modulation, nil, 0, &target) }
        return (code, code > 0 ? SelectedTag(target.nti.nai) : nil)
    }

    /// Puts the selected tag into the HALT state. Returns 0, or libnfc's negative error code.
    func deselect() -> Int32 {
        call { nfc_initiator_deselect_target($0) }
    }

    /// Sends bytes to the selected tag and stores its response in `answer`, whose size is the maximum size of
    /// the response.
    ///
    /// - Returns: The number of bytes received, or libnfc's negative error code.
    func transceive(_ bytes: [UInt8], into answer: inout [UInt8], milliseconds: Int32) -> Int32 {
        precondition(milliseconds > 0, "0 would wait forever")
        let room = answer.count
        return call {
            nfc_initiator_transceive_bytes($0, bytes, bytes.count, &answer, room, milliseconds)
        }
    }

    /// Checks whether the selected tag is still in the field.
    ///
    /// - Returns: 0 if it is, `NFC_ETGRELEASED` if it is not, or another negative error code.
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
    /// Creates the selection data from libnfc's description of a target.
    init(_ info: nfc_iso14443a_info) {
        let uid = withUnsafeBytes(of: info.abtUid) { Array($0.prefix(info.szUidLen)) }
        let ats = withUnsafeBytes(of: info.abtAts) { Array($0.prefix(info.szAtsLen)) }
        self.init(
            atqa: UInt16(info.abtAtqa.0) << 8 | UInt16(info.abtAtqa.1), sak: info.btSak, uid: uid, ats: ats)
    }
}

/// The libnfc context that all readers of this process share.
///
/// The context is never closed. `nfc_exit` would free the list of drivers, which all contexts share, and
/// break any reader that was opened through another context.
enum LibNFCContext {
    /// The shared context, which is created on first use. Nil if there was not enough memory for it.
    nonisolated(unsafe) static let shared: OpaquePointer? = {
        // Otherwise libnfc logs USB buses to stderr. A variable that is already set, for debugging, takes precedence.
        setenv("LIBNFC_LOG_LEVEL", "0", 0)
        var context: OpaquePointer?
        nfc_init(&context)
        return context
    }()
}

/// Returns the version of the loaded libnfc, such as `1.8.0`.
public func libNFCVersion() -> String { String(cString: nfc_version()) }

/// Information about the libnfc library that this process has loaded.
public enum LibNFC {
    /// The version of the loaded libnfc, such as `1.8.0`.
    public static var version: String { libNFCVersion() }
}
