import TextKit

/// The nearest of `candidates` to what was typed, when it is near enough to be meant.
package func nearest(to typed: String, among candidates: [String]) -> String? {
    NearestWord.of(typed, among: candidates)
}
