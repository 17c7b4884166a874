/// A parser for columns in which all cells have the same format. Cells that are valid in only one format
/// determine how ambiguous cells are read.
enum ColumnForm {
    /// The text of a cell, and the number of the cell's line in the file.
    struct Cell: Hashable {
        var line: Int
        var text: String
    }

    /// The reason that a column cannot be read.
    enum Problem: Error, Hashable {
        /// The cell is invalid in every format.
        case unreadable(Cell)
        /// The cell has different values in two formats, and no other cell in the column rules out either
        /// format.
        case open(Cell)
        /// The cell is invalid in every format that the cells above it permit.
        case mixed(Cell)
    }

    /// Returns the values of a column, read in the format that is valid for all cells. If several formats are
    /// valid, each cell must have the same value in all of these formats.
    ///
    /// - Parameters:
    ///   - forms: The possible formats, at least one.
    ///   - read: A function that returns the value of the cell at an index in a format, or nil if the cell is
    ///     invalid in that format.
    static func values<Form, Value: Equatable>(
        of cells: [Cell], in forms: [Form], _ read: (Int, Form) -> Value?
    ) throws(Problem) -> [Value] {
        let readings = cells.indices.map { index in forms.map { read(index, $0) } }
        for (cell, reading) in zip(cells, readings) where reading.allSatisfy({ $0 == nil }) {
            throw Problem.unreadable(cell)
        }
        var possible = Array(forms.indices)
        for (cell, reading) in zip(cells, readings) {
            possible = possible.filter { reading[$0] != nil }
            if possible.isEmpty { throw Problem.mixed(cell) }
        }
        let columns = possible.map { form in readings.compactMap { $0[form] } }
        for other in columns.dropFirst() {
            if let index = cells.indices.first(where: { columns[0][$0] != other[$0] }) {
                throw Problem.open(cells[index])
            }
        }
        return columns.first ?? []
    }
}
