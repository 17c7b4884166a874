import Synchronization

/// The rows that readers are using. Claims prevent two readers from announcing the same seat or writing the
/// same row.
///
/// A claim lasts until the reader releases it or the program ends. Claims are not stored in the database.
public final class ClaimedRows: Sendable {
    private let claims = Mutex<[String: [RowMark: Int]]>([:])
    private let programs: (any RowMarks)?

    /// Creates an object without claims.
    ///
    /// - Parameter programs: The claims of other programs; nil if no other program can use the same batch.
    public init(among programs: (any RowMarks)? = nil) { self.programs = programs }

    /// Announces a row for a reader, or withdraws the reader's announcement if `row` is nil.
    ///
    /// - Returns: False if another reader has announced the row. In that case, nothing is changed.
    @discardableResult
    public func claim(_ row: Int?, by reader: String) throws -> Bool {
        try move(.announced, to: row, by: reader)
    }

    /// Claims a row for writing by a reader, until ``letGo(by:)`` is called.
    ///
    /// - Returns: False if another reader is writing the row. In that case, nothing is changed.
    public func hold(_ row: Int, by reader: String) throws -> Bool {
        try move(.written, to: row, by: reader)
    }

    /// Releases the row that a reader has claimed for writing.
    public func letGo(by reader: String) { _ = try? move(.written, to: nil, by: reader) }

    /// Returns the rows that other readers have announced or are writing.
    public func others(than reader: String) throws -> Set<Int> {
        try others(than: reader, .announced).union(writtenByOthers(than: reader))
    }

    /// Returns the rows that other readers are writing.
    public func writtenByOthers(than reader: String) throws -> Set<Int> { try others(than: reader, .written) }

    /// The rows that other programs have announced or are writing.
    public var ofOtherPrograms: Set<Int> {
        get throws { try RowMark.allCases.reduce(into: []) { try $0.formUnion(programs?.others($1) ?? []) } }
    }

    private func others(than reader: String, _ mark: RowMark) throws -> Set<Int> {
        let mine = claims.withLock { claims in
            Set(claims.filter { $0.key != reader }.compactMap { $0.value[mark] })
        }
        return try mine.union(programs?.others(mark) ?? [])
    }

    private func move(_ mark: RowMark, to row: Int?, by reader: String) throws -> Bool {
        try claims.withLock { claims in
            let old = claims[reader]?[mark]
            guard old != row else { return true }
            if let row {
                if claims.contains(where: { $0.key != reader && $0.value[mark] == row }) { return false }
                if let programs, try !programs.set(mark, on: row) { return false }
            }
            if let old { programs?.clear(mark, on: old) }
            claims[reader, default: [:]][mark] = row
            return true
        }
    }
}

/// The purpose for which a reader has claimed a row.
public enum RowMark: Sendable, CaseIterable {
    /// The row's seat has been announced to a person, who then holds a tag for this seat to the reader.
    case announced
    /// A tag is being written for the row.
    case written
}

/// The marks with which programs claim the rows of one batch. All programs that write tags of the batch at
/// the same time share the marks.
///
/// A program's marks are removed when the program ends for any reason, including a kill or a power failure.
public protocol RowMarks: Sendable {
    /// Marks a row for this program.
    ///
    /// - Returns: False if another program has marked the row in the same way.
    func set(_ mark: RowMark, on row: Int) throws -> Bool
    /// Removes this program's mark from a row.
    func clear(_ mark: RowMark, on row: Int)
    /// Returns the rows on which other programs have placed this mark.
    func others(_ mark: RowMark) throws -> Set<Int>
}
