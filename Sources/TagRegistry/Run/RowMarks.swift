/// What a reader does with a row at this moment.
public enum RowMark: Hashable, Sendable, CaseIterable {
    /// A person hears its seat, and holds a tag to the reader.
    case announced
    /// A tag is being written for it.
    case written
}

/// The rows of one batch at which the programs are that write it at the same time.
///
/// A mark is gone when its program ends, however it ends: whoever asks behind a kill or a power cut finds none.
public protocol RowMarks: Sendable {
    /// Marks a row for this program.
    ///
    /// - Returns: false where another program has marked it so.
    func set(_ mark: RowMark, on row: Int) throws -> Bool
    /// Takes this program's mark away.
    func clear(_ mark: RowMark, on row: Int)
    /// The rows that other programs have marked so.
    func others(_ mark: RowMark) throws -> Set<Int>
}
