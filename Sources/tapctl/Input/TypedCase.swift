import ArgumentParser

extension CaseIterable where Self: RawRepresentable, RawValue == String {
    /// A case as it is typed in a command.
    ///
    /// - Throws: The cases that there are.
    static func typed(_ text: String) throws -> Self {
        guard let typed = Self(rawValue: text) else {
            throw ValidationError("There is: \(allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        return typed
    }
}
