/** The interface says nothing outside the catalogue, every text of which stands in all languages, is used, and wants the same values everywhere. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EDGES } from '../src-shared/kinds/edges'
import { KIND_LIST } from '../src-shared/kinds/index'
import type { FieldHint, Kind } from '../src-shared/kinds/kind'
import type { JsonObject } from '../src-shared/flow/records'
import { PRESETS } from '../src-shared/providers/presets'
import { TRIAL_LABELS, VERDICT_WORDS } from '../src-shared/providers/trial'
import { RETENTION_WORDS } from '../src-shared/rpc/retention'
import { readMessage, valuesOfMessage } from '../src-shared/languages/message'
import { RU } from '../src-shared/languages/ru/index'
import { ZH } from '../src-shared/languages/zh/index'
import { ownWords, textsOfFile, type FileTexts } from './lint/interface-texts.mjs'
import { root } from './setup.mjs'

/** Files of src-shared whose words are for nobody who reads the interface, by why. */
const SHARED_FOR_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'Models read them, and say so themselves: prompts, what tools are for, what is wrong with a plan.': [
    'agents/answers/observer-answer',
    'agents/offers/offers',
    'agents/offers/pools',
    'agents/outside/curl-tool',
    'agents/plan/json-plan',
    'agents/plan/parse',
    'agents/plan/plan',
    'agents/plan/print',
    'agents/plan/text-plan',
    'agents/prompts/en',
    'agents/prompts/limit-reasons',
    'agents/prompts/result-notes',
    'agents/prompts/variable-words',
    'agents/prompts/ru',
    'agents/prompts/zh',
    'agents/routing/intents',
    'agents/templates/carry-over',
    'agents/texts/chunks',
    'json-schema/describe',
    'kinds/builtin-tool',
    'kinds/dialog',
    'kinds/worker',
    'run/log/attachments',
    'run/words/limit-note',
  ],
  'The command line says them, or those who mend the program read them.': [
    'errors',
    'flow/difference/conflict-words',
    'flow/editing/fixes',
    'rpc/wire',
    'run/words/typed-answers',
  ],
  'They stand in files that are exported, which are in English.': [
    'agents/plan/export',
    'flow/editing/mermaid',
    'flow/export/flow-markdown',
    'flow/export/flow-svg',
    'run/sequence/sequence-mermaid',
    'run/sequence/sequence-svg',
    'run/trace/replay-table',
  ],
  'A consent is bound to them, and was given in these words.': ['kinds/agent', 'kinds/needs', 'kinds/visible'],
  'They are code, headers, names of makers, parts of words, or what somebody types to find something.': [
    'agents/outside/curl',
    'agents/outside/mcp-config',
    'kinds/code-fields',
    'kinds/code-tool',
    'kinds/code-value',
    'kinds/map',
    'kinds/mcp-server',
    'kinds/nested-chat',
    'kinds/observer',
    'providers/presets',
    'run/log/older-events',
    'terms/stems',
  ],
}

/** Who may say an error in English alone (`inEnglish`), by who reads it: folders and files of src-main. */
const ENGLISH_ALONE: Readonly<Record<string, readonly string[]>> = {
  'The command line, the endpoint, and programs that are built on an exported flow.': [
    'cli/',
    'host-web/arguments.ts',
    'host-web/web-host.ts',
    'langgraph-export/',
    'langgraph-server/',
    'shared-store/',
  ],
  'Said on the command line where it is one, and in the catalogue where it is not.': [
    'connections/secret-store.ts',
    'consent/gate.ts',
  ],
  'Models read them, as what came of the call of a tool.': [
    'engine/kinds/mcp-server.ts',
    'engine/kinds/openapi-tools.ts',
    'engine/pools/tool-pools.ts',
    'engine/speaking/requested-handoffs.ts',
    'engine/tool-calls/',
    'tools/calculator.ts',
    'tools/clock.ts',
    'tools/code/',
    'tools/http.ts',
    'tools/openapi/request.ts',
  ],
  'What is broken within a database, behind a sentence that says which one; and what the engine asks of itself.': [
    'engine/checkpoints/',
  ],
}

