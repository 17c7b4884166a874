import Contracts
import Documents
import FailureKit
import FileKit
import Glibc
import TokenKit

/// The secret of a data folder from which the tokens of payment links follow: the file `links.secret`, mode 0600.
///
/// It stands beside the database, and in no backup of it: who reads the tables finds hashes. Where it is lost, an open
/// link still leads to its payment, and asking again makes another one.
enum LinkSecret {
    /// The folder's secret; it is made at the first use.
    ///
    /// - Throws: exit 73 where it cannot be made, 78 where the file holds none.
    static func open(in folder: String, random: () -> UInt64) throws -> LinkToken {
        let path = folder + "/links.secret"
        if access(path, F_OK) != 0 { try make(path, LinkToken(random: random)) }
        let text = String(decoding: try Input.read(path, limit: 256), as: UTF8.self)
        guard let secret = LinkToken(text.split(whereSeparator: \.isWhitespace).first.map(String.init)) else {
            throw CommandError(
                .configuration, code: "notALinkSecret", "\(path) holds no secret of payment links",
                reason: "it is cut short, or something else",
                remedy: "move it away: the next command makes another, and links are sent anew")
        }
        return secret
    }

    /// The file is there whole or not at all; of two programs that make it at once, the first one wins.
    private static func make(_ path: String, _ secret: LinkToken) throws {
        do {
            try AtomicFile.write(Array((secret.text + "\n").utf8), to: path, .newWhole, mode: 0o600)
        } catch {
            guard error.step == .place else { throw NewFile.notMade(path, error) }
            if error.number == EEXIST { return }
            throw CommandError(
                .cannotCreate, code: "cannotCreate", "the secret of payment links cannot be kept",
                reason: "\(path): \(error.reason)",
                remedy: "name another data folder with --data or TAPCTL_HOME")
        }
    }
}
