/** A connection while it is edited. The stored key is never in it: only what becomes of the key. */
import type { Translate } from '../../src-shared/languages/translate'
import type { ModelParameters } from '../../src-shared/flow/model-settings'
import type { Price } from '../../src-shared/providers/model-figures'
import { presetAddress, type FilledBlanks, type ProviderPreset } from '../../src-shared/providers/presets'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { InputOf } from '../../src-shared/rpc/define'
import type { DialectSetting } from '../../src-shared/rpc/dialect'
import { formPlace } from '../ui/form-drafts'

/** `keep`: the stored key stays; `set`: the typed one is stored; `remove`: there is none afterwards. */
export type KeyChange = { kind: 'keep' } | { kind: 'set'; key: string } | { kind: 'remove' }

/** Prices as they are typed: one of the two may be missing yet. */
export type TypedPrices = { readonly [model: string]: Partial<Price> }

export type ConnectionDraft = {
  /** The connection that is edited; null for a new one. */
  stored: ConnectionView | null
  /** The server that a new one was begun with; null: any other. */
  preset: ProviderPreset | null
  /** What only the person knows of its address. */
  blanks: FilledBlanks
  name: string
  baseUrl: string
  model: string
  key: KeyChange
  parameters: ModelParameters
  dialect: DialectSetting
  fallbacks: readonly string[]
  prices: TypedPrices
}

/** The form of a connection: by the name of the one that is edited, `` for a new one. */
export const CONNECTION_FORM = formPlace<ConnectionDraft>()

/** A draft of a connection, or of a new one. */
export function draftOf(stored: ConnectionView | null): ConnectionDraft {
  const form = {
    preset: null,
    blanks: {},
    parameters: stored?.parameters ?? {},
    dialect: stored?.dialect ?? ('auto' as const),
    fallbacks: stored?.fallbacks ?? [],
    prices: stored?.prices ?? {},
  }
  if (stored === null) return { stored, name: '', baseUrl: '', model: '', key: { kind: 'set', key: '' }, ...form }
  const { name, baseUrl, model, hasKey } = stored
  return { stored, name, baseUrl, model, ...form, key: hasKey ? { kind: 'keep' } : { kind: 'set', key: '' } }
}

/** A new draft for the server of a preset; null: for any other. The first connection is `default`, which flows use that name none. */
export function newDraft(preset: ProviderPreset | null, names: readonly string[]): ConnectionDraft {
  const taken = new Set(names.map((name) => name.toLowerCase()))
  const id = preset?.id ?? 'server'
  const wanted = ['default', id, ...Array.from({ length: names.length + 1 }, (_, at) => `${id}-${at + 2}`)]
  const name = wanted.find((one) => !taken.has(one)) ?? ''
  return { ...draftOf(null), preset, name, baseUrl: (preset && presetAddress(preset)) ?? '' }
}

/** The draft with a blank of its preset filled in, and the address that comes of it; none until all are right. */
export function withBlank(draft: ConnectionDraft, name: string, value: string): ConnectionDraft {
  const blanks = { ...draft.blanks, [name]: value }
  return { ...draft, blanks, baseUrl: (draft.preset && presetAddress(draft.preset, blanks)) ?? '' }
}

/** What the core is told. */
export function inputOf(draft: ConnectionDraft): InputOf<BatonContract, 'connections.save'> {
  const { name, baseUrl, model, key, parameters, dialect, fallbacks } = draft
  const before = draftOf(draft.stored)
  const prices = wholePrices(draft.prices)
  const input = {
    name: name.trim(),
    provider: 'openai' as const,
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    ...(isSame(parameters, before.parameters) ? {} : { parameters }),
    ...(isSame(dialect, before.dialect) ? {} : { dialect }),
    ...(isSame(fallbacks, before.fallbacks) ? {} : { fallbacks: [...fallbacks] }),
    ...(isSame(prices, before.prices) ? {} : { prices }),
  }
  if (key.kind === 'remove') return { ...input, key: '' }
  return key.kind === 'set' && key.key.trim() !== '' ? { ...input, key: key.key.trim() } : input
}

function wholePrices(prices: TypedPrices): { [model: string]: Price } {
  const whole = Object.entries(prices).flatMap(([model, { input, output }]) =>
    input === undefined || output === undefined ? [] : [[model, { input, output }] as const],
  )
  return Object.fromEntries(whole)
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type DraftProblems = { name: string | null; baseUrl: string | null; key: string | null; price: string | null }

/** What stands in the way of saving, by field. `names`: those of the other connections. */
export function problemsOf(draft: ConnectionDraft, names: readonly string[], t: Translate): DraftProblems {
  const name = draft.name.trim()
  const isTaken = draft.stored === null && names.some((other) => other.toLowerCase() === name.toLowerCase())
  const baseUrl = draft.baseUrl.trim()
  const isAddress = baseUrl === '' || (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))
  const isHalf = Object.values(draft.prices).some(
    ({ input, output }) => (input === undefined) !== (output === undefined),
  )
  return {
    name: isTaken
      ? t('There is a connection of this name. Choose another name, or edit that one.')
      : nameProblem(name, t),
    baseUrl: isAddress ? blankProblem(draft, t) : t('The address must begin with http:// or https://.'),
    key: isAddress ? keyProblem(draft, t) : null,
    price: isHalf ? t('Enter both prices, or neither.') : null,
  }
}

/** Without its address a preset would lead to where connections without one lead. */
function blankProblem({ preset, baseUrl, blanks }: ConnectionDraft, t: Translate): string | null {
  if (preset === null || baseUrl.trim() !== '') return null
  const missing = preset.blanks.find(({ name, form }) => !form.test((blanks[name] ?? '').trim()))
  return missing === undefined
    ? t('Enter the address.')
    : t('Fill in “{label}”, such as {example}.', { label: t.known(missing.label), example: missing.example })
}

/** The stored key belongs to the server that it was entered for: it is not sent to another one, so that one's has to be entered. */
function keyProblem({ stored, key, baseUrl, preset }: ConnectionDraft, t: Translate): string | null {
  if (preset?.key.kind === 'needed' && key.kind === 'set' && key.key.trim() === '') return t('This server wants a key.')
  if (stored === null || !stored.hasKey) return null
  if (key.kind === 'remove' || (key.kind === 'set' && key.key.trim() !== '')) return null
  const [own, other] = [originOf(stored.baseUrl), originOf(baseUrl.trim())]
  return own === other
    ? null
    : t('The stored key belongs to {own}. Enter the key for {other}, or remove the stored one.', { own, other })
}

function originOf(address: string): string {
  return new URL(address === '' ? OPENAI_URL : address).origin
}

/** Where a connection without an address leads. */
const OPENAI_URL = 'https://api.openai.com/v1'

function nameProblem(name: string, t: Translate): string | null {
  if (name === '') return t('Give it a name. Flows refer to it by this name.')
  if (name.toLowerCase() === 'rehearsal') return t('This is the name of the built-in model. Choose another name.')
  return name.length > 64 ? t('At most 64 characters.') : null
}