/** What is shown as it is written (`asWritten`), by whose words it is; with a literal of our own it would be in no catalogue. */
const AS_WRITTEN: Readonly<Record<string, string>> = {
  'src-main/consent/gate.ts': 'names of nodes',
  'src-main/redaction/redactor.ts': 'an error whose secret reached beyond one of its values',
  'src-main/run/compiled-flows.ts': 'nothing',
  'src-main/tools/mcp/failures.ts': 'what the server or its protocol said, and the name of a tool',
  'src-main/tools/mcp/start-failures.ts': 'nothing',
  'src-renderer/inspector/fields/ModelField.tsx': 'the name of a connection',
  'src-shared/errors.ts': 'an error of an older Baton',
  'src-shared/flow/issues.ts': 'what the schemas gained since',
  'src-shared/flow/model-choices.ts': 'names of a connection and its model',
}

/** What reads like words and is none, or is the same in every language. */
const NO_WORDS: ReadonlySet<string> = new Set([
  // Names of what is counted, by which its words are found.
  'slot check',
  'intent check',
  'look-up check',
  'English',
  'Русский',
  'GET',
  'Shift+1',
  'npx',
  '${tries} + 1',
  '{ "cake": "apple", "count": 2 }',
  'text-embedding-3-small',
  'https://api.example.com/openapi.json',
  'https://mcp.example.com/mcp',
  'input, textarea, [data-text-editor]',
  'input, textarea, button',
  'button, input, select, textarea, a[href], [tabindex="0"]',
  '[data-autofocus], input, textarea, button:not([disabled])',
  '.react-flow__handle, input, textarea, button',
  'button, a, summary, [role="button"]',
  'underline wavy var(--bt-warning)',
  '1px solid var(--bt-line)',
  '1px solid var(--bt-line-strong)',
  "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  '`color-mix(in srgb, var(--bt-${group}) 55%, var(--bt-${group}-soft))`',
  '`size of ${id} ${event.timeStamp}`',
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  '(prefers-color-scheme: dark)',
  'Baton',
  'Ctrl',
  'Esc',
  'Mac',
  'Markdown',
  'Menu',
  'Files',
  'auto',
  'JSON',
  `-H 'Content-Type: application/json'`,
  `-H "Authorization: Bearer $API_KEY"`,
  '{NAME}',
  'GITHUB_TOKEN',
  'https://api.openai.com/v1',
])

/** What is shown as it is, though it has braces: they are what is spoken of. */
const WITH_BRACES: ReadonlySet<string> = new Set([
  '{NAME} becomes the stored secret of that name, as in Bearer {GITHUB_TOKEN}.',
  'What the rehearsal model says: rules in order, such as [{"when": {"speaker": "Shop"}, "text": "Welcome"}]. The first that fits answers.',
  'How long a text, list or object is: len(${orders}) > 0.',
  'Both sides are the same. A text stands in quotes: ${city} == "Rome".',
])

const isText = (text: string): text is keyof typeof ZH => Object.hasOwn(ZH, text)

