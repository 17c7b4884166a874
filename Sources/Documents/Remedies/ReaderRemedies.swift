package import TagReaders

extension ReaderFinding {
    /// The step to take by hand, with the option that selects another reader.
    package var commandHint: String {
        switch code {
        // Without USB, there is no command to look with.
        case .noReader where commands.isEmpty: "\(hint); without one, `--reader sim:FILE` is a virtual one"
        case .pcscdHolds:
            "or leave it running and use the reader through PC/SC: `--reader pcsc:1`; "
                + "after a restart of the computer pcscd is back unless it is disabled"
        default: hint
        }
    }
}
