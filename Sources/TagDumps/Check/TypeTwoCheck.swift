import TagKit
import TextKit

/// Checks the pages of a Type 2 tag for contradictions.
struct TypeTwoCheck {
    let image: TagImage
    let pages: [[UInt8]?]

    private var product: TypeTwoProduct? { TypeTwoProduct.all.first { $0.name == image.product } }

    func findings() -> [DumpFinding] {
        size() + identity() + container() + lockControl() + password() + staleData()
    }

    private func lockControl() -> [DumpFinding] {
        guard let memory = product?.memory, let bytes = try? image.dataArea(),
            let area = try? Type2DataArea(parsing: bytes),
            let tlv = area.foreignLockControl(controlTLVs: memory.controlTLVs)
        else { return [] }
        return [
            DumpFinding(
                .lockControlWrong, "the Lock Control TLV does not match \(image.product)",
                reason: "the TLV at byte \(tlv.offset) of the data area contains \(Hex.upper(tlv.value))")
        ]
    }

    private func size() -> [DumpFinding] {
        var findings: [DumpFinding] = []
        if image.paddingBytes > 0 {
            let count = image.paddingBytes / 4
            findings.append(
                DumpFinding(
                    .padded, "the file is longer than the memory of \(image.product)",
                    reason: (count == 1 ? "the last page repeats" : "the last \(count) pages repeat")
                        + " the memory from page 0, because READ continues with page 0 after the last page"))
        }
        if let unknown = pages.firstIndex(where: { $0 == nil }) {
            let count = pages.count { $0 == nil }
            findings.append(
                DumpFinding(
                    .incomplete, "not all pages are known",
                    reason: count == 1
                        ? "page \(unknown) is missing from the dump"
                        : "\(count) pages are missing from the dump; the first is page \(unknown)"))
        } else if image.product == TypeTwoProduct.unnamed {
            findings.append(
                DumpFinding(
                    .incomplete, "no known product has this number of pages",
                    reason: "the file has \(pages.count.counted("page")); the last pages may be missing"))
        }
        for (page, bytes) in image.partlyUnknown.sorted(by: { $0.key < $1.key }) {
            findings.append(
                DumpFinding(
                    .incomplete, "page \(page) is partly unknown",
                    reason: "\(bytes.count == 1 ? "byte" : "bytes") "
                        + bytes.map(String.init).joined(separator: ", ")))
        }
        if let copies = copiesOfFirstPages {
            findings.append(
                DumpFinding(
                    .incomplete,
                    "pages \(copies.lowerBound) to \(copies.upperBound) are copies of the first pages",
                    reason:
                        "when READ reaches a protected page or the end of memory, it continues with page 0"
                ))
        }
        if let product, product.pages != pages.count {
            findings.append(
                DumpFinding(
                    .sizeDiffers, "\(product.name) has a different number of pages",
                    reason: "the file has \(pages.count.counted("page")) instead of \(product.pages)"))
        }
        if let product, !image.version.isEmpty, !product.fits(version: image.version) {
            findings.append(
                DumpFinding(
                    .versionDiffers, "the GET_VERSION response does not match \(product.name)",
                    reason: "the response is \(Hex.upper(image.version))"))
        }
        return findings
    }

    /// The first range of pages that are copies of page 0 and the pages after it; nil if there are no copies.
    ///
    /// READ returns 16 bytes, and continues with page 0 at a protected page and after the last page
    /// (NTAG213/215/216 data sheet §10.2, MF0ICU2 data sheet §7.6.1). Some programs save these bytes as
    /// additional pages. At least three equal pages count as copies, or two at the end of the known pages.
    private var copiesOfFirstPages: ClosedRange<Int>? {
        guard let first = page(0), first.contains(where: { $0 != 0 }) else { return nil }
        for start in 4..<max(4, pages.count) where page(start) == first {
            let count = (start..<pages.count).prefix { page($0) != nil && page($0) == page($0 - start) }.count
            let end = start + count
            let reachesEnd = end == pages.count || pages[end] == nil
            if count > 2 || (reachesEnd && count > 1) { return start...end - 1 }
        }
        return nil
    }

    private func identity() -> [DumpFinding] {
        guard let page0 = page(0), let page1 = page(1) else { return [] }
        var findings: [DumpFinding] = []
        if let page2 = page(2) {
            let check = CheckBytes(pageZeroToTwo: page0 + page1 + page2)
            for (name, place, byte) in [
                ("BCC0", "page 0, byte 3", check.bcc0), ("BCC1", "page 2, byte 0", check.bcc1),
            ]
            where byte.found != byte.right {
                findings.append(
                    DumpFinding(
                        .checkByteWrong, "the check byte \(name) is wrong",
                        reason:
                            "\(place) is \(Hex.upper([byte.found])) instead of \(Hex.upper([byte.right]))"
                    ))
            }
        }
        let inPages = page0.prefix(3) + page1
        if !image.uid.isEmpty, image.uid != Array(inPages) {
            findings.append(
                DumpFinding(
                    .uidDiffers, "the UID in pages 0 and 1 differs from the UID that the file states",
                    reason: "the pages contain \(Hex.upper(inPages)), "
                        + "but the file states \(Hex.upper(image.uid))"))
        }
        return findings
    }

