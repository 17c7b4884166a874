import CLibNFC
import TagKit
import Testing

@testable import TagReaders

@Suite("A failed call of libnfc")
struct LibNFCFaultTests {
    @Test(
        "becomes the error that it means",
        arguments: [
            (NFC_ERFTRANS, 1, false, .nak),
            (NFC_ERFTRANS, 47, false, .nak),
            (NFC_ERFTRANS, 51, false, .tagLost),
            (NFC_ERFTRANS, 51, true, .readerGone),
            (NFC_EMFCAUTHFAIL, 4, false, .nak),
            (NFC_ETGRELEASED, 52, false, .tagLost),
            (NFC_ETIMEOUT, 350, false, .readerStalled),
            (NFC_ETIMEOUT, 350, nil, .readerStalled),
            (NFC_EIO, 0, true, .readerGone),
            (NFC_EIO, 0, nil, .readerGone),
            (NFC_EIO, 50, false, .readerProtocol),
            (NFC_ENOTSUCHDEV, 0, nil, .readerGone),
            (NFC_EOPABORTED, 1, false, .cancelled),
            (NFC_EINVARG, 0, false, .unsupportedCommand),
            (NFC_EDEVNOTSUPP, 0, false, .unsupportedCommand),
            (NFC_ENOTIMPL, 0, false, .unsupportedCommand),
            (NFC_EOVFLOW, 0, false, .readerProtocol),
            (NFC_ESOFT, 0, false, .readerProtocol),
            (NFC_ECHIP, 9, false, .readerProtocol),
            (-12345, 9, false, .readerProtocol),
        ] as [(Int32, Int, Bool?, TagError.Code)])
    func table(code: Int32, milliseconds: Int, portHungUp: Bool?, expected: TagError.Code) {
        let fault = LibNFCFault(code: code, duration: .milliseconds(milliseconds), portHungUp: portHungUp)
        #expect(fault.error.code == expected)
        #expect(!fault.error.summary.hasSuffix("."))
    }

    @Test(
        "says what to do next where a reader has failed", arguments: [NFC_ETIMEOUT, NFC_EIO, NFC_ENOTSUCHDEV])
    func remedies(code: Int32) {
        let error = LibNFCFault(code: code, duration: .zero, portHungUp: nil).error
        #expect(!error.remedy.isEmpty)
        #expect(error.reason.contains("(\(code))"))
    }

    @Test(
        "is retried if the reader responds again, otherwise only after a short call",
        arguments: [
            (nil, 100, true), (nil, 700, false), (true, 100, true), (true, 900, true), (false, 100, false),
        ] as [(Bool?, Int, Bool)])
    func retried(isSynchronized: Bool?, milliseconds: Int, isRetried: Bool) {
        let fault = LibNFCFault(
            code: NFC_EIO, duration: .milliseconds(milliseconds), portHungUp: false,
            isSynchronized: isSynchronized)
        var tries = LibNFCTries()
        let answers = (1...3).map { _ in tries.allowAnother(after: fault) }
        #expect(answers == [isRetried, isRetried, false])
    }

    @Test("loses a response if the reader responds again, and then the tag is selected again")
    func lost() {
        let fault = LibNFCFault(code: NFC_EIO, duration: .milliseconds(105), portHungUp: false)
        #expect(fault.responseLost.code == .tagLost)
        #expect(fault.responseLost.reason.contains("(-1)"))
    }
}
