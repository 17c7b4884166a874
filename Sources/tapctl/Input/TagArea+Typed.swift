import ArgumentParser
import Documents

extension TagArea {
    /// The chip of a name on the command line.
    ///
    /// - Throws: What the command line says, with the nearest right word.
    static func typed(_ name: String) throws -> TagArea {
        do {
            return try named(name)
        } catch {
            throw ValidationError(error.message)
        }
    }
}
