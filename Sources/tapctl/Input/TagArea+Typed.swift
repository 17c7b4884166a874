import ArgumentParser
import Documents

extension TagArea {
    /// Returns the chip with a name from the command line.
    ///
    /// - Throws: An error for the command line that suggests the nearest name.
    static func typed(_ name: String) throws -> TagArea {
        do {
            return try named(name)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
