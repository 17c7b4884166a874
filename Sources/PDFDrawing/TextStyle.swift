/// The font and the gray of text.
enum TextStyle: Hashable {
    case letterhead, title, body, main, label, cell, strongCell, columnName, small, mark

    /// The font as Pango reads it. The first family that is installed is used; other fonts add missing characters.
    var font: String { "Noto Sans, DejaVu Sans, sans-serif, \(isBold ? "Bold " : "")\(size)" }

    /// The gray: 0 is black. Black on white at 0.33 has a contrast of more than 7 : 1.
    var gray: Double {
        switch self {
        case .label, .columnName, .small: 0.33
        default: 0
        }
    }

    private var size: String {
        switch self {
        case .letterhead: "18"
        case .title: "13"
        case .main: "12"
        case .body, .label: "10"
        case .cell, .strongCell, .mark: "9"
        case .columnName, .small: "8.5"
        }
    }

    private var isBold: Bool {
        switch self {
        case .letterhead, .title, .main, .strongCell, .mark: true
        case .body, .label, .cell, .columnName, .small: false
        }
    }
}

/// Text with its place on a page, in points from the upper left corner.
struct PlacedText: Hashable {
    var text: String
    var style: TextStyle
    var x: Double
    var y: Double
    var width: Double
    var alignsRight = false
}

/// The size of text that is broken into lines, in points.
struct TextSize: Hashable {
    var width: Double
    var height: Double
}

/// A step of drawing a page.
enum PageMark: Hashable {
    /// The beginning and end of a structure element, such as `Table`. It may continue on the next page.
    case begin(String)
    case end(String)
    case text(PlacedText)
    case line(y: Double, from: Double, to: Double, thickness: Double, gray: Double)
    case frame(x: Double, y: Double, width: Double, height: Double)
}
