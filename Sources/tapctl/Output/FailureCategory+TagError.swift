import FailureKit
import TagKit

extension FailureCategory {
    /// The one map from what went wrong with a tag or a reader to the number that the shell sees.
    init(_ code: TagError.Code) {
        self =
            switch code {
            case .noTag, .twoTags, .tagLost, .stillPresent, .readerBusy, .fileBusy: .tryAgain
            case .nak, .readerGone, .readerStalled, .verifyFailed: .inputOutput
            case .readerNotFound, .unsupportedCommand: .noReader
            case .readerProtocol: .peerProtocol
            case .cancelled: .interrupted
            case .malformedTag, .noMessage, .fileMalformed: .malformed
            case .unsupportedTag, .readOnly, .passwordProtected, .holdsAnotherMessage, .tooSmall,
                .wrongContainer, .mirrorOn, .notAllowedHere, .unusableMessage:
                .refused
            case .fileNotFound: .notFound
            case .fileNotWritable: .cannotCreate
            }
    }
}