    /// Checks the capability container. Source: NFC Forum T2TOP 1.1 §2.1.
    private func container() -> [DumpFinding] {
        guard let bytes = page(3) else { return [] }
        guard bytes[0] == 0xE1 else {
            // A tag with zeros was never formatted, which is not an error.
            if bytes == [0, 0, 0, 0] { return [] }
            return [
                DumpFinding(
                    .containerWrong, "page 3 contains no capability container",
                    reason: "page 3 is \(Hex.upper(bytes))")
            ]
        }
        guard let memory = product?.memory, bytes[2] != memory.container[2] else { return [] }
        return [
            DumpFinding(
                .containerDiffers,
                "the size in the capability container is wrong for \(image.product)",
                reason: "\(Int(bytes[2]) * 8) bytes instead of \(memory.areaBytes)")
        ]
    }

    /// The 3DES key of a new Ultralight C, on pages 44 to 47. Source: MF0ICU2 data sheet §7.5.5.
    private static let transportKey = Array("BREAKMEIFYOUCAN!".utf8)

    /// Reports a password or key in the file, unless it is publicly known. Also reports a protected tag if
    /// the file contains neither.
    ///
    /// A tag returns zeros instead of its password, so a password in the file was added deliberately.
    private func password() -> [DumpFinding] {
        guard let protection = product?.memory?.protection else { return [] }
        // Copies of the first pages are neither a password nor a configuration.
        let copies = copiesOfFirstPages
        func isCopy(_ page: Int) -> Bool { copies?.contains(page) == true }
        let secret: [[UInt8]?]
        let firstProtected: UInt8?
        switch protection {
        case .configuration(let configuration):
            // PWD is two pages after CFG0; AUTH0 is CFG0's last byte (NTAG data sheet §8.5.7).
            secret = [configuration + 2].map { isCopy($0) ? nil : page($0) }
            firstProtected = isCopy(configuration) ? nil : byte(3, ofPage: configuration)
        case .ultralightC:
            // The 3DES key is on pages 44 to 47; AUTH0 is on page 42 and is 03h or more (MF0ICU2 data sheet §7.5.5,
            // §7.5.8). A lower value means that zeros were written for bytes that could not be read.
            secret = (44...47).map { isCopy($0) ? nil : page($0) }
            firstProtected = isCopy(42) ? nil : byte(0, ofPage: 42).flatMap { $0 == 0 ? nil : $0 }
        }
        let bytes = secret.compactMap(\.self).flatMap(\.self)
        let isProtected = firstProtected.map { Int($0) < pages.count } ?? false
        let isPublic =
            bytes.allSatisfy { $0 == 0 } || bytes.allSatisfy { $0 == 0xFF } || bytes == Self.transportKey
        if !isPublic {
            return [
                DumpFinding(
                    .passwordStored, "the file contains the tag's password or key: keep the file secret")
            ]
        }
        return isProtected && bytes.allSatisfy { $0 == 0 }
            ? [
                DumpFinding(
                    .passwordUnknown,
                    "a password or key protects page \(firstProtected ?? 0) and all later pages",
                    reason: "the file does not contain the password or key")
            ] : []
    }

    private func staleData() -> [DumpFinding] {
        guard let bytes = try? image.dataArea(),
            let area = try? Type2DataArea(parsing: bytes), area.ndefMessage != nil
        else { return [] }
        let reserved = area.reserved
        // A container that declares too much includes lock bytes and configuration, which are not remains of a message.
        let end = min(bytes.count, product?.memory?.userBytes ?? bytes.count)
        let copies = copiesOfFirstPages
        let stale = (area.usedBytes..<max(area.usedBytes, end)).count { offset in
            bytes[offset] != 0 && !reserved.contains { $0.contains(offset) }
                && copies?.contains(Type2Memory.firstUserPage + offset / 4) != true
        }
        return stale == 0
            ? []
            : [
                DumpFinding(
                    .staleData, "bytes of older data follow the message",
                    reason: "the data area has "
                        + (stale == 1 ? "1 nonzero byte" : "\(stale) nonzero bytes")
                        + " after byte \(area.usedBytes)")
            ]
    }

    /// Returns the bytes of a page; nil unless all of them are known.
    private func page(_ number: Int) -> [UInt8]? {
        number < pages.count && image.partlyUnknown[number] == nil ? pages[number] : nil
    }

    private func byte(_ index: Int, ofPage number: Int) -> UInt8? {
        guard number < pages.count, image.partlyUnknown[number]?.contains(index) != true else { return nil }
        return pages[number]?[index]
    }
}
