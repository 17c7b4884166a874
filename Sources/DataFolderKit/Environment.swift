import Glibc

/// Returns the value of an environment variable, or `fallback` if it is not set.
package func environmentVariable(_ name: String, default fallback: String) -> String {
    getenv(name).map { String(cString: $0) } ?? fallback
}
