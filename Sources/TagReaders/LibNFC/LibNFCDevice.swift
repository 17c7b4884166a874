import CLibNFC
import Foundation
import Synchronization
import TagKit

/// An open `nfc_device`: libnfc's calls with Swift types and no further logic.
///
/// All calls are made on the reader's thread, except ``abort()``, which any thread may call. The device is closed with
/// the last reference, so a concurrent abort never uses a closed device.
final class LibNFCDevice: @unchecked Sendable {
    private let raw: OpaquePointer
    /// Whether a call that can be aborted is in progress.
    private let busy = Mutex(false)

    /// Opens the device. Returns nil if libnfc fails for any reason.
    ///
    /// A device that stopped responding while it was opened supports no modulation. Such a device is rejected, because
    /// libnfc's next call would terminate the program with an assertion.
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

    /// libnfc's name for the device.
    var name: String { String(cString: nfc_device_get_name(raw)) }

    /// Aborts the call in progress, which then returns `NFC_EOPABORTED` within a millisecond.
    ///
    /// Has no effect if no call is in progress, because libnfc would lose the abort and leak a file descriptor. An
    /// abort in the first milliseconds of a call is also lost, so callers must also check for cancellation between
    /// calls.
    func abort() {
        busy.withLock { busy in
            if busy { _ = nfc_abort_command(raw) }
        }
    }

    /// Configures the device as an initiator with its field on. Tags briefly lose power.
    ///
    /// - Returns: 0, or libnfc's negative code.
    func becomeInitiator() -> Int32 {
        call { nfc_initiator_init($0) }
    }

    /// Sets a libnfc property.
    func set(_ property: nfc_property, _ value: Bool) -> Int32 {
        call { nfc_device_set_property_bool($0, property, value) }
    }

    /// Selects a type A tag.
    ///
    /// - Returns: 1 and the tag, 0 if no tag responds, or libnfc's negative code.
    func select() -> (Int32, SelectedTag?) {
        var target = nfc_target()
        let modulation = nfc_modulation(nmt: NMT_ISO14443A, nbr: NBR_106)
        let code = call { nfc_initiator_select_passive_target($0, modulation, nil, 0, &target) }
        return (code, code > 0 ? SelectedTag(target.nti.nai) : nil)
    }

    /// Puts the selected tag into HALT.
    func deselect() -> Int32 {
        call { nfc_initiator_deselect_target($0) }
    }

    /// Sends bytes to the tag.
    ///
    /// - Returns: The number of bytes received, or libnfc's negative code.
    func transceive(_ bytes: [UInt8], into answer: inout [UInt8], milliseconds: Int32) -> Int32 {
        precondition(milliseconds > 0, "0 would wait forever")
        let room = answer.count
        return call {
            nfc_initiator_transceive_bytes($0, bytes, bytes.count, &answer, room, milliseconds)
        }
    }

    /// Checks whether the selected tag is still present.
    ///
    /// - Returns: 0, `NFC_ETGRELEASED`, or another negative code.
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
    /// Creates a tag from libnfc's description.
    init(_ info: nfc_iso14443a_info) {
        let uid = withUnsafeBytes(of: info.abtUid) { Array($0.prefix(info.szUidLen)) }
        let ats = withUnsafeBytes(of: info.abtAts) { Array($0.prefix(info.szAtsLen)) }
        self.init(
            atqa: UInt16(info.abtAtqa.0) << 8 | UInt16(info.abtAtqa.1), sak: info.btSak, uid: uid, ats: ats)
    }
}

/// The only libnfc context of the process.
///
/// The context is never closed: `nfc_exit` frees the list of drivers that all contexts share, which would break a
/// reader opened through another context.
enum LibNFCContext {
    /// The context, created on first use. Nil if memory is exhausted.
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

/// The libnfc that this process has loaded.
public enum LibNFC {
    /// The version, such as `1.8.0`.
    public static var version: String { String(cString: nfc_version()) }
}
