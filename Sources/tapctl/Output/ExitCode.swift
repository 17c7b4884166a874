import Documents

/// ArgumentParser has a type of this name, too.
typealias ExitCode = Documents.ExitCode
