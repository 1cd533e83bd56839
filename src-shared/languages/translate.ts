/** Texts of the interface in one language. The English text is the key; what has no other text is shown in English. */
import type { ZH } from './zh/index'
import { numberFormat } from './formats'
import { LANGUAGE_TAGS, type InterfaceLanguage } from './language'
import { fillMessage, readMessage, type MessagePart } from './message'

/** A text of the interface, in English: one that has its translations. */
export type Text = keyof typeof ZH

/** What one room says, in a language; `Known` is the same room in Chinese, which has the keys. */
export type Translations<Known> = { readonly [English in keyof Known]: string }

export type Catalogue = { readonly [English in Text]: string }

type PluralRule = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other' | `=${number}`
type NameIn<Rest> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer Name},${string}`
    ? Name
    : Inside
  : never

/** The names of the values that a message wants: each word behind a brace, but for branches of a plural. */
export type ValueNames<Message> = Message extends `${infer Before}{${infer Rest}`
  ? (Before extends `${string} ${PluralRule} ` ? never : NameIn<Rest>) | ValueNames<Rest>
  : never

export type ValuesOf<Message> = { readonly [Name in ValueNames<Message>]: MessageValue }
type Values<Message> = [ValueNames<Message>] extends [never] ? [] : [values: ValuesOf<Message>]

/** A text that needs no values, as tables have it. */
export type PlainText = { [English in Text]: [ValueNames<English>] extends [never] ? English : never }[Text]

/** A label of a table, as the value of a message: it stands there in the language that the message is shown in. */
export type Label = {
  readonly label: string
  /** It begins the sentence: `An agent`. */
  readonly begins?: boolean | undefined
}

/** Values may be messages themselves. */
export type MessageValue = string | number | Label | Message

/** A text with its values, put together where something is known and shown where the language is. It may be stored, and outlive its text. */
export type Message = { readonly text: string; readonly values: Readonly<Record<string, MessageValue>> }

/** What is said to a person, in no language yet: a text of the catalogue, or one with its values. */
export type Sentence = PlainText | Message

export type Translate = {
  /** A text of the catalogue, with its values. */
  <English extends Text>(text: English, ...values: Values<English>): string
  readonly language: InterfaceLanguage
  /** For `Intl`: numbers, dates, lists. */
  readonly tag: string
  /** A text or a message that was put together elsewhere. */
  message: (message: string | Message) => string
  /** A text of a table that is data to the compiler; a text that is in no catalogue, as what a person wrote, stays as it is. */
  known: (text: string) => string
  /** A label of a table as it stands within a sentence: `Tool name` is `tool name`, an acronym stays. */
  within: (label: string) => string
  /** A text in pieces, for values that are no text. */
  parts: <V>(text: Text, values: Readonly<Record<string, V | string | number>>) => (V | string)[]
  number: (value: number, options?: Intl.NumberFormatOptions) => string
  /** Several words as a list within a sentence: `a, b and c`. */
  list: (words: readonly string[]) => string
}

/** A message of the catalogue with its values. */
export function message<English extends Text>(text: English, ...values: Values<English>): Message {
  return { text, values: values[0] ?? {} }
}

/** A sentence, or a label as tables have it, as the value of another sentence: it stands there in the language of that one. */
export function asMessage(sentence: string | Message): Message {
  return typeof sentence === 'string' ? { text: sentence, values: {} } : sentence
}

const AS_WRITTEN = '{words}'

/** What comes from elsewhere and is shown as it is: what a server, a program or the system said, what a person wrote, what an older Baton stored. */
export function asWritten(words: string): Message {
  return { text: AS_WRITTEN, values: { words } }
}

/** What only those read who work in English: at the command line and the endpoint, and models. `scripts/languages.test.ts` says who may say so. */
export function inEnglish(words: string): Message {
  return asWritten(words)
}

/** A name, or what somebody wrote, in the quotation marks of the language that it is read in. */
export function quoted(words: string): Message {
  return message('“{words}”', { words })
}

/** Several side by side, which every language reads from the left: `a, b`. */
export function inARow(parts: readonly (string | Message)[], between: string): Message {
  const names = parts.map((_part, at) => `part${at}`)
  return {
    text: names.map((name) => `{${name}}`).join(between),
    values: Object.fromEntries(parts.map((part, at) => [names[at] ?? '', part])),
  }
}

/** A message with every word of its values changed, as where secrets are taken out of what a server said. */
export function withValues({ text, values }: Message, change: (words: string) => string): Message {
  const changed = (value: MessageValue): MessageValue => {
    if (typeof value === 'string') return change(value)
    return typeof value === 'object' && 'text' in value ? withValues(value, change) : value
  }
  return { text, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changed(value)])) }
}

/** Whether a message is nothing but words that stay as they are. */
export function isAsWritten({ text, values }: Message): boolean {
  return text === AS_WRITTEN && typeof values['words'] === 'string'
}

/** The texts of a language; without a catalogue, the English texts themselves. */
export function createTranslate(language: InterfaceLanguage, catalogue: Catalogue | null): Translate {
  const tag = LANGUAGE_TAGS[language]
  const read = new Map<string, readonly MessagePart[]>()
  const known = (text: string): string => {
    if (catalogue === null) return text
    const now = isText(text, catalogue) ? text : withCurlyMarks(text)
    return isText(now, catalogue) ? catalogue[now] : text
  }

  function parts<V>(text: string, values: Readonly<Record<string, V | string | number>>): (V | string)[] {
    const shown = known(text)
    const found = read.get(shown) ?? readMessage(shown)
    read.set(shown, found)
    return fillMessage(found, values, tag)
  }

  const within = (label: string): string => inSentence(known(label))

  function filled(text: string, values: Message['values'] | undefined): string {
    if (values === undefined || Object.keys(values).length === 0) return known(text)
    const shown = Object.entries(values).map(([name, value]): [string, string | number] => [
      name,
      typeof value === 'object' ? shownWithin(value) : value,
    ])
    return parts<string>(text, Object.fromEntries(shown)).join('')
  }

  function shownWithin(value: Exclude<MessageValue, string | number>): string {
    if ('text' in value) return filled(value.text, value.values)
    if (value.begins !== true) return within(value.label)
    return catalogue === null ? withArticle(within(value.label)) : known(value.label)
  }

  function shownMessage(one: string | Message): string {
    return typeof one === 'string' ? known(one) : filled(one.text, one.values)
  }

  // American English puts a comma before its last word.
  function list(words: readonly string[]): string {
    return new Intl.ListFormat(tag === 'en' ? 'en-GB' : tag).format(words)
  }

  return Object.assign(
    <English extends Text>(text: English, ...values: Values<English>): string => filled(text, values[0]),
    {
      language,
      tag,
      message: shownMessage,
      known,
      within,
      parts,
      number: (value: number, options?: Intl.NumberFormatOptions): string =>
        (options === undefined ? numberFormat(tag) : new Intl.NumberFormat(tag, options)).format(value),
      list,
    },
  )
}

/** What begins with one capital letter begins small; what begins with several is an acronym. */
function inSentence(words: string): string {
  return /^\p{Lu}(?:\p{Ll}|\s|$)/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words
}

/** `An agent`, `An HTTP tool`, `A built-in tool`: how an English sentence begins. */
function withArticle(words: string): string {
  return /^(?:[aeio]|HTTP|MCP)/.test(words) ? `An ${words}` : `A ${words}`
}

/** A text that an older Baton stored, in the quotation marks that the catalogue has now. */
function withCurlyMarks(text: string): string {
  return text.replace(/"([^"]*)"/g, '“$1”')
}

function isText(text: string, catalogue: Catalogue): text is Text {
  return Object.hasOwn(catalogue, text)
}

/** What is said where nobody chose a language: on the command line, in exported files. */
export const ENGLISH: Translate = createTranslate('en', null)
