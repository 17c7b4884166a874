import Documents

/// Prevents confusion with ArgumentParser's type of the same name.
typealias ExitCode = Documents.ExitCode
