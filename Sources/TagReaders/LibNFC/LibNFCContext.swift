import CLibNFC
import Foundation

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
