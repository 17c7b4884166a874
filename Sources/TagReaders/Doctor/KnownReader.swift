/// A USB device that is known to be an NFC reader or a serial cable, and the libraries that support it.
struct KnownReader: Hashable {
    /// The library or libraries through which a device can be used.
    enum Way {
        /// libnfc with its driver `pn53x_usb`.
        case libnfc
        /// libnfc with its driver `acr122_usb`, or PC/SC. Only the library that opens the reader first can
        /// use it.
        case both
        /// Only PC/SC supports the device.
        case pcsc
        /// Neither library supports the device.
        case none
        /// The device is a USB-to-serial cable. If a PN532 is connected to it, libnfc supports that reader.
        case serialCable
    }

    let id: USBDeviceID
    let name: String
    let way: Way

    init(_ vendor: UInt16, _ product: UInt16, _ name: String, _ way: Way) {
        id = USBDeviceID(vendor, product)
        self.name = name
        self.way = way
    }

    /// The kernel modules for NFC readers. libnfc cannot use a reader that one of these modules has claimed.
    static let kernelModules: Set = ["pn533_usb", "pn533", "port100"]

    /// All known readers.
    ///
    /// Sources for libnfc: nfc-tools/libnfc 1.8.0 `libnfc/drivers/pn53x_usb.c`, `acr122_usb.c`; for PC/SC:
    /// LudovicRousseau/CCID `readers/supported_readers.txt`; for the ACR125x, which do not work with libnfc:
    /// nfc-tools/libnfc#458, #488, #656; for Sony's RC-S380: torvalds/linux `drivers/nfc/port100.c`.
    static let all: [KnownReader] = [
        KnownReader(0x072F, 0x2200, "ACS ACR122U", .both),
        KnownReader(0x072F, 0x90CC, "Touchatag", .both),
        KnownReader(0x04CC, 0x0531, "Philips PN531", .libnfc),
        KnownReader(0x04CC, 0x2533, "NXP PN533", .libnfc),
        KnownReader(0x04E6, 0x5591, "SCM SCL3711", .libnfc),
        KnownReader(0x04E6, 0x5594, "SCM SCL3712", .libnfc),
        KnownReader(0x054C, 0x0193, "Sony PN531", .libnfc),
        KnownReader(0x054C, 0x02E1, "Sony RC-S360", .libnfc),
        KnownReader(0x1FD3, 0x0608, "ASK LoGO", .libnfc),
        KnownReader(0x072F, 0x221A, "ACS ACR1251U", .pcsc),
        KnownReader(0x072F, 0x223B, "ACS ACR1252U", .pcsc),
        KnownReader(0x072F, 0x223E, "ACS ACR1252U", .pcsc),
        KnownReader(0x072F, 0x2259, "ACS ACR1252IMP", .pcsc),
        KnownReader(0x072F, 0x223F, "ACS ACR1255U-J1", .pcsc),
        KnownReader(0x072F, 0x2224, "ACS ACR1281U", .pcsc),
        KnownReader(0x072F, 0x2303, "ACS ACR1552U", .pcsc),
        KnownReader(0x072F, 0x2301, "ACS ACR1581U", .pcsc),
        KnownReader(0x076B, 0x5022, "HID OMNIKEY 5022", .pcsc),
        KnownReader(0x076B, 0x5023, "HID OMNIKEY 5023", .pcsc),
        KnownReader(0x076B, 0x5422, "HID OMNIKEY 5422", .pcsc),
        KnownReader(0x076B, 0x5427, "HID OMNIKEY 5427 CK", .pcsc),
        KnownReader(0x04E6, 0x5291, "SCM SCL010", .pcsc),
        KnownReader(0x04E6, 0x5293, "SCM SCL01x", .pcsc),
        KnownReader(0x04E6, 0x5790, "Identiv uTrust 3700 F", .pcsc),
        KnownReader(0x04E6, 0x5791, "Identiv uTrust 3701 F", .pcsc),
        KnownReader(0x04E6, 0x5720, "Identiv CLOUD 4500 F", .pcsc),
        KnownReader(0x04E6, 0x5724, "Identiv uTrust 4701 F", .pcsc),
        KnownReader(0x1C34, 0x7141, "SpringCard Prox'N'Roll", .pcsc),
        KnownReader(0x1C34, 0x8141, "SpringCard NFC'Roll", .pcsc),
        KnownReader(0x054C, 0x06C1, "Sony RC-S380/S", .none),
        KnownReader(0x054C, 0x06C3, "Sony RC-S380/P", .none),
        KnownReader(0x1A86, 0x7523, "CH340 serial cable", .serialCable),
        KnownReader(0x10C4, 0xEA60, "CP210x serial cable", .serialCable),
        KnownReader(0x0403, 0x6001, "FTDI serial cable", .serialCable),
        KnownReader(0x0403, 0x6015, "FTDI serial cable", .serialCable),
        KnownReader(0x067B, 0x2303, "PL2303 serial cable", .serialCable),
    ]

    /// The USB interface class of smart card readers. Source: USB-IF, "Device Class: Smart Card CCID" 1.1
    /// §4.1.
    static let smartCardClass: UInt8 = 0x0B

    /// Looks up a device by its USB id. An unknown smart card reader is assumed to work with PC/SC. Returns
    /// nil for any other unknown device.
    init?(_ device: ReaderFacts.USBDevice) {
        if let known = Self.all.first(where: { $0.id == device.id }) {
            self = known
        } else if device.interfaces.contains(where: { $0.interfaceClass == Self.smartCardClass }) {
            let name = device.name.isEmpty ? "smart card reader" : device.name
            self.init(device.id.vendor, device.id.product, name, .pcsc)
        } else {
            return nil
        }
    }
}
