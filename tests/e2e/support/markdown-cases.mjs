// Markdown as models write it, and malicious Markdown.

/** Every element. */
export const EVERYTHING = `# A walk in Rome

The old road leaves at the **southern gate** and runs *straight* for ~~ten~~ eleven miles; \`miles(4.4)\` says so. See [the map](https://example.org/map "The map"), https://example.org/bare_address and <walker@example.org>.
A second line of the same paragraph.

## What to take

1. Bread and cheese
   - the hard kind
   - water
2. Shoes

- [x] tickets
- [ ] hat

> Shoes matter more than museums.
>
> > So they say.

| Day | Walk | Cost |
|:---|:---:|---:|
| 1 | 6 km | 24 € |
| 2 | **9 km** | 40 € |

\`\`\`rust
// Hours on foot.
fn miles(hours: f64) -> f64 {
    hours * 2.5
}
\`\`\`

\`\`\`
no language
\`\`\`

The area is $\\pi r^2$, also \\(a^2 + b^2\\), and

$$
\\int_0^1 x^2 \\, dx = \\frac{1}{3}
$$

It was paved in 312 BC.[^paved] Links [by label][map] work.

![The gate](https://images.example/gate.png?secret=words)

---

<b>Raw</b> HTML is text.<br>After a break.

[^paved]: By Appius Claudius.

[map]: https://example.org/by-label
`;

/** Nothing in this may run, load, or navigate. */
export const ATTACKS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<img src="https://evil.example/pixel.png">',
  '<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<link rel=stylesheet href="https://evil.example/x.css"><style>@import "https://evil.example/y.css";</style>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<form action="https://evil.example/"><button>go</button></form>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<a href="javascript:alert(1)">raw</a>',
  '<div style="background:url(https://evil.example/bg.png)" onmouseover=alert(1)>x</div>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<!-- --><script>alert(1)</script><!-- -->',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](java&#9;script:alert(1))',
  '[a](<javascript:alert(1)>)',
  '[a](\\javascript:alert(1))',
  '[a](vbscript:msgbox(1))',
  '[a](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[a](blob:https://evil.example/1)',
  '[a](file:///etc/passwd)',
  '[a](//evil.example/protocol-relative)',
  '[a][r]\n\n[r]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '![a](https://evil.example/image.png)',
  '![a](javascript:alert(1))',
  '![a](data:image/svg+xml,<svg onload=alert(1)>)',
  '![a](x" onerror="alert(1))',
  '![" onerror="alert(1)](https://evil.example/quote.png)',
  '[![a](https://evil.example/in-link.png)](https://example.org)',
  '[a](https://example.org "\\" onmouseover=\\"alert(1)")',
  '```html" onmouseover="alert(1)\n<script>alert(1)</script>\n```',
  '```html\n<img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>\n```',
  '`<img src=x onerror=alert(1)>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  '$\\href{javascript:alert(1)}{x}$',
  '$\\includegraphics{https://evil.example/tex.png}$',
  '$$\\htmlStyle{background:url(https://evil.example/tex)}{x} \\class{a" onclick="alert(1)}{y}$$',
  '$<img src=x onerror=alert(1)>$',
  '$\\text{<script>alert(1)</script>}$',
  '[^"><img src=x onerror=alert(1)>]: x',
  'www.example.org"onmouseover="alert(1)',
  'https://example.org/\u202egnp.exe',
];
