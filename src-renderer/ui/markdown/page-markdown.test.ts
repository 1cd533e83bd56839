/** The Markdown of the chat page, held to what the app's chat shows of the same texts, while it grows, and where it is hostile. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingText } from '../../../resources/chat-page/markdown.mjs'
import { htmlOf } from './markdown-html'
import { someRuns } from '../../../src-shared/testing/some-runs'

type Piece = ReturnType<GrowingText['read']>['pieces'][number]

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** As the app's reader would write it; what is around a table is of the page. */
function htmlOfPage(piece: Piece): string {
  if (typeof piece === 'string') return escaped(piece)
  const { tag, within, is = {} } = piece
  const inner = within.map(htmlOfPage).join('')
  if (tag === 'div') return inner
  const names = Object.entries(is).map(([name, value]) =>
    name === 'align' ? ` style="text-align:${String(value)}"` : ` ${name}="${escaped(String(value))}"`,
  )
  return tag === 'br' || tag === 'hr' ? `<${tag}/>` : `<${tag}${names.join('')}>${inner}</${tag}>`
}

/** What differs by intent is made the same: titles of links, boxes of tasks, languages of code, and breaks between elements, which show nothing. */
const comparable = (html: string) =>
  html
    .replace(/<input checked="(checked)?">/g, (_all, checked?: string) => (checked ? '☑' : '☐'))
    .replace(/ title="[^"]*"/g, '')
    .replace(/ class="language-[^"]*"/g, '')
    .replace(/<(br|hr)\/>/g, '<$1>')
    .replace(/\n<\/code><\/pre>/g, '</code></pre>')
    .replace(/ align="(\w+)"/g, ' style="text-align:$1"')
    .replace(/\s*(<\/?(?:p|ul|ol|li|table|thead|tbody|tr|th|td|h\d|blockquote|hr|pre|br)(?: [^>]*)?\/?>)\s*/g, '$1')

const ofPage = (text: string) => comparable(new GrowingText().read(text, true).pieces.map(htmlOfPage).join(''))
const ofApp = (text: string) => comparable(htmlOf(text))

const SAMPLES = [
  '# One\n## Two ##\n###### Six\nTitle\n===\nLess\n---',
  'Some **bold**, *leaning*, ***both***, __bold__, _leaning_, ~~gone~~ and snake_case_words, 2 * 3 * 4.',
  '**a *b* c** *a **b** c* **not closed, *nor this',
  'Code `a < b`, ``with ` in it`` and `not closed',
  '- one\n- two\n  - inner\n    1. deep\n- three\n\nthen',
  '1. one\n2. two\n\n   more of two\n\n3. three',
  '7) seven\n8) eight',
  '* a\n+ b\n- c',
  '- [ ] open\n- [x] **done**',
  '> said\ngoes on\n>\n> > again\n> - item',
  '```js\nlet a = "<b>"\n\n\tindented\n```\nafter\n~~~\n``` in it\n~~~',
  '    code by moving in\n\n    more\nwords',
  '- item\n\n  ```\n  code\n  ```\n- next',
  'not closed\n```\nlet a',
  'before\n\n| a | b | c |\n|:--|:-:|--:|\n| 1 | `x\\|y` | **3** |\n| \\| | | z |\n\nafter',
  'a | b\n- | -\n1 | 2',
  'a | b\nno table',
  'words\n    a\n| - |',
  'words\n    a | b\n| - | - |',
  'one  \ntwo\\\nthree\nfour',
  '---\n***\n___\n- - -',
  '[a](https://a.example/x) [b](<https://b.example/y> "t") [**c**](https://c.example/(d)) [d](http://d.example \'t\')',
  'https://a.example/x?y=1&z=2, http://b.example. (see https://c.example/d_(e)) www.d.example! <https://e.example>',
  'Write to help@shop.example, or <me@shop.example>.',
  '[name][n], [n] and [N][]\n\n[n]: https://n.example/x "title"\n\nafter',
  '[not a link] [nor](this one) [](https://e.example)',
  'a &amp; b &lt;b&gt; &copy; &#65; &#x42; &nothing; & c',
  '\\*not\\* \\_marked\\_ \\[x\\](y) \\\\ \\a',
  'it <b>back</b> & <img src=x onerror=alert(1)> end',
  'words\n# heading\nwords\n- item\nwords\n\n1986. A year\nwords\n2. no list',
  '* \n* a\n\n*\n',
  'Preis: 5€ *„wichtig“* — **5€**, 价格**很好**。',
]

