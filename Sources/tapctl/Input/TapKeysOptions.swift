import ArgumentParser
import TagSecurity

/// With which keys the taps of NTAG 424 DNA tags are proved.
struct TapKeysOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Prove the taps of tags with this secret or these keys; a file that only you may read (mode 0600). May be given several times.",
            valueName: "file"), completion: .file())
    var keys: [String] = []

    /// The keys.
    func read() throws -> [SUNKeys] { try keys.map { path in try SUNKeys(path: path) } }
}
