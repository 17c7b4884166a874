import Foundation
import TestSupport
import Testing

@testable import TagSecurity

/// `../shared/fixtures/sdm-vectors.json`: taps of NXP's application note and of real tags, AES and LRP.
@Suite("SUN: shared vectors")
struct SDMVectorTests {
    struct Vector: Decodable {
        var id: String
        var mode: String
        var metaReadKey: String
        var fileReadKey: String
        var url: String?
        var piccEncData: String?
        var piccPlain: String?
        var uid: String
        var readCounter: UInt32
        var kSesSDMFileReadENC: String?
        var kSesSDMFileReadMAC: String?
        var sessionMasterKey: String?
        var encFileData: String?
        var filePlain: String?
        var macInput: String?
        var sdmmac: String?
        var valid: Bool?
    }
    private struct File: Decodable { var vectors: [Vector] }

    @Test("every tap is proved or rejected as its vector says, with its UID, counter and file")
    func vectors() throws {
        let name = "sdm-vectors.json"
        guard let data = try SharedFixtures.data(name) else { return }
        let vectors = try JSONDecoder().decode(File.self, from: data).vectors
        #expect(!vectors.isEmpty)
        var held = 0
        for vector in vectors {
            let flaws = try Self.flaws(of: vector)
            #expect(flaws.isEmpty, "\(vector.id): \(flaws)")
            if flaws.isEmpty { held += 1 }
        }
        SharedFixtures.report(name, held: held, of: vectors.count)
    }

    /// The parts of a vector that fail; empty if all are right.
    private static func flaws(of vector: Vector) throws -> [String] {
        var flaws: [String] = []
        let fileRead = try #require(AESKey(hex(vector.fileReadKey)))
        let keys = SUNKeys(
            metaRead: try #require(AESKey(hex(vector.metaReadKey))), fileRead: fileRead,
            mode: vector.mode == "LRP" ? .lrp : .aes)
        let counter = (0..<3).map { UInt8(truncatingIfNeeded: vector.readCounter >> (8 * $0)) }
        let context = hex("00 01 00 80") + hex(vector.uid) + counter
        if let key = vector.kSesSDMFileReadMAC, fileRead.cmac(hex("3C C3") + context) != hex(key) {
            flaws.append("K_MAC")
        }
        let enc = AESKey(checked: fileRead.cmac(hex("C3 3C") + context))
        if let key = vector.kSesSDMFileReadENC, enc.bytes != hex(key) { flaws.append("K_ENC") }
        if let key = vector.sessionMasterKey,
            LRP(fileRead, updated: 0).cmac(context + hex("1E E1")) != hex(key)
        {
            flaws.append("master key")
        }
        guard let mac = vector.sdmmac else {
            // No code is given: the file alone.
            guard let file = vector.encFileData else { return flaws }
            let plain = enc.decipherCBC(
                hex(file), vector: enc.encipher(counter + [UInt8](repeating: 0, count: 13)))
            return plain == hex(vector.filePlain ?? "") ? flaws : flaws + ["file"]
        }
        let message = SUNMessage(
            identity: vector.piccEncData.map { .enciphered(hex($0)) }
                ?? .plain(uid: hex(vector.uid), counter: vector.readCounter),
            file: hex(vector.encFileData ?? ""), macInput: Array((vector.macInput ?? "").utf8), mac: hex(mac))
        if let url = vector.url, try SUNMessage(url: url) != message { flaws.append("url") }
        do throws(SecurityError) {
            let tap = try keys.verify(message)
            if vector.valid != true { flaws.append("proved") }
            if tap.uid != hex(vector.uid) { flaws.append("uid") }
            if tap.counter != vector.readCounter { flaws.append("counter") }
            if let plain = vector.filePlain, vector.encFileData != nil, tap.file != hex(plain) {
                flaws.append("file")
            }
        } catch {
            if vector.valid != false { flaws.append("\(error)") }
        }
        return flaws
    }
}
