import TextKit

/// Returns the candidate that is most similar to the typed text, or nil if no candidate is similar enough.
package func nearest(to typed: String, among candidates: [String]) -> String? {
    NearestWord.of(typed, among: candidates)
}