/** Every source of the program, without tests and the catalogue itself. */
const sources = globSync('{src-main,src-shared,src-renderer}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.|\/testing\/|src-shared\/languages\//.test(file))
  .map((file): [file: string, text: string] => [file, textOf(file)])
const below = (folder: string) => sources.filter(([file]) => file.startsWith(`${folder}/`))
const read = below('src-renderer').map(([file, text]) => ({ file, ...textsOfFile(file, text) }))

/** What kinds and their fields say. It is no message: braces in it are braces. */
const KINDS_SAY: readonly string[] = [...KIND_LIST, ...Object.values(EDGES)]
  .flatMap(({ label, description, fields }) => [label, description, ...fields.flatMap(fieldSays)])
  .concat(KIND_LIST.flatMap((kind) => portsOf(kind).map(({ label }) => label)))
  .filter((text) => /[a-z]{2}/.test(text))

/** The ports of a new node. */
function portsOf(kind: Kind) {
  return kind.ports(kind.schema.parse({}) as JsonObject)
}

function fieldSays(hint: FieldHint): string[] {
  return [
    hint.label,
    hint.help,
    ...(hint.type === 'choice'
      ? hint.options.flatMap(({ label, about }) => [label, ...(about === undefined ? [] : [about])])
      : []),
    ...(hint.type === 'line' && hint.word !== undefined ? [hint.word.label] : []),
    ...(hint.type === 'prompts' ? hint.parts.map(({ label }) => label) : []),
  ]
}

/** What tables of src-shared say to people; they are data, and translated where they are shown. */
const TABLES: readonly string[] = [
  ...Object.values(TRIAL_LABELS),
  ...Object.values(VERDICT_WORDS),
  ...Object.values(RETENTION_WORDS).flatMap(({ label, sentence }) => [label, sentence]),
  ...PRESETS.flatMap(({ key, modelHelp, blanks }) => [
    ...(key.kind === 'needed' && / /.test(key.where) ? [key.where] : []),
    ...(modelHelp === '' ? [] : [modelHelp]),
    ...blanks.flatMap(({ label, help }) => [label, help]),
  ]),
  ...KINDS_SAY,
  ...examples().flatMap(({ name, description }) => [name, description]),
]

/** What src-shared puts into words. */
const shared = below('src-shared').map(([file, text]) => ({ file, ...textsOfFile(file, text) }))

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** A text as sources write it, by the quotes that they choose. */
function asLiterals(text: string): string[] {
  const inside = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
  return [`'${inside.replaceAll("'", "\\'")}'`, `"${inside.replaceAll('"', '\\"')}"`]
}

function examples(): { name: string; description: string }[] {
  return globSync('resources/examples/*.flow.json', { cwd: root }).map(
    (file) => JSON.parse(textOf(file)) as { name: string; description: string },
  )
}

/** What a file says outside the catalogue. */
function sayings({ file, english, literals }: { file: string } & FileTexts): string[] {
  const alone = [...english, ...literals.filter(({ text }) => !isText(text))]
  return alone.filter(({ text }) => !NO_WORDS.has(text)).map(({ line, text }) => `${file}:${line} ${text}`)
}

describe('the interface', () => {
  test('says nothing outside the catalogue', () => {
    expect(read.flatMap(sayings)).toEqual([])
  })

  test('says nothing in English alone in src-shared, but for the files that are known to, each of which does', () => {
    const speak = shared.flatMap((one) => (sayings(one).length === 0 ? [] : [one.file.slice('src-shared/'.length, -3)]))
    const known = Object.values(SHARED_FOR_OTHERS).flat()
    expect({
      new: speak.filter((file) => !known.includes(file)),
      clean: known.filter((file) => !speak.includes(file)),
    }).toEqual({ new: [], clean: [] })
  })

  test('says errors in English alone only where English is read, and as they are written only what others wrote', () => {
    const english = sources.flatMap(([file, text]) => (text.includes('inEnglish(') ? [file] : []))
    const rooms = Object.values(ENGLISH_ALONE).flat()
    const roomOf = (file: string) => rooms.find((room) => file.startsWith(`src-main/${room}`))
    expect({
      new: english.filter((file) => roomOf(file) === undefined),
      clean: rooms.filter((room) => !english.some((file) => roomOf(file) === room)),
    }).toEqual({ new: [], clean: [] })
    const written = sources.filter(([, text]) => text.includes('asWritten('))
    expect(written.map(([file]) => file).toSorted()).toEqual(Object.keys(AS_WRITTEN).toSorted())
    expect(written.flatMap(([file, text]) => ownWords(file, text))).toEqual([])
  })

  test('gives each text the values that it wants', () => {
    const wrong = [...read, ...shared].flatMap(({ file, uses }) =>
      uses.flatMap(({ text, line, values }) => {
        if (values === null || !isText(text) || KINDS_SAY.includes(text)) return []
        const wanted = [...valuesOfMessage(readMessage(text))].sort()
        return String(wanted) === String([...values].sort()) ? [] : [`${file}:${line} ${text}: ${values.join(', ')}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  test('finds words that are said without the catalogue', () => {
    const page = `
      const LABEL = 'In a table'
      export function Page({ isOpen, name }) {
        const t = useT()
        notify('Said to somebody')
        if (name === 'Not said') throw new Error('Nor is this.')
        return (
          <div className="no words" aria-label={isOpen ? 'Shown' : t('Known')} title={\`Of \${name}\`}>
            Plain words
            {t('{name} is known', { name })}
            {isOpen && 'behind a condition'}
          </div>
        )
      }`
    const { english, literals, uses } = textsOfFile('page.tsx', page)
    expect(english.map(({ text }) => text)).toEqual(['Shown', '`Of ${name}`', 'Plain words', 'behind a condition'])
    expect(literals.map(({ text }) => text)).toEqual(['In a table', 'Said to somebody'])
    expect(uses.map(({ text, values }) => [text, values])).toEqual([
      ['Known', []],
      ['{name} is known', ['name']],
    ])
  })
})

test('finds words of our own that are shown as if others had written them', () => {
  const core = `
    throw new AppError('storage', asWritten(cause.message))
    throw new AppError('storage', asWritten('The disk is full.'))
    throw new AppError('storage', asWritten(\`The disk \${name} is full.\`))`
  expect(ownWords('core.ts', core)).toEqual(['core.ts:3', 'core.ts:4'])
})

describe('the catalogue', () => {
  const texts = Object.keys(ZH).filter(isText)
  const messages = texts.filter((text) => !KINDS_SAY.includes(text) && !WITH_BRACES.has(text))

  test('has what tables say', () => {
    expect(TABLES.filter((text) => !isText(text))).toEqual([])
  })

  test('has no text that nobody says', () => {
    const said = new Set([...TABLES, ...read.flatMap(({ all }) => [...all]), ...shared.flatMap(({ all }) => [...all])])
    const main = below('src-main').flatMap(([, text]) =>
      text.includes('/languages/translate') || text.includes('AppError(') ? [text] : [],
    )
    const inMain = (text: string) => main.some((source) => asLiterals(text).some((literal) => source.includes(literal)))
    expect(texts.filter((text) => !said.has(text) && !inMain(text))).toEqual([])
  })

  test('wants the same values in every language', () => {
    const values = (message: string) => [...valuesOfMessage(readMessage(message))].sort().join(' ')
    const different = messages.filter((text) => values(ZH[text]) !== values(text) || values(RU[text]) !== values(text))
    expect(different).toEqual([])
  })

  test('counts in Russian in four ways, in Chinese in one', () => {
    const branches = (message: string) =>
      readMessage(message).flatMap((part) =>
        part.kind === 'plural' ? [[...part.branches.keys()].filter((key) => !key.startsWith('=')).join(' ')] : [],
      )
    expect(messages.filter((text) => branches(RU[text]).some((rules) => rules !== 'one few many other'))).toEqual([])
    expect(messages.filter((text) => branches(ZH[text]).some((rules) => rules !== 'other'))).toEqual([])
  })

  test('has each text in one file', () => {
    for (const language of ['zh', 'ru']) {
      const keys = globSync(`src-shared/languages/${language}/*.ts`, { cwd: root })
        .filter((file) => !file.endsWith('/index.ts'))
        .flatMap((file) => [...textOf(file).matchAll(/^ {2}(?:'(?:[^'\\]|\\.)*'|"[^"]*"|\w+):/gm)].map(([key]) => key))
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    }
  })

  test('is Chinese and Russian', () => {
    const isSame = (text: keyof typeof ZH) => ZH[text] === text || RU[text] === text
    const names = new Set([
      'Mermaid',
      'PNG',
      'Top P',
      '“{words}”',
      '{part}: {problem}',
      '{first}; {rest}',
      '{title} · {count}',
      ', {words}',
      'JSON',
      '{name}, {kind}: {words}',
      '{before} · {after}',
      '{amount} KB',
      '{amount} MB',
    ])
    expect(texts.filter((text) => isSame(text) && !names.has(text))).toEqual([])
  })
})
