/// The libFuzzer entry point: stops the program if the check finds a problem.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    if let problem = tlvProblem(bytes) { fatalError(problem) }
    return 0
}
