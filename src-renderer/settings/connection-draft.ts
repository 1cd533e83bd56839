/** A connection while it is edited. The stored key is never in it: only what becomes of the key. */
import type { BatonContract, ConnectionView } from '../../src-shared/rpc/contract'
import type { ModelParameters } from '../../src-shared/flow/model-settings'
import type { DialectSetting } from '../../src-shared/rpc/dialect'
import type { InputOf } from '../../src-shared/rpc/define'

/** `keep`: the stored key stays; `set`: the typed one is stored; `remove`: there is none afterwards. */
export type KeyChange = { kind: 'keep' } | { kind: 'set'; key: string } | { kind: 'remove' }

export type ConnectionDraft = {
  /** The connection that is edited; null for a new one. */
  stored: ConnectionView | null
  name: string
  baseUrl: string
  model: string
  key: KeyChange
  parameters: ModelParameters
  dialect: DialectSetting
  fallbacks: readonly string[]
}

/** A draft of a connection, or of a new one. */
export function draftOf(stored: ConnectionView | null): ConnectionDraft {
  const form = {
    parameters: stored?.parameters ?? {},
    dialect: stored?.dialect ?? ('auto' as const),
    fallbacks: stored?.fallbacks ?? [],
  }
  if (stored === null) return { stored, name: '', baseUrl: '', model: '', key: { kind: 'set', key: '' }, ...form }
  const { name, baseUrl, model, hasKey } = stored
  return { stored, name, baseUrl, model, ...form, key: hasKey ? { kind: 'keep' } : { kind: 'set', key: '' } }
}

/** What the core is told. */
export function inputOf(draft: ConnectionDraft): InputOf<BatonContract, 'connections.save'> {
  const { name, baseUrl, model, key, parameters, dialect, fallbacks } = draft
  const before = draftOf(draft.stored)
  const input = {
    name: name.trim(),
    provider: 'openai' as const,
    baseUrl: baseUrl.trim(),
    model: model.trim(),
    ...(isSame(parameters, before.parameters) ? {} : { parameters }),
    ...(isSame(dialect, before.dialect) ? {} : { dialect }),
    ...(isSame(fallbacks, before.fallbacks) ? {} : { fallbacks: [...fallbacks] }),
  }
  if (key.kind === 'remove') return { ...input, key: '' }
  return key.kind === 'set' && key.key.trim() !== '' ? { ...input, key: key.key.trim() } : input
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

export type DraftProblems = { name: string | null; baseUrl: string | null; key: string | null }

/** What stands in the way of saving, by field. `names`: those of the other connections. */
export function problemsOf(draft: ConnectionDraft, names: readonly string[]): DraftProblems {
  const name = draft.name.trim()
  const isTaken = draft.stored === null && names.some((other) => other.toLowerCase() === name.toLowerCase())
  const baseUrl = draft.baseUrl.trim()
  const isAddress = baseUrl === '' || (URL.canParse(baseUrl) && /^https?:$/.test(new URL(baseUrl).protocol))
  return {
    name: isTaken ? 'There is a connection of this name. Choose another name, or edit that one.' : nameProblem(name),
    baseUrl: isAddress ? null : 'The address must begin with http:// or https://.',
    key: isAddress ? keyProblem(draft) : null,
  }
}

/** The stored key belongs to the server that it was entered for: it is not sent to another one, so that one's has to be entered. */
function keyProblem({ stored, key, baseUrl }: ConnectionDraft): string | null {
  if (stored === null || !stored.hasKey) return null
  if (key.kind === 'remove' || (key.kind === 'set' && key.key.trim() !== '')) return null
  const [own, other] = [originOf(stored.baseUrl), originOf(baseUrl.trim())]
  return own === other
    ? null
    : `The stored key belongs to ${own}. Enter the key for ${other}, or remove the stored one.`
}

function originOf(address: string): string {
  return new URL(address === '' ? OPENAI_URL : address).origin
}

/** Where a connection without an address leads. */
const OPENAI_URL = 'https://api.openai.com/v1'

function nameProblem(name: string): string | null {
  if (name === '') return 'Give it a name. Flows refer to it by this name.'
  if (name.toLowerCase() === 'rehearsal') return 'This is the name of the built-in model. Choose another name.'
  return name.length > 64 ? 'At most 64 characters.' : null
}
