/**
 * Markdown as a tree of elements, without HTML. The reader is markdown-it, which takes a time in proportion to the text whatever is written: of others tried,
 * 20 KB of `>- ` took 16 s and the stack.
 */
import createMarkdown, { type MarkdownIt, type Token } from 'markdown-it'

export type MarkdownElement = {
  tag: string
  /** `href`, `src`, `alt`, `title`, `start`, `class`, and `align` of a cell of a table. */
  is: Readonly<Record<string, string>>
  within: MarkdownPiece[]
}

export type MarkdownPiece = string | MarkdownElement

/** Of quotations and lists within each other. What goes deeper is shown as it was written: the reader leaves out what stands there. */
const DEEPEST = 30
const TOO_DEEP = new RegExp(`^(?:[ \\t]*(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${DEEPEST},}`, 'm')

/** Of elements within each other in one paragraph. */
const MOST_OPEN = 30

const SAFE = /^(?:https?|mailto):/i
/** Of a picture that is written in the text itself, which whoever shows it looks at again. */
const PICTURE = /^data:image\//i

const reader = createReader()

function createReader(): MarkdownIt {
  const markdown = createMarkdown({ html: false, linkify: true })
  // Web and mail addresses alone; what they are of is decided on where they are used.
  markdown.validateLink = (address) => SAFE.test(address) || PICTURE.test(address)
  // A word with a dot in it is no address, unless it begins as one.
  markdown.linkify.set({ fuzzyLink: false })
  markdown.linkify.add('www.', {
    validate(text, at, self) {
      const length = self.testSchemaAt(`http://www.${text.slice(at)}`, 'http:', 'http:'.length)
      return Math.max(0, length - '//www.'.length)
    },
    normalize(match) {
      match.url = `http://${match.url}`
    },
  })
  return markdown
}

/** What a text is made of. */
export function readMarkdown(text: string): readonly MarkdownPiece[] {
  if (TOO_DEEP.test(text)) return [{ tag: 'p', is: {}, within: [text] }]
  return treeOf(reader.parse(text, {}))
}

function treeOf(tokens: readonly Token[]): MarkdownPiece[] {
  const root: MarkdownElement = { tag: '', is: {}, within: [] }
  const open = [root]
  for (const token of tokens) {
    const { within } = open.at(-1) ?? root
    // The paragraph of an item of a list that stands close to the next.
    if (token.hidden) continue
    if (token.type === 'inline') for (const piece of treeOf(token.children ?? [])) within.push(piece)
    else if (token.nesting === 1) {
      // Marks within marks may go deeper than anything else: from there on they mean nothing.
      if (open.length > MOST_OPEN) open.push(open.at(-1) ?? root)
      else {
        const element = elementOf(token)
        within.push(element)
        open.push(element)
      }
    } else if (token.nesting === -1) {
      const closed = open.pop()
      if (closed?.tag === 'li') tick(closed)
    } else within.push(leafOf(token))
  }
  return root.within
}

/** As GitHub has it. */
const TAGS: Readonly<Record<string, string>> = { s: 'del' }

function elementOf(token: Token): MarkdownElement {
  return { tag: TAGS[token.tag] ?? token.tag, is: attributesOf(token), within: [] }
}

function attributesOf(token: Token): Record<string, string> {
  const { style, href, ...is } = Object.fromEntries((token.attrs ?? []).map(([name, value]) => [name, String(value)]))
  const align = /^text-align:(left|center|right)$/.exec(style ?? '')?.[1]
  return {
    ...is,
    // A link to what only a picture may be leads nowhere.
    ...(href !== undefined && SAFE.test(href) ? { href } : {}),
    ...(align === undefined ? {} : { align }),
  }
}

function leafOf(token: Token): MarkdownPiece {
  switch (token.type) {
    case 'code_inline':
      return { tag: 'code', is: {}, within: [token.content] }
    case 'fence':
    case 'code_block': {
      const [language = ''] = token.info.trim().split(/\s+/)
      const is = language === '' ? {} : { class: `language-${language}` }
      return { tag: 'pre', is: {}, within: [{ tag: 'code', is, within: [token.content] }] }
    }
    case 'image': {
      const { src = '' } = attributesOf(token)
      return { tag: 'img', is: { src, alt: wordsOf(token.children ?? []) }, within: [] }
    }
    case 'softbreak':
      return '\n'
    case 'hardbreak':
    case 'hr':
      return { tag: token.tag, is: {}, within: [] }
    default:
      return token.content
  }
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.type === 'softbreak' ? '\n' : token.content)).join('')
}

const BOX = /^\[([ xX])\](?=\s)/

/** A task: the box that its item begins with. */
function tick(item: MarkdownElement): void {
  const [first] = item.within
  const place = typeof first === 'object' && first.tag === 'p' ? first : item
  const [words] = place.within
  const box = typeof words === 'string' ? BOX.exec(words) : null
  if (typeof words !== 'string' || box === null) return
  const ticked = { tag: 'input', is: { checked: box[1] === ' ' ? '' : 'checked' }, within: [] }
  place.within.splice(0, 1, ticked, words.slice(box[0].length))
}
