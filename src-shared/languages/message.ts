/** Messages in ICU's form, as far as the catalogues use it: `{name}`, `{count, number}`, and `{count, plural, one {# tool} other {# tools}}`. */

import { numberFormat, pluralRules } from './formats'

export type MessagePart =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; isNumber: boolean }
  | { kind: 'plural'; name: string; branches: ReadonlyMap<string, readonly MessagePart[]> }
  /** `#`: the number that a plural goes by. */
  | { kind: 'count' }

/** The parts of a message; an `Error` says what is wrong with one that cannot be read. */
export function readMessage(message: string): readonly MessagePart[] {
  return new Reader(message).message()
}

/** Reads from the left; a brace opens a value or, within a plural, a branch. */
class Reader {
  private at = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  message(): readonly MessagePart[] {
    const parts = this.parts(false)
    if (this.at < this.source.length) throw this.fault('a brace is closed that was not opened')
    return parts
  }

  private parts(isInPlural: boolean): MessagePart[] {
    const parts: MessagePart[] = []
    while (this.at < this.source.length && this.source[this.at] !== '}') {
      const next = this.source[this.at]
      if (next === '{') parts.push(this.value())
      else if (next === '#' && isInPlural) {
        this.at++
        parts.push({ kind: 'count' })
      } else parts.push({ kind: 'text', text: this.take(isInPlural ? /[^{}#]+/y : /[^{}]+/y) })
    }
    return parts
  }

  private value(): MessagePart {
    const name = this.take(/\{\s*\w+\s*/y)
      .slice(1)
      .trim()
    const type = this.take(/(?:,\s*\w+\s*)?/y)
      .replace(',', '')
      .trim()
    if (type === 'plural') return this.plural(name)
    if (type !== '' && type !== 'number') throw this.fault(`"${type}" is no type of value`)
    this.take(/\}/y)
    return { kind: 'value', name, isNumber: type === 'number' }
  }

  private plural(name: string): MessagePart {
    this.take(/,\s*/y)
    const branches = new Map<string, readonly MessagePart[]>()
    while (this.source[this.at] !== '}') {
      const key = this.take(/=\d+|\w+/y)
      this.take(/\s*\{/y)
      branches.set(key, this.parts(true))
      this.take(/\}\s*/y)
    }
    this.at++
    if (!branches.has('other')) throw this.fault('a plural has no branch "other"')
    return { kind: 'plural', name, branches }
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.source)
    if (found === null) throw this.fault(`${pattern.source} is wanted`)
    this.at = pattern.lastIndex
    return found[0]
  }

  private fault(what: string): Error {
    return new Error(`The message ${JSON.stringify(this.source)} cannot be read at ${this.at}: ${what}.`)
  }
}

/** What a message says with these values, piece by piece: texts, and the values that are no text. A value that is missing shows its name. */
export function fillMessage<V>(
  parts: readonly MessagePart[],
  values: Readonly<Record<string, V | string | number>>,
  tag: string,
): (V | string)[] {
  return fillParts(parts, { values, tag, count: null })
}

type Filling<V> = { values: Readonly<Record<string, V | string | number>>; tag: string; count: number | null }

function fillParts<V>(parts: readonly MessagePart[], filling: Filling<V>): (V | string)[] {
  return parts.flatMap((part): (V | string)[] => {
    switch (part.kind) {
      case 'text':
        return [part.text]
      case 'count':
        return [filling.count === null ? '#' : shownNumber(filling.count, filling.tag)]
      case 'value':
        return [shownValue(filling.values[part.name] ?? `{${part.name}}`, part.isNumber ? filling.tag : null)]
      case 'plural': {
        const count = Number(filling.values[part.name])
        return fillParts(branchOf(part.branches, count, filling.tag), { ...filling, count })
      }
    }
  })
}

function branchOf(
  branches: ReadonlyMap<string, readonly MessagePart[]>,
  count: number,
  tag: string,
): readonly MessagePart[] {
  const rule = Number.isNaN(count) ? 'other' : pluralRules(tag).select(count)
  return branches.get(`=${count}`) ?? branches.get(rule) ?? branches.get('other') ?? []
}

function shownValue<V>(value: V | string | number, tag: string | null): V | string {
  if (typeof value !== 'number') return value
  return tag === null ? String(value) : shownNumber(value, tag)
}

function shownNumber(value: number, tag: string): string {
  return numberFormat(tag).format(value)
}

/** The names of the values that a message wants. */
export function valuesOfMessage(parts: readonly MessagePart[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const part of parts) {
    if (part.kind === 'value' || part.kind === 'plural') names.add(part.name)
    if (part.kind !== 'plural') continue
    for (const branch of part.branches.values()) for (const name of valuesOfMessage(branch)) names.add(name)
  }
  return names
}
