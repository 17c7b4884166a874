import Glibc

/// A variable of the environment.
package func environmentVariable(_ name: String, default fallback: String) -> String {
    getenv(name).map { String(cString: $0) } ?? fallback
}
