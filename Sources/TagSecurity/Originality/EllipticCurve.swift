import COpenSSL
import TextKit

/// An elliptic curve y² = x³ + ax + b over a prime field, with ECDSA.
///
/// The parameters of the curves are defined here, because OpenSSL's build options determine which named
/// curves are available. libcrypto performs the arithmetic; the two equations of ECDSA are implemented here.
/// This is safe because no secrets are involved: signatures are only verified, or created by the simulator.
///
/// Source: SEC 1 v2.0 §4.1 (ECDSA); SEC 2 v1.0 §2.4.1 (secp128r1); SEC 2 v2.0 §2.6.2 (secp224r1).
final class EllipticCurve: Sendable {
    /// The size in bytes of a coordinate, and of each of the two numbers in a signature.
    let byteCount: Int
    private let prime: [UInt8]
    private let a: [UInt8]
    private let b: [UInt8]
    private let generator: [UInt8]
    private let order: [UInt8]

    /// secp128r1, the curve for the signatures of NTAG21x and MIFARE Ultralight EV1.
    static let secp128r1 = EllipticCurve(
        prime: "FFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFF", a: "FFFFFFFDFFFFFFFFFFFFFFFFFFFFFFFC",
        b: "E87579C11079F43DD824993C2CEE5ED3",
        generator: "04161FF7528B899B2D0C28607CA52C5B86CF5AC8395BAFEB13C02DA292DDED7A83",
        order: "FFFFFFFE0000000075A30D1B9038A115")

    /// secp224r1, the curve for the signatures of NTAG 424 DNA.
    static let secp224r1 = EllipticCurve(
        prime: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF000000000000000000000001",
        a: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFFFFFFFFFFFE",
        b: "B4050A850C04B3ABF54132565044B0B7D7BFD8BA270B39432355FFB4",
        generator: "04B70E0CBD6BB4BF7F321390B94A03C1D356C21122343280D6115C1D21"
            + "BD376388B5F723FB4C22DFE6CD4375A05A07476444D5819985007E34",
        order: "FFFFFFFFFFFFFFFFFFFFFFFFFFFF16A2E0B8F03E13DD29455C5C2A3D")

    private init(prime: String, a: String, b: String, generator: String, order: String) {
        self.prime = Hex.constant(prime)
        self.a = Hex.constant(a)
        self.b = Hex.constant(b)
        self.generator = Hex.constant(generator)
        self.order = Hex.constant(order)
        byteCount = self.prime.count
    }

    /// Returns whether `signature` is a valid ECDSA signature of `message` by the owner of `publicKey`.
    ///
    /// - Parameters:
    ///   - signature: The numbers r and s, ``byteCount`` bytes each. A signature with any other size is
    ///     invalid.
    ///   - message: The signed number, which is not hashed: at most ``byteCount`` bytes, most significant
    ///     byte first.
    ///   - publicKey: An uncompressed point: 04 and two coordinates. If it is not on the curve, the signature
    ///     is invalid.
    func verifies(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
        guard signature.count == 2 * byteCount, message.count <= byteCount else { return false }
        let r = BigNumber(Array(signature.prefix(byteCount)))
        let s = BigNumber(Array(signature.suffix(byteCount)))
        let arithmetic = Arithmetic(self)
        let n = arithmetic.order
        guard !r.isZero, r < n, !s.isZero, s < n, let key = arithmetic.point(publicKey) else { return false }
        // Source: SEC 1 v2.0 §4.1.4: R = (e/s) G + (r/s) Q, and x(R) mod n = r.
        guard let w = arithmetic.inverse(s) else { return false }
        let u1 = arithmetic.product(BigNumber(message), w)
        let u2 = arithmetic.product(r, w)
        guard let x = arithmetic.xCoordinate(generatorTimes: u1, plus: u2, times: key) else { return false }
        return x == r
    }

    /// Signs a message with a private key and a nonce. The nonce must not be used for any other message.
    ///
    /// - Returns: The numbers r and s. Nil if the message has more than ``byteCount`` bytes, or if the nonce
    ///   or the key is zero or not below the order of the curve. A random nonce or key is invalid only with
    ///   negligible probability.
    func signature(of message: [UInt8], by privateKey: [UInt8], nonce: [UInt8]) -> [UInt8]? {
        let arithmetic = Arithmetic(self)
        let (d, k, n) = (BigNumber(privateKey), BigNumber(nonce), arithmetic.order)
        guard !d.isZero, d < n, !k.isZero, k < n, message.count <= byteCount else { return nil }
        // Source: SEC 1 v2.0 §4.1.3: r = x(kG) mod n, s = (e + rd) / k.
        guard let r = arithmetic.xCoordinate(generatorTimes: k), !r.isZero,
            let inverse = arithmetic.inverse(k)
        else { return nil }
        let s = arithmetic.product(
            arithmetic.sum(BigNumber(message), arithmetic.product(r, d)), inverse)
        return s.isZero ? nil : r.bytes(count: byteCount) + s.bytes(count: byteCount)
    }

    /// Returns the public key for a private key, as an uncompressed point. Returns nil if the private key is
    /// 0 or another multiple of the curve's order.
    func publicKey(of privateKey: [UInt8]) -> [UInt8]? {
        Arithmetic(self).bytes(generatorTimes: BigNumber(privateKey), count: 1 + 2 * byteCount)
    }

