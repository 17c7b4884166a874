import Processor
import TextKit

/// Which kind of account is wanted: a type, or a controller that says the same in parts.
///
/// Source: Stripe documentation, "Connect account controller properties".
enum AccountTypes {
    /// - Throws: 400 for a standard account, which is not simulated, and for both or neither.
    static func wanted(type: JSONTree, controller: JSONTree) throws(ProcessorError)
        -> (type: String, AccountProfile.Controller)
    {
        guard type.isNull || controller.isNull else {
            throw .invalid(
                nil, "You may not provide the type parameter and controller parameters simultaneously.",
                parameter: "type")
        }
        switch type.string {
        case "express": return ("express", .express)
        case "custom": return ("custom", .custom)
        case nil where !controller.isNull: return ("none", try parts(controller))
        default:
            throw .invalid(
                "parameter_not_simulated",
                "Standard accounts are not simulated: type=express and type=custom are, and a controller whose dashboard is express or none.",
                parameter: "type")
        }
    }

    private static func parts(_ told: JSONTree) throws(ProcessorError) -> AccountProfile.Controller {
        let dashboard = told["stripe_dashboard"]["type"].string ?? "full"
        guard dashboard != "full" else {
            throw .invalid(
                "parameter_not_simulated",
                "Accounts with the full dashboard are not simulated: express and none are.",
                parameter: "controller[stripe_dashboard][type]")
        }
        var controller = dashboard == "express" ? AccountProfile.Controller.express : .custom
        controller.dashboard = dashboard
        controller.feesPayer = told["fees"]["payer"].string ?? "account"
        controller.losses = told["losses"]["payments"].string ?? "stripe"
        controller.collector = told["requirement_collection"].string ?? "stripe"
        guard controller.collector == "stripe" || dashboard == "none" else {
            throw .invalid(
                nil, "requirement_collection=application goes with stripe_dashboard[type]=none.",
                parameter: "controller[requirement_collection]")
        }
        return controller
    }
}
