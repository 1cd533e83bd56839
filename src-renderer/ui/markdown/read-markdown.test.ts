/** What a text is read as, and that no text takes long, goes deep, leads where it may not, or is lost. */
import { expect, test } from 'vitest'
import { htmlOf } from './markdown-html'
import { readMarkdown, type MarkdownPiece } from './read-markdown'

test.each([
  ['# One\n## Two ##\nTitle\n===', '<h1>One</h1><h2>Two</h2><h1>Title</h1>'],
  [
    'Some **bold**, *leaning*, ~~gone~~ and snake_case_words, 2 * 3.',
    '<p>Some <strong>bold</strong>, <em>leaning</em>, <del>gone</del> and snake_case_words, 2 * 3.</p>',
  ],
  ['**not closed', '<p>**not closed</p>'],
  ['Code `a < b` here', '<p>Code <code>a &lt; b</code> here</p>'],
  ['- one\n- two\n  - inner\n\nthen', '<ul><li>one</li><li>two<ul><li>inner</li></ul></li></ul><p>then</p>'],
  ['7) seven\n8) eight', '<ol start="7"><li>seven</li><li>eight</li></ol>'],
  ['- one\n\n- two', '<ul><li><p>one</p></li><li><p>two</p></li></ul>'],
  [
    '- [ ] open\n- [x] **done**',
    '<ul><li><input checked=""> open</li><li><input checked="checked"> <strong>done</strong></li></ul>',
  ],
  ['- [x]no box', '<ul><li>[x]no box</li></ul>'],
  ['> said\n> > again', '<blockquote><p>said</p><blockquote><p>again</p></blockquote></blockquote>'],
  ['```js\nlet a = "<b>"\n```', '<pre><code class="language-js">let a = &quot;&lt;b&gt;&quot;\n</code></pre>'],
  ['```\nnot closed', '<pre><code>not closed\n</code></pre>'.replace('\n</code>', '</code>')],
  [
    'a | b\n:- | -:\n1 | **2**',
    '<table><thead><tr><th align="left">a</th><th align="right">b</th></tr></thead><tbody><tr><td align="left">1</td><td align="right"><strong>2</strong></td></tr></tbody></table>',
  ],
  ['one  \ntwo\nthree', '<p>one<br>two\nthree</p>'],
  [
    'it <b>back</b> &amp; <img src=x onerror=alert(1)>',
    '<p>it &lt;b&gt;back&lt;/b&gt; &amp; &lt;img src=x onerror=alert(1)&gt;</p>',
  ],
  ['[a](https://a.example "t")', '<p><a title="t" href="https://a.example">a</a></p>'],
  ['see [n]\n\n[n]: https://n.example', '<p>see <a href="https://n.example">n</a></p>'],
  [
    'https://a.example/x?y=1, www.d.example! me@shop.example. no.address here',
    '<p><a href="https://a.example/x?y=1">https://a.example/x?y=1</a>, <a href="http://www.d.example">www.d.example</a>! <a href="mailto:me@shop.example">me@shop.example</a>. no.address here</p>',
  ],
  ['![A *fine* cat](https://a.example/cat.png)', '<p><img src="https://a.example/cat.png" alt="A fine cat"></p>'],
])('%j', (text, html) => {
  expect(htmlOf(text)).toBe(html)
})

const depthOf = (piece: MarkdownPiece): number =>
  typeof piece === 'string' ? 0 : 1 + piece.within.reduce((most, one) => Math.max(most, depthOf(one)), 0)

const wordsIn = (pieces: readonly MarkdownPiece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : wordsIn(piece.within))).join('')

const UNITS = ['>', '> ', '- ', '1. ', '*a ', '**', '[', '![', '[a](', '_a', '~~a ', '`', '<b>', 'a|b\n-|-\n', '#']
UNITS.push('>- ', '- a\n', '[a]: https://a.example\n', '&', 'https://', '(', '\\', 'a@b.c', '  - ', '1) - > ')

// Other readers take minutes for some of these, and the stack.
test.each(UNITS)('60,000 characters of %j are read, go no deeper than the stack, and lose no word', (unit) => {
  const closed = [...unit].toReversed().join('')
  const half = Math.floor(30_000 / unit.length)
  for (const text of [
    `${unit.repeat(2 * half)} last words`,
    `${unit.repeat(half)}middle words${closed.repeat(half)}`,
  ]) {
    const pieces = readMarkdown(text)
    expect(pieces.reduce((most, piece) => Math.max(most, depthOf(piece)), 0)).toBeLessThan(100)
    // A definition is not shown, nor what stands behind the marks of a block of code.
    if (!/\]:|^`{3}/.test(text)) expect(wordsIn(pieces)).toMatch(/(?:last|middle) words/)
  }
})

test('links lead to web and mail addresses alone', () => {
  const addresses = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\tscript:alert(1)', '&#106;avascript:alert(1)']
  addresses.push(
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
  )
  addresses.push('blob:x', '//a.example', '/chat/api', '#key')
  for (const address of addresses)
    for (const text of [`[a](${address})`, `[a](<${address}>)`, `<${address}>`, `[a][r]\n\n[r]: <${address}>`])
      expect(htmlOf(text), text).not.toMatch(/href=/)
  expect(htmlOf('[a](HTTPS://a.example)')).toContain('href="HTTPS://a.example"')
  expect(htmlOf('![a](data:image/png;base64,AAAA) ![b](javascript:alert(1))')).toBe(
    '<p><img src="data:image/png;base64,AAAA" alt="a"> ![b](javascript:alert(1))</p>',
  )
})
