/// The page around the data: its structure, to which the script adds what the run says.
enum Page {
    static func html(data: String, isConformant: Bool) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
        script-src 'unsafe-inline'; img-src data:">
        <title>\(isConformant ? "Conformant" : "Not conformant") · SyncWire</title>
        <link rel="icon" href="data:,">
        <style>
        \(style)
        </style>
        </head>
        <body>
        <a class="skip" href="#main">Skip to the results</a>
        <header class="top">
        <p class="brand">SyncWire <span>conformance report</span></p>
        <nav aria-label="Sections"><ul id="sections"></ul></nav>
        <button id="theme" type="button" class="quiet"></button>
        </header>
        <main id="main" tabindex="-1">
        <noscript><p class="banner bad">This page needs JavaScript to show the run, which it holds as JSON. \
        <code>syncwire report text</code> prints the same run.</p></noscript>
        </main>
        <dialog id="drill" aria-labelledby="drill-title"><div id="drill-body"></div></dialog>
        <div id="live" class="hidden" aria-live="polite"></div>
        <script type="application/json" id="data">\(data)</script>
        <script>
        "use strict";
        (function () {
        \(script)
        \(vectorScript)
        \(sectionScript)
        \(thirdPartyScript)
        })();
        </script>
        </body>
        </html>

        """
    }
}
