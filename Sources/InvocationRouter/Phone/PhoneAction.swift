/// The action that a phone takes after a tap.
public enum PhoneAction: Hashable, Sendable {
    /// Nothing visible happens.
    case nothing
    /// The full app opens and receives the URL.
    case app(id: String)
    /// The App Clip card appears. `title` is empty if the registered experience has no title.
    case clipCard(clipID: String, title: String)
    /// The message “App Clip Unavailable” can appear instead of the App Clip card.
    case clipUnavailable(clipID: String)
    /// The browser opens the URL.
    case browser(url: String)
    /// The phone asks the user whether to open the URL in the browser or in the app.
    case chooser(url: String)
    /// A system app opens the URL, such as the mail or telephone app.
    case system(url: String)
    /// The phone opens the app named in an Android Application Record, without passing the URL.
    case appWithoutURL(id: String)
    /// The app store offers the app named in an Android Application Record.
    case store(id: String)

    /// The name of the action. Names are stable, so programs can compare them.
    public var code: String {
        switch self {
        case .nothing: "nothing"
        case .app: "app"
        case .clipCard: "clipCard"
        case .clipUnavailable: "clipUnavailable"
        case .browser: "browser"
        case .chooser: "chooser"
        case .system: "system"
        case .appWithoutURL: "appWithoutURL"
        case .store: "store"
        }
    }
}
