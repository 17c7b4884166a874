import Documents
package import TagRegistry

extension BatchJob.Row {
    /// Returns `count` rows, one for each seat. ``SeatNames`` generates the seats' names from a location such
    /// as `rows A-F` or `Lobby`.
    ///
    /// - Throws: ``BatchRefusal`` if the location is invalid or has too few seats.
    package static func counted(_ count: Int, place: String) throws(BatchRefusal) -> [BatchJob.Row] {
        do throws(BatchProblem) {
            return try SeatNames.names(count: count, place: place).map { BatchJob.Row(seat: $0) }
        } catch {
            throw BatchRefusal(problems: [error], rows: count)
        }
    }
}
