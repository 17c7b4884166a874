import Giving
import HTMLKit

/// The home page of the site. An App Clip also opens this page if the clip is started without a URL.
struct FrontPage: PageContent {
    let organizations: [Organization]

    let title = "Tap to give"

    var body: HTML {
        """
        <h1>Tap to give</h1>
        <p>Hold your phone to a tag, or open your organization's page.</p>
        \([list])
        """
    }

    private var list: HTML {
        guard !organizations.isEmpty else {
            return """
                <p class="note">No organization accepts gifts yet. Add an organization with \
                <code>tapctl org add</code>, or complete an organization's setup with \
                <code>tapctl org onboard</code>.</p>
                """
        }
        let items = organizations.map { organization -> HTML in
            "<li><a href=\"/\(organization.id)?r=0\">\(.name(organization.displayName))</a></li>"
        }
        return "<ul>\(items)</ul>"
    }
}
