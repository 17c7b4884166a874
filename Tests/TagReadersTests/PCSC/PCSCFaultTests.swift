import CPCSC
import TagKit
import TestSupport
import Testing

@testable import TagReaders

@Suite("A code of pcsclite")
struct PCSCFaultTests {
    @Test(
        "becomes an error that says what to do",
        arguments: [
            (SCARD_E_NO_SERVICE, .readerGone), (SCARD_E_SERVICE_STOPPED, .readerGone),
            (SCARD_E_READER_UNAVAILABLE, .readerGone), (SCARD_E_UNKNOWN_READER, .readerGone),
            (SCARD_E_SHARING_VIOLATION, .readerBusy), (SCARD_W_REMOVED_CARD, .tagLost),
            (SCARD_E_NO_SMARTCARD, .tagLost), (SCARD_W_RESET_CARD, .tagLost),
            (SCARD_E_NOT_TRANSACTED, .tagLost), (SCARD_F_COMM_ERROR, .tagLost),
            (SCARD_W_UNRESPONSIVE_CARD, .tagLost), (SCARD_E_PROTO_MISMATCH, .unsupportedTag),
            (SCARD_E_INSUFFICIENT_BUFFER, .readerProtocol), (SCARD_E_INVALID_HANDLE, .readerProtocol),
        ] as [(LONG, TagError.Code)])
    func errors(code: LONG, error: TagError.Code) throws {
        let fault = try #require(PCSCFault(code, in: "SCardTransmit"))
        #expect(fault.error.code == error)
        #expect(!fault.error.remedy.isEmpty && !fault.error.reason.isEmpty)
    }

    @Test("for success does not exist, and a canceled wait has its own code")
    func others() throws {
        #expect(PCSCFault(SCARD_S_SUCCESS, in: "SCardTransmit") == nil)
        #expect(PCSCFault(SCARD_E_CANCELLED, in: "SCardGetStatusChange")?.error.code == .cancelled)
        #expect(PCSCFault(SCARD_E_TIMEOUT, in: "SCardGetStatusChange")?.code == PCSCFault.timeout)
        #expect(PCSCFault(SCARD_E_NO_READERS_AVAILABLE, in: "")?.code == PCSCFault.noReaders)
    }
}
