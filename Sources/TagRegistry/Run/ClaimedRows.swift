import Synchronization

/// Which rows the readers are at, so that no two announce the same seat, and none takes a row that is being written.
///
/// A claim lasts as long as its reader wants it and its program lives; nothing of it is kept.
public final class ClaimedRows: Sendable {
    private let claims = Mutex<[String: [RowMark: Int]]>([:])
    private let programs: (any RowMarks)?

    /// Nobody of this program is at a row.
    ///
    /// - Parameter programs: Where the other programs' claims are seen; nil where there are no others.
    public init(among programs: (any RowMarks)? = nil) { self.programs = programs }

    /// A reader announces this row from now on, or with nil none.
    ///
    /// - Returns: false where another reader announces it; then nothing has changed.
    @discardableResult
    public func claim(_ row: Int?, by reader: String) throws -> Bool {
        try move(.announced, to: row, by: reader)
    }

    /// A reader writes a tag for this row, until ``letGo(by:)``.
    ///
    /// - Returns: false where another reader does; then nothing has changed.
    public func hold(_ row: Int, by reader: String) throws -> Bool {
        try move(.written, to: row, by: reader)
    }

    /// A reader writes no tag any more.
    public func letGo(by reader: String) { _ = try? move(.written, to: nil, by: reader) }

    /// The rows that other readers announce or write.
    public func others(than reader: String) throws -> Set<Int> {
        try others(than: reader, .announced).union(writtenByOthers(than: reader))
    }

    /// The rows that other readers write at this moment.
    public func writtenByOthers(than reader: String) throws -> Set<Int> { try others(than: reader, .written) }

    /// The rows that other programs announce or write.
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

/// The work that a reader does on a row.
public enum RowMark: Sendable, CaseIterable {
    /// A person hears its seat, and holds a tag to the reader.
    case announced
    /// A tag is being written for it.
    case written
}

/// The rows of one batch that are claimed by programs writing it at the same time.
///
/// A mark disappears when its program ends for any reason: after a kill or a power cut there is none.
public protocol RowMarks: Sendable {
    /// Marks a row for this program.
    ///
    /// - Returns: false if another program has marked it so.
    func set(_ mark: RowMark, on row: Int) throws -> Bool
    /// Takes this program's mark away.
    func clear(_ mark: RowMark, on row: Int)
    /// The rows that other programs have marked so.
    func others(_ mark: RowMark) throws -> Set<Int>
}
