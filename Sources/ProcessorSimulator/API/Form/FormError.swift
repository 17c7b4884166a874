import Processor

/// Why a form cannot be read.
enum FormError {
    /// HTTP 400, before anything was done.
    static func refused(_ message: String) -> ProcessorError {
        ProcessorError(.invalidRequest, status: 400, message: message)
    }
}
