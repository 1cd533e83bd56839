/** Fills the fields of a JSON schema from what a message plainly says: labels, e-mail addresses, dates, numbers, quotes, names. */
import type { Json } from '../../src-shared/flow/records'
import { choicesOf, itemsOf, propertiesOf, requiredOf, schemaPart } from '../../src-shared/json-schema/walk'
import { asRecord } from './json'
import { findArithmetic } from './rehearsal-words'

type Schema = Readonly<Record<string, unknown>>

/** One field to fill, and what it is called in words. */
type Field = { name: string; words: string[]; type: string; format: string; hint: string; schema: Schema }

/** What is still unused of a message. */
type Source = { text: string; numbers: string[]; quotes: string[] }

/** The fields that the message fills; the others are left out. */
export function extractFields(schema: Schema, message: string): Record<string, unknown> {
  const text = message.slice(0, 4000)
  const source: Source = {
    text,
    numbers: text.match(/(?<![\w.])-?\d+(?:[.,]\d+)?(?![\w])/g) ?? [],
    quotes: quotesOf(text),
  }
  return extractFrom(schema, source)
}

/** As `extractFields`, and whatever the schema requires beside: texts get the message, the rest the plainest value that fits. */
export function fillArguments(schema: Schema, message: string): Record<string, unknown> {
  return complete(schema, extractFields(schema, message), message)
}

function extractFrom(schema: Schema, source: Source): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  for (const field of fieldsOf(schema)) {
    const value = valueOf(field, source)
    if (value !== undefined) filled[field.name] = value
  }
  return filled
}

function fieldsOf(schema: Schema): Field[] {
  return Object.entries(propertiesOf(schema)).map(([name, value]) => {
    const field = schemaPart(value)
    const words = name
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
    const type = textOf(Array.isArray(field['type']) ? field['type'][0] : field['type']) || 'string'
    const hint = `${words.join(' ')} ${textOf(field['description']).toLowerCase()}`
    return { name, words, type, format: textOf(field['format']), hint, schema: field }
  })
}

function valueOf(field: Field, source: Source): unknown {
  const options = choicesOf(field.schema)
  if (options.length > 0) return options.find((option) => mentions(source.text, textOfOption(option)))
  if (field.type === 'number' || field.type === 'integer') return numberOf(field, source)
  if (field.type === 'array') return listOf(field, source)
  if (field.type === 'object') {
    const inner = extractFrom(field.schema, source)
    return Object.keys(inner).length > 0 ? inner : undefined
  }
  return field.type === 'string' ? stringOf(field, source) : undefined
}

function numberOf(field: Field, source: Source): number | undefined {
  const labelled = /-?\d+(?:[.,]\d+)?/.exec(labelledValue(field, source.text) ?? '')?.[0]
  const at = labelled === undefined ? 0 : source.numbers.indexOf(labelled)
  const found = source.numbers[at] ?? labelled
  if (found === undefined) return undefined
  source.numbers.splice(at, 1)
  const number = Number(found.replace(',', '.'))
  return field.type === 'integer' ? Math.round(number) : number
}

function listOf(field: Field, source: Source): unknown[] | undefined {
  const items = schemaPart(itemsOf(field.schema))
  const options = choicesOf(items).filter((option) => mentions(source.text, textOfOption(option)))
  if (options.length > 0) return options
  if (textOf(items['type']) !== 'string' || source.quotes.length === 0) return undefined
  return source.quotes.splice(0)
}

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|мая|май|июн|июл|авг|сен|окт|ноя|дек'
const DAYS =
  'monday|tuesday|wednesday|thursday|friday|saturday|sunday|today|tomorrow|сегодня|завтра|понедельник|вторник|сред[ау]|четверг|пятниц[ау]|суббот[ау]|воскресенье'
const NAME = "[\\p{L}'-]+(?:\\s+\\p{Lu}[\\p{L}'-]+){0,2}"

