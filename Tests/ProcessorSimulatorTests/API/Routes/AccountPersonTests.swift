import Foundation
import ProcessorSimulator
import TestSupport
import Testing

/// Persons and capabilities of accounts that the API created.
@Suite struct AccountPersonTests {
    private static let address =
        "[address][line1]=address_full_match&OWNER[address][city]=Houston&OWNER[address][state]=TX"
        + "&OWNER[address][postal_code]=77001"
    private static let company =
        "type=custom&country=US&business_type=company&capabilities[transfers][requested]=true"
        + "&business_profile[mcc]=8661&business_profile[url]=https://grace.example"
        + "&tos_acceptance[date]=1700000000&tos_acceptance[ip]=203.0.113.7"
        + "&external_account[object]=bank_account&external_account[country]=US"
        + "&external_account[currency]=usd&external_account[routing_number]=110000000"
        + "&external_account[account_number]=000123456789&company[name]=Grace&company[phone]=5555550100"
        + "&company[tax_id]=000000000&company" + address.replacing("OWNER", with: "company")
    private static let representative =
        "first_name=Jenny&last_name=Rosen&email=jenny@grace.example&phone=5555550101&id_number=000000000"
        + "&dob[day]=1&dob[month]=1&dob[year]=1901&address[line1]=address_full_match&address[city]=Houston"
        + "&address[state]=TX&address[postal_code]=77001&relationship[representative]=true"
        + "&relationship[title]=Treasurer"

    private func company(_ bench: ProcessorBench) async -> String {
        await bench.api("POST", "/v1/accounts", Self.company)["id"]
    }

    /// Returns the events of an account, newest first.
    private func events(of id: String, _ types: [String], _ bench: ProcessorBench) async -> APIShown {
        let form = types.enumerated().map { FormField("types[\($0)]", $1) }
        let answer = await bench.exchange("GET", "/v1/events", form, account: id)
        return APIShown(status: answer.status, body: Data(answer.body))
    }

    private func account(_ id: String, _ bench: ProcessorBench) async -> APIShown {
        await bench.api("GET", "/v1/accounts/\(id)")
    }

    @Test("a company becomes active when its representative is verified")
    func representative() async throws {
        let bench = try ProcessorBench()
        let id = await company(bench)
        let before = await account(id, bench)
        #expect(before["capabilities.transfers"] == "inactive" && before["payouts_enabled"] == "0")
        #expect(before["requirements.currently_due.0"].hasPrefix("representative."))
        let person = await bench.api("POST", "/v1/accounts/\(id)/persons", Self.representative)
        #expect(person.status == 200 && person["verification.status"] == "verified")
        #expect(person["relationship.representative"] == "1" && person["relationship.owner"] == "0")
        #expect(person["requirements.currently_due"] == "0" && person["id_number_provided"] == "1")
        let after = await account(id, bench)
        #expect(after["capabilities.transfers"] == "active" && after["payouts_enabled"] == "1")
        let deleted = await bench.api("DELETE", "/v1/accounts/\(id)/persons/\(person["id"])")
        #expect(deleted["deleted"] == "1" && deleted["object"] == "person")
        #expect(await account(id, bench)["capabilities.transfers"] == "inactive")
        let events = await events(of: id, ["person.created", "person.deleted"], bench)
        #expect(events["data.0.type"] == "person.deleted" && events["data.1.type"] == "person.created")
        #expect(events["data.0.account"] == id && events["data.0.data.object.first_name"] == "Jenny")
    }

    @Test(
        "the details of a person decide about the account",
        arguments: [
            ("id_number=111111111", "unverified", "inactive"), ("id_number=123456789", "pending", "pending"),
            ("address[line1]=address_no_match", "unverified", "inactive"),
            (
                "id_number=123456789&verification[document][front]=file_identity_document_success",
                "verified",
                "active"
            ),
            ("dob=", "unverified", "inactive"),
        ])
    func answers(change: String, status: String, capability: String) async throws {
        let bench = try ProcessorBench()
        let id = await company(bench)
        let made = await bench.api("POST", "/v1/accounts/\(id)/persons", Self.representative)
        let path = "/v1/accounts/\(id)/persons/\(made["id"])"
        let changed = await bench.api("POST", path, change)
        #expect(changed["verification.status"] == status, "\(changed["error.message"])")
        #expect(await account(id, bench)["capabilities.transfers"] == capability)
        let event = await events(of: id, ["person.updated"], bench)
        #expect(event["data.0.data.object.id"] == made["id"])
    }

