import Bookings
import DatabaseKit
import Foundation
import MoneyKit
import Payees
import PaymentCore
import TestSupport
import Testing
import TimeKit

/// Migration of a file from an earlier version, without loss.
@Suite struct BookingMigrationTests {
    @Test("profiles and earnings move to the tables of payees, and jobs stay", .sqlite)
    func upgrade() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "upgrade-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "tapctl.sqlite").path
        let first = try #require(BookingMigrations.own.first)
        let old = try DatabaseFile.open(at: path, migrations: PaymentMigrations.all + [first])
        let jobs = [
            ("job_1", "pay_1", #"{"request":{"address":"1 Main Street"}}"#, "1000", "12000"),
            ("job_2", "pay_2", #"{"request":{"address":"  "}}"#, "2000", "8000"),
            ("job_3", "pay_3", #"{"request":{}}"#, "NULL", "4000"),
        ]
        try await old.write { transaction in
            for profile in [
                #"{"id":"drv_1","name":"Dan","timeZone":"America/Chicago","account":"acct_1"}"#,
                #"{"id":"drv_2","name":"Ann","timeZone":"UTC","org":"Grace","account":"acct_2"}"#,
                #"{"id":"drv_3","name":"Eve","timeZone":"UTC","org":"Grace"}"#,
            ] {
                let id = String(profile.dropFirst(7).prefix(5))
                try transaction.run("INSERT INTO booking_profile VALUES (?, ?)", [id, Data(profile.utf8)])
            }
            for (id, payment, body, completed, earned) in jobs {
                try transaction.run(
                    """
                    INSERT INTO booking_job (id, payment, payee, currency, completed, earned, body)
                    VALUES (?, ?, 'drv_1', 'usd', \(completed), \(earned), ?)
                    """, [id, payment, Data(body.utf8)])
            }
        }
        try old.close()
        let file = try DatabaseFile.open(at: path, migrations: BookingMigrations.all)
        defer { try? file.close() }
        let profile = try await file.read { try $0.payeeProfile("drv_1") }
        #expect(profile?.account == "acct_1" && profile?.timeZone == "America/Chicago")
        try await file.read { transaction in
            #expect(try transaction.payeeAccounts(of: "Grace") == ["acct_2"])
            let lists = try [nil, "Grace", "Other"].map {
                try transaction.payeeProfiles(of: $0, after: nil, limit: 9).map(\.id)
            }
            #expect(lists == [["drv_3", "drv_2", "drv_1"], ["drv_3", "drv_2"], []])
        }
        let earnings = try await file.read {
            try $0.earnings(by: "drv_1", in: .earliest ..< .latest, after: nil, limit: 9)
        }
        #expect(earnings.map(\.id) == ["pay_2", "pay_1"])
        #expect(earnings.map(\.job) == ["job_2", "job_1"])
        #expect(earnings.map(\.address) == ["Unknown", "1 Main Street"])
        #expect(earnings.map(\.amount) == [Money(80_00, .usd), Money(120_00, .usd)])
        let kept = try await file.read { try $0.all("SELECT id FROM booking_job ORDER BY id").count }
        #expect(kept == 3)
    }
}
