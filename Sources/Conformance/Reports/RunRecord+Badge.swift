extension RunRecord {
    /// A flat picture in SVG with the number of stacks that conform; it needs no network and no font of its own.
    func badge() -> String {
        let failing = Set(verdict.failures.flatMap(\.stacks))
        let running = verdict.stacks.filter { $0.fault == nil || failing.contains($0.name) }
        let count = running.count { !failing.contains($0.name) }
        let value = running.isEmpty ? "no stack" : "conformant \(count)/\(running.count)"
        // Dark enough for white text on each: a contrast of 4.5 at least.
        let color = verdict.isConformant ? "#1a7f37" : count > 0 ? "#9a6700" : "#b42318"
        let label = "syncwire"
        // 7 units a character at this size, and the text is fitted to it whatever the font.
        let (labelWidth, valueWidth) = (label.count * 7, value.count * 7)
        let (left, right) = (labelWidth + 14, valueWidth + 14)
        func text(_ text: String, x: Int, width: Int) -> String {
            #"<text x="\#(x)" y="14" textLength="\#(width)" lengthAdjust="spacingAndGlyphs">\#(text)</text>"#
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
            aria-label="\(label): \(value)">
            <title>\(label): \(value)</title>
            <clipPath id="r"><rect width="\(left + right)" height="20" rx="3"/></clipPath>
            <g clip-path="url(#r)"><rect width="\(left)" height="20" fill="#424a53"/>\
            <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/></g>
            <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">\
            \(text(label, x: 7, width: labelWidth))\(text(value, x: left + 7, width: valueWidth))</g>
            </svg>

            """
    }
}
