import Giving
import ServerKit
import StaffAccess
import TextKit

extension AdminRequestContext {
    func auditLog() async throws -> PageResponse {
        let search = try AuditLogSearch(fields)
        try await staff.chainAuditLog()
        let found = try await books.read { try $0.auditLog(search, limit: 50) }
        return frame.page(
            AuditLogPage(
                organization: organization, search: search, found: found, formToken: frame.token))
    }

    /// Returns the organization's rows that match a search, as a CSV file in the same format as on the
    /// command line.
    func auditLogSheet() async throws -> PageResponse {
        let (search, books) = (try AuditLogSearch(fields), books)
        if let complaint = search.days.complaint { throw ProblemPage.noDay(complaint) }
        try await staff.chainAuditLog()
        return try await export("audit-log", head: AuditLogSheet.head) { key in
            let found = try await books.read { unit in
                try unit.auditLog(
                    search.starting(after: key.flatMap { Int64($0) }), limit: ExportStream.pageSize)
            }
            return ExportStream.Page(
                text: found.entries.map { CSVLine.text(AuditLogSheet.line($0)) }.joined(),
                next: found.hasMore ? found.entries.last.map { String($0.number) } : nil)
        }
    }
}
