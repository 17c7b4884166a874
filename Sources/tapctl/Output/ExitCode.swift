import Documents

/// ArgumentParser has a type with this name, too.
typealias ExitCode = Documents.ExitCode
