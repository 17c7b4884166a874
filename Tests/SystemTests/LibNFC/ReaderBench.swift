import TagKit
import Testing

/// A reader over a virtual field, with helpers for its tests.
protocol ReaderBench {}

extension ReaderBench {
    /// The code of the error that `body` throws; nil when it throws none.
    func code(_ body: () async throws -> Any) async -> TagError.Code? {
        do {
            _ = try await body()
        } catch let error as TagError {
            return error.code
        } catch {
            Issue.record(error)
        }
        return nil
    }
}
