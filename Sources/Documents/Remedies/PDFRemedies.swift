package import PDFDrawing

extension PDFError: CommandRemedied {
    package var commandRemedy: String {
        switch code {
        case .noPDFLibrary:
            """
            install them with `sudo apt-get install libpangocairo-1.0-0 fonts-dejavu-core`
            or write a .html file and print it to PDF in a browser
            """
        case .notDrawn: "write a .html file and print it to PDF in a browser"
        }
    }
}
