import Documents
package import TagRegistry

extension BatchJob.Row {
    /// Returns a number of rows with seats in a place, as ``SeatNames`` names them.
    ///
    /// - Throws: ``BatchRefusal`` if the place is invalid or has too few seats.
    package static func counted(_ count: Int, place: String) throws(BatchRefusal) -> [BatchJob.Row] {
        do throws(BatchProblem) {
            return try SeatNames.names(count: count, place: place).map { BatchJob.Row(seat: $0) }
        } catch {
            throw BatchRefusal(problems: [error], rows: count)
        }
    }
}
