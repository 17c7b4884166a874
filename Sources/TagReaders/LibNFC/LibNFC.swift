import CLibNFC

/// The libnfc that this process has loaded.
public enum LibNFC {
    /// Its version, such as `1.8.0`.
    public static var version: String { String(cString: nfc_version()) }
}