test.each(SAMPLES)('%j looks as in the app', (text) => {
  expect(ofPage(text)).toBe(ofApp(text))
})

const LINES = [
  '',
  '',
  'words',
  '*marked* words',
  'words `code` **bold',
  '- item',
  '* other',
  '  more of it',
  '1. first',
  '2. second',
  '# Title',
  '> said',
  '```',
  '~~~',
  '| a | b |',
  '| - | - |',
  '    code',
  '---',
  '===',
  '[r]: https://r.example/',
  'see [r]',
]

test('a text that grows by any pieces is at its end what it is at once', () => {
  const texts = fc.array(fc.constantFrom(...LINES), { maxLength: 14 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), (text, lengths) => {
      const growing = new GrowingText()
      let shown: Piece[] = []
      let at = 0
      for (const length of [...lengths, text.length]) {
        at = Math.min(text.length, at + length)
        const { from, pieces } = growing.read(text.slice(0, at), at === text.length)
        shown = [...shown.slice(0, from), ...pieces]
      }
      expect(shown).toEqual(new GrowingText().read(text, true).pieces)
    }),
    { numRuns: someRuns(1500) },
  )
})

test('of a text that grows by paragraphs only the last ones are read again', () => {
  const growing = new GrowingText()
  let text = ''
  const read = Array.from({ length: 200 }, (_none, at) => {
    text += `Paragraph ${at} with **bold** words.\n\n`
    return growing.read(text, false).pieces.length
  })
  expect(Math.max(...read)).toBe(3)
})

const depthOf = (piece: Piece): number =>
  typeof piece === 'string' ? 0 : 1 + piece.within.reduce((most, one) => Math.max(most, depthOf(one)), 0)

const UNITS = [
  '>',
  '> ',
  '- ',
  '1. ',
  '*a ',
  '**',
  '[',
  '![',
  '[a](',
  '_a',
  '~~a ',
  '`',
  '<b>',
  'a|b\n-|-\n',
  '#',
  '>- ',
]
UNITS.push('- a\n', '[a]: https://a.example\n', '&', 'https://', '(', '\\', 'a@b.c')

test.each(UNITS)('%j, 60,000 characters of it, is read, and goes no deeper than it may', (unit) => {
  const closed = [...unit].reverse().join('')
  for (const text of [
    unit.repeat(60_000 / unit.length),
    `${unit.repeat(9000 / unit.length)}a${closed.repeat(9000 / unit.length)}`,
  ]) {
    const { pieces } = new GrowingText().read(text, true)
    expect(pieces.reduce((most, piece) => Math.max(most, depthOf(piece)), 0)).toBeLessThan(40)
  }
})

test('links lead to whole web and mail addresses alone', () => {
  const addresses = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:https://a.example/x',
    '//a.example',
    '/chat/api',
    '#key',
    'https://',
  ]
  const texts = addresses.flatMap((address) => [
    `[a](${address})`,
    `[a](<${address}>)`,
    `![a](${address})`,
    `<${address}>`,
    `[a][r]\n\n[r]: ${address}`,
    `[a][r]\n\n[r]: <${address}>`,
  ])
  const targets = texts.flatMap((text) => new GrowingText().read(text, true).pieces.flatMap(targetsIn))
  expect(targets.filter((target) => !/^(https?:\/\/[^/]|mailto:)/.test(target))).toEqual([])
  expect(new GrowingText().read('[a](HTTPS://a.example)', true).pieces.flatMap(targetsIn)).toEqual([
    'HTTPS://a.example',
  ])
})

function targetsIn(piece: Piece): string[] {
  if (typeof piece === 'string') return []
  const own = piece.tag === 'a' || piece.is?.['href'] !== undefined ? [String(piece.is?.['href'])] : []
  return [...own, ...piece.within.flatMap(targetsIn)]
}
