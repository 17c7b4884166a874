import TextKit

/// Returns the candidate nearest to the typed word, or nil if none is near enough.
package func nearest(to typed: String, among candidates: [String]) -> String? {
    NearestWord.of(typed, among: candidates)
}
