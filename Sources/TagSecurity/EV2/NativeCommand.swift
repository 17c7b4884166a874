/// NXP's own commands, wrapped as C-APDUs. Source: NTAG 424 DNA data sheet §8.4.
enum NativeCommand {
    /// `90`, the command, `00 00`, data, Le.
    static func apdu(_ code: UInt8, _ data: [UInt8] = []) -> [UInt8] {
        [0x90, code, 0x00, 0x00] + (data.isEmpty ? [] : [UInt8(data.count)] + data) + [0x00]
    }
}