/** What a text field may hold by its format or name, and what such a thing looks like; the first group, or else the whole, is the value. */
const SHAPES: readonly { hint: RegExp; format: RegExp; shapes: readonly RegExp[] }[] = [
  { hint: /e-?mail|почт|邮箱|邮件/, format: /email/, shapes: [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/] },
  { hint: /\b(url|link|website)\b|ссылк|网址/, format: /ur[il]/, shapes: [/https?:\/\/[^\s"'<>]+/] },
  { hint: /phone|телефон|电话/, format: /phone/, shapes: [/(?<![\d-])(?!\d{4}-\d\d-\d\d)\+?\d[\d ()-]{5,}\d/] },
  {
    hint: /time ?zone|часов\S* пояс|时区/,
    format: /timezone/,
    shapes: [/\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b|\bUTC\b/],
  },
  {
    hint: /\b(date|day|birthday|deadline)\b|дата|день|日期/,
    format: /^date/,
    shapes: [
      /\b\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]+)?\b/,
      /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/,
      new RegExp(
        `(?<![\\p{L}\\d])(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:${MONTHS})\\p{L}*|(?:${MONTHS})\\p{L}*\\s+\\d{1,2})(?:,?\\s+\\d{4})?`,
        'iu',
      ),
      new RegExp(`(?<!\\p{L})(?:${DAYS})(?!\\p{L})`, 'iu'),
      /\d{1,4}年\d{1,2}月\d{1,2}日|\d{1,2}月\d{1,2}日|今天|明天/,
    ],
  },
  { hint: /\btime\b|время|时间/, format: /^time$/, shapes: [/\b\d{1,2}:\d{2}(?::\d{2})?\b/] },
]

/** By the name of the field alone: descriptions speak of files and paths for many reasons. */
const PATH_WORDS = /^(?:path|file|filename|folder|directory|dir|путь|файл|папка|路径|文件|目录)$/
const PATHS = [
  /(?<![\w:/])(?:~|\.{1,2})?\/[^\s"'<>,;]*[^\s"'<>,;.!?]/u,
  /[A-Za-z]:\\[^\s"'<>,;]*[^\s"'<>,;.!?]/u,
  /(?<![\w./])[\w-]+(?:\/[\w.-]*[\w-])+/u,
  /(?<![\w./])[\w-]+\.[A-Za-z]\w{0,4}(?![\w.])/u,
]

function isPath({ words }: Field): boolean {
  return words.some((word) => PATH_WORDS.test(word))
}

const PERSON_WORDS = new Set([
  ...[
    'name',
    'full',
    'first',
    'last',
    'given',
    'family',
    'user',
    'customer',
    'guest',
    'client',
    'your',
    'person',
    'contact',
  ],
  ...['имя', 'фио', 'клиента', 'гостя', '姓名', '名字'],
])
const INTRODUCTIONS = [
  new RegExp(`(?:[Mm]y name is|[Cc]all me|[Мм]еня зовут|[Мм]о[её] имя)\\s+(${NAME})`, 'u'),
  new RegExp(`(?<!\\p{L})(?:I am|I'm|I’m|i am|i'm|[Яя])\\s+(\\p{Lu}[\\p{L}'-]*(?:\\s+\\p{Lu}[\\p{L}'-]+){0,2})`, 'u'),
  /(?:我叫|我是|名字是)(\p{Script=Han}{2,4})/u,
]

function stringOf(field: Field, source: Source): string | undefined {
  const { text } = source
  if (field.words.some((word) => /^(expression|formula|выражение)$/.test(word)))
    return findArithmetic(text) ?? undefined
  if (isPath(field))
    return source.quotes.find((one) => /[/\\.]/.test(one)) ?? firstMatch(PATHS, text) ?? source.quotes.shift()
  const known = SHAPES.find(
    ({ hint, format }) => format.test(field.format) || hint.test(field.words.join(' ')) || hint.test(field.hint),
  )
  if (known !== undefined) return firstMatch(known.shapes, text)
  const isPerson = field.words.length > 0 && field.words.every((word) => PERSON_WORDS.has(word))
  const introduced = isPerson ? firstMatch(INTRODUCTIONS, text) : undefined
  return introduced ?? labelledValue(field, text) ?? (isPerson ? undefined : source.quotes.shift())
}

/** `field is value`, `field: value`, `field = value`: the value, up to the end of the clause. */
function labelledValue(field: Field, text: string): string | undefined {
  if (field.words.length === 0) return undefined
  const label = field.words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[\\s_-]*')
  const pattern = new RegExp(`(?<!\\p{L})${label}\\s*(?:(?:is|are|это)\\s|[:=：—是为])\\s*([^,;\\n]+)`, 'iu')
  const value = pattern.exec(text)?.[1]?.split(/[.!?](?:\s|$)|[。！？]/)[0]
  const trimmed = value?.replace(/^["'“«]|["'”»]$/g, '').trim()
  return trimmed === '' ? undefined : trimmed
}

function complete(schema: Schema, filled: Record<string, unknown>, message: string): Record<string, unknown> {
  const names = requiredOf(schema)
  const fields = fieldsOf(schema)
  const out = { ...filled }
  for (const name of names) {
    const field = fields.find((candidate) => candidate.name === name)
    const isObject = field?.type === 'object'
    if (field !== undefined && isObject) out[name] = complete(field.schema, asRecord(out[name]), message)
    else out[name] ??= plainValue(field, message)
  }
  return out
}

function plainValue(field: Field | undefined, message: string): unknown {
  if (field === undefined) return message
  const { schema, type } = field
  if ('default' in schema) return schema['default']
  const [option] = choicesOf(schema)
  if (option !== undefined) return option
  if (type === 'number' || type === 'integer') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0
  if (type === 'boolean') return false
  if (type === 'array') return textOf(schemaPart(itemsOf(schema))['type']) === 'string' ? [message] : []
  if (type === 'string' && isPath(field)) return '.'
  return type === 'null' ? null : message
}

function mentions(text: string, option: string): boolean {
  const escaped = option.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  if (/\p{Script=Han}/u.test(option)) return text.includes(option)
  return option !== '' && new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(text.toLowerCase())
}

function quotesOf(text: string): string[] {
  return [...text.matchAll(/"([^"]+)"|“([^”]+)”|«([^»]+)»|「([^」]+)」/g)].map(
    (found) => found.slice(1).find((part) => part !== undefined) ?? '',
  )
}

function firstMatch(shapes: readonly RegExp[], text: string): string | undefined {
  for (const shape of shapes) {
    const found = shape.exec(text)
    if (found !== null) return (found[1] ?? found[0]).trim()
  }
  return undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textOfOption(option: Json): string {
  return typeof option === 'string' ? option : JSON.stringify(option)
}
