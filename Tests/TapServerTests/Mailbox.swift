import Foundation
import Synchronization
import TapServer
import Testing

/// Keeps the letters that are sent.
final class Mailbox: Mail {
    private let kept = Mutex<(letters: [EmailMessage], most: Int?)>(([], nil))

    var letters: [EmailMessage] { kept.withLock { $0.letters } }

    /// Accepts at most this many files, like a disk that is full; nil accepts all again.
    func failAfter(_ most: Int?) { kept.withLock { $0.most = most } }

    func send(_ letter: EmailMessage) async throws {
        try kept.withLock { kept in
            if let most = kept.most, kept.letters.count >= most { throw CocoaError(.fileWriteOutOfSpace) }
            kept.letters.append(letter)
        }
    }
}

extension SiteBench {
    /// The public URL of its pages.
    static var address: SiteAddress {
        get throws { try #require(SiteAddress("https://give.example.org")) }
    }

    /// The path of the last link that was sent to an address.
    func link(to email: String) throws -> String {
        let letter = try #require(mailbox.letters.last { $0.to == email })
        let line = try #require(letter.lines.first { $0.hasPrefix("https://give.example.org/") })
        return String(line.dropFirst("https://give.example.org".count))
    }
}

extension Visitor {
    /// Signs in by a link to an address that was given with.
    func signIn(_ email: String = "donor@example.org") async throws -> Page {
        _ = try await post("/-/giver", ["email": email])
        await bench.site.sendLinks(leadingTo: try SiteBench.address)
        return try await send(open(bench.link(to: email)))
    }
}