    @Test("a number that may be real is neither stored nor returned")
    func masks() async throws {
        let bench = try ProcessorBench()
        let id = await company(bench)
        let made = await bench.api(
            "POST", "/v1/accounts/\(id)/persons",
            "first_name=Ann&id_number=123121234&id_number_secondary=987654321&ssn_last_4=1234")
        #expect(made["id_number_provided"] == "1" && made["id_number_secondary_provided"] == "1")
        #expect(made["ssn_last_4_provided"] == "1" && made["id_number"] == "" && made["ssn_last_4"] == "")
        let events = await events(of: id, [], bench)
        #expect(events["data.0.object"] == "event")
        for number in ["123121234", "987654321"] {
            #expect(!String(decoding: events.body, as: UTF8.self).contains(number))
        }
    }

    @Test("lists persons by relationship, under both names of the path")
    func list() async throws {
        let bench = try ProcessorBench()
        let id = await company(bench)
        _ = await bench.api("POST", "/v1/accounts/\(id)/persons", Self.representative)
        let owner = await bench.api(
            "POST", "/v1/accounts/\(id)/people", "first_name=Ann&relationship[owner]=true")
        #expect(owner.status == 200)
        let all = await bench.api("GET", "/v1/accounts/\(id)/people")
        #expect(all["data"] == "2" && all["url"] == "/v1/accounts/\(id)/people")
        let owners = await bench.api("GET", "/v1/accounts/\(id)/persons", "relationship[owner]=true")
        #expect(owners["data"] == "1" && owners["data.0.id"] == owner["id"])
        #expect(
            await account(id, bench)["requirements.currently_due.0"].hasPrefix("\(owner["id"])."),
            "an owner must be identified")
    }

    @Test(
        "refuses wrong details",
        arguments: [
            ("dob[day]=32&dob[month]=1&dob[year]=1980", "dob[day]"), ("email=ann", "email"),
            ("relationship[percent_ownership]=101", "relationship[percent_ownership]"),
            ("person_token=cpt_1", "person_token"),
        ])
    func refuses(form: String, parameter: String) async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/accounts/\(await company(bench))/persons", form)
        #expect(made.status == 400 && made["error.param"] == parameter)
    }

    @Test("a person of another account is missing")
    func other() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api("POST", "/v1/accounts/\(await company(bench))/persons", "first_name=Ann")
        let found = await bench.api("GET", "/v1/accounts/\(await company(bench))/persons/\(made["id"])")
        #expect(found.status == 404 && found["error.code"] == "resource_missing")
    }

    @Test("the individual of an account is one of its persons")
    func individual() async throws {
        let bench = try ProcessorBench()
        let made = await bench.api(
            "POST", "/v1/accounts", "type=custom&business_type=individual&individual[first_name]=Ann")
        let path = "/v1/accounts/\(made["id"])/persons"
        let list = await bench.api("GET", path)
        #expect(list["data"] == "1" && list["data.0.id"] == made["individual.id"])
        #expect(list["data.0.relationship.representative"] == "1")
        let changed = await bench.api("POST", "\(path)/\(made["individual.id"])", "last_name=Lee")
        #expect(changed["last_name"] == "Lee")
        #expect(await account(made["id"], bench)["individual.last_name"] == "Lee")
        #expect(await bench.api("DELETE", "\(path)/\(made["individual.id"])").status == 400)
    }

    @Test("a capability is requested and withdrawn at its own address")
    func capabilities() async throws {
        let bench = try ProcessorBench()
        let id = await company(bench)
        let path = "/v1/accounts/\(id)/capabilities"
        let before = await bench.api("GET", path)
        #expect(before["data"] == "1" && before["data.0.id"] == "transfers")
        #expect(before["data.0.requirements.disabled_reason"] == "requirements.fields_needed")
        #expect(await bench.api("GET", "\(path)/card_payments")["status"] == "unrequested")
        _ = await bench.api("POST", "/v1/accounts/\(id)/persons", Self.representative)
        let made = await bench.api("POST", "\(path)/card_payments", "requested=true")
        #expect(made["status"] == "active" && made["requested"] == "1" && made["account"] == id)
        #expect(await bench.api("GET", path)["data"] == "2")
        let withdrawn = await bench.api("POST", "\(path)/card_payments", "requested=false")
        #expect(withdrawn["status"] == "unrequested" && withdrawn["requested_at"] == "")
        #expect(await account(id, bench)["charges_enabled"] == "0")
    }

    @Test("a capability that Stripe has is refused by name, and another is missing")
    func unknownCapabilities() async throws {
        let bench = try ProcessorBench()
        let path = "/v1/accounts/\(await company(bench))/capabilities"
        let known = await bench.api("POST", "\(path)/us_bank_account_ach_payments", "requested=true")
        #expect(known.status == 400 && known["error.code"] == "parameter_not_simulated")
        #expect(await bench.api("GET", "\(path)/nonsense").status == 404)
    }
}
