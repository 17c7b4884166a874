import CLibNFC

/// The version of the libnfc that is loaded, as `1.8.0`.
public func libNFCVersion() -> String { String(cString: nfc_version()) }
