/// The role of a piece of text, which determines its font and shade of gray.
enum TextStyle: Hashable {
    case letterhead, title, body, main, label, cell, strongCell, columnName, small, mark

    /// The font in Pango's syntax. The first installed family is used, and other fonts supply the characters
    /// that it lacks.
    var font: String { "Noto Sans, DejaVu Sans, sans-serif, \(isBold ? "Bold " : "")\(size)" }

    /// The shade of gray, from 0 (black) to 1 (white). At 0.33, the contrast with white is more than 7:1.
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

/// A text with its position on a page, in points from the upper left corner.
struct PlacedText: Hashable {
    var text: String
    var style: TextStyle
    var x: Double
    var y: Double
    var width: Double
    var alignsRight = false
}

/// The size, in points, of text that was broken into lines.
struct TextSize: Hashable {
    var width: Double
    var height: Double
}

/// A step in drawing a page.
enum PageMark: Hashable {
    /// The beginning of a structure element, such as `Table`. The element may continue on the next page.
    case begin(String)
    case end(String)
    case text(PlacedText)
    case line(y: Double, from: Double, to: Double, thickness: Double, gray: Double)
    case frame(x: Double, y: Double, width: Double, height: Double)
}