    /// The libcrypto objects for one calculation. They are freed after the calculation.
    private final class Arithmetic {
        let order: BigNumber
        private let context: OpaquePointer
        private let group: OpaquePointer

        init(_ curve: EllipticCurve) {
            let (p, a, b) = (BigNumber(curve.prime), BigNumber(curve.a), BigNumber(curve.b))
            let cofactor = BigNumber([1])
            order = BigNumber(curve.order)
            guard let context = BN_CTX_new(),
                let group = EC_GROUP_new_curve_GFp(p.pointer, a.pointer, b.pointer, context)
            else { preconditionFailure("libcrypto does not accept the parameters of the curve") }
            self.context = context
            self.group = group
            guard let generator = point(curve.generator),
                EC_GROUP_set_generator(group, generator.pointer, order.pointer, cofactor.pointer) == 1
            else { preconditionFailure("the generator is not a point of the curve") }
        }

        deinit {
            EC_GROUP_free(group)
            BN_CTX_free(context)
        }

        /// A libcrypto point, which is freed when the last reference to it is released.
        final class Point {
            let pointer: OpaquePointer
            init?(_ pointer: OpaquePointer?) {
                guard let pointer else { return nil }
                self.pointer = pointer
            }
            deinit { EC_POINT_free(pointer) }
        }

        /// Decodes a point from the format of SEC 1. Returns nil if the bytes are not a point on the curve.
        func point(_ bytes: [UInt8]) -> Point? {
            guard let point = Point(EC_POINT_new(group)),
                EC_POINT_oct2point(group, point.pointer, bytes, bytes.count, context) == 1
            else {
                // Otherwise the error would stay in libcrypto's error queue of this thread.
                ERR_clear_error()
                return nil
            }
            return point
        }

        func product(_ left: BigNumber, _ right: BigNumber) -> BigNumber {
            BigNumber { BN_mod_mul($0, left.pointer, right.pointer, order.pointer, context) }
        }

        func sum(_ left: BigNumber, _ right: BigNumber) -> BigNumber {
            BigNumber { BN_mod_add($0, left.pointer, right.pointer, order.pointer, context) }
        }

        func inverse(_ number: BigNumber) -> BigNumber? {
            let result = BigNumber()
            guard BN_mod_inverse(result.pointer, number.pointer, order.pointer, context) != nil else {
                return nil
            }
            return result
        }

        /// Returns the x coordinate, modulo the order, of the point `factor` G + `second` Q, where G is the
        /// generator and Q is `key`. Returns nil if the sum is the point at infinity.
        func xCoordinate(
            generatorTimes factor: BigNumber, plus second: BigNumber? = nil, times key: Point? = nil
        ) -> BigNumber? {
            guard let sum = Point(EC_POINT_new(group)),
                EC_POINT_mul(group, sum.pointer, factor.pointer, key?.pointer, second?.pointer, context) == 1,
                EC_POINT_is_at_infinity(group, sum.pointer) == 0
            else { return nil }
            let x = BigNumber()
            guard EC_POINT_get_affine_coordinates(group, sum.pointer, x.pointer, nil, context) == 1 else {
                return nil
            }
            return product(x, BigNumber([1]))
        }

        func bytes(generatorTimes factor: BigNumber, count: Int) -> [UInt8]? {
            var bytes = [UInt8](repeating: 0, count: count)
            guard let point = Point(EC_POINT_new(group)),
                EC_POINT_mul(group, point.pointer, factor.pointer, nil, nil, context) == 1,
                EC_POINT_point2oct(
                    group, point.pointer, POINT_CONVERSION_UNCOMPRESSED, &bytes, count, context) == count
            else { return nil }
            return bytes
        }
    }
}

/// A non-negative libcrypto integer, which is erased and freed when the last reference to it is released.
final class BigNumber {
    let pointer: OpaquePointer

    init() {
        guard let pointer = BN_new() else {
            preconditionFailure("libcrypto cannot allocate memory for a number")
        }
        self.pointer = pointer
    }

    /// Creates a number from its bytes, most significant byte first.
    convenience init(_ bytes: [UInt8]) {
        self.init { BN_bin2bn(bytes, Int32(bytes.count), $0) == nil ? 0 : 1 }
    }

    /// Creates a number with a function of libcrypto, which returns 1 if it succeeds.
    convenience init(_ compute: (OpaquePointer) -> Int32) {
        self.init()
        precondition(compute(pointer) == 1, "libcrypto cannot calculate a number")
    }

    deinit { BN_clear_free(pointer) }

    var isZero: Bool { BN_is_zero(pointer) == 1 }

    static func < (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) < 0 }
    static func == (left: BigNumber, right: BigNumber) -> Bool { BN_cmp(left.pointer, right.pointer) == 0 }

    /// Returns the number as exactly `count` bytes, most significant byte first. The number must fit in
    /// `count` bytes.
    func bytes(count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let written = BN_bn2binpad(pointer, &bytes, Int32(count))
        precondition(written == Int32(count), "the number does not fit into \(count) bytes")
        return bytes
    }
}
