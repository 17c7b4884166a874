import Documents
package import TagRegistry

extension BatchJob.Row {
    /// So many rows with seats of a place, as ``SeatNames`` names them.
    ///
    /// - Throws: ``BatchRefusal`` for a place that has not so many seats, or is none.
    package static func counted(_ count: Int, place: String) throws(BatchRefusal) -> [BatchJob.Row] {
        do throws(BatchProblem) {
            return try SeatNames.names(count: count, place: place).map { BatchJob.Row(seat: $0) }
        } catch {
            throw BatchRefusal(problems: [error], rows: count)
        }
    }
}
