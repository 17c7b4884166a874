package import TagReaders

extension ReaderFinding {
    /// The manual step, with the option that selects another reader.
    package var commandHint: String {
        switch code {
        // Without USB, no command can list the devices.
        case .noReader where commands.isEmpty:
            "\(hint); if you have no reader, use a virtual one: `--reader sim:FILE`"
        case .pcscdHolds:
            "or leave it running and use the reader through PC/SC: `--reader pcsc:1`; "
                + "unless you disable pcscd, it starts again with the computer"
        default: hint
        }
    }
}
