import Documents

/// The package's exit code type. The alias avoids confusion with ArgumentParser's type of the same name.
typealias ExitCode = Documents.ExitCode
