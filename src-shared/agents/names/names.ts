/** The names under which models see hand-offs and dialogs (swarm 27). */
import { transliterateBasic } from './transliterate'
import type { Transliterate } from './transliterate'

const MAX_LENGTH = 64

/** One drawn hand-off: its edge, the name of the node that it leads to, and the tool name that it was given, if any. */
export type HandoffTarget = { readonly edgeId: string; readonly targetName: string; readonly ownName?: string }

/** Whether providers take a text as the name of a tool. */
export function isToolName(text: string): boolean {
  return /^[a-zA-Z0-9_-]{1,64}$/.test(text)
}

/** A node name as part of a tool name: letters made Latin, every other run of characters one `_`, case kept; never without a letter or digit. */
export function toolNamePart(name: string, transliterate: Transliterate = transliterateBasic): string {
  const part = transliterate(name).replace(/[^A-Za-z0-9]+/g, '_')
  return /[A-Za-z0-9]/.test(part) ? part : shortHash(name)
}

/**
 * The tool name of each hand-off of one agent, by edge id, in the order of `targets`:
 * `transfer_<agent>_to_<target>`, at most 64 characters, repeats `_2`, `_3` (NC-2). A name of its own goes first; one that
 * providers would not take, or that an earlier one has, does not count.
 */
export function handoffToolNames(
  agentName: string,
  targets: readonly HandoffTarget[],
  transliterate: Transliterate = transliterateBasic,
): Map<string, string> {
  const agent = toolNamePart(agentName, transliterate)
  return namesOf(targets, ({ targetName }) => `transfer_${agent}_to_${toolNamePart(targetName, transliterate)}`)
}

/** Names of their own first; one that is none, or that an earlier one has, does not count. */
function namesOf(targets: readonly HandoffTarget[], baseOf: (target: HandoffTarget) => string): Map<string, string> {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { edgeId, ownName = '' } of targets) {
    if (!isToolName(ownName) || taken.has(ownName)) continue
    taken.add(ownName)
    names.set(edgeId, ownName)
  }
  const free = freeNames(taken)
  for (const target of targets) if (!names.has(target.edgeId)) names.set(target.edgeId, free(baseOf(target)))
  return names
}

/** The tool name of each participant that one may ask, by edge id: `ask_<name>`, with the rules of hand-off names. */
export function askToolNames(
  targets: readonly HandoffTarget[],
  transliterate: Transliterate = transliterateBasic,
): Map<string, string> {
  return namesOf(targets, ({ targetName }) => `ask_${toolNamePart(targetName, transliterate)}`)
}

/** Gives each base a name that is not taken yet, with the endings `_2`, `_3`, and takes it; an ending is never tried twice for one base. */
function freeNames(taken: Set<string>): (base: string) => string {
  const counts = new Map<string, number>()
  return (base) => {
    let count = counts.get(base) ?? 1
    let name = fit(base, count === 1 ? '' : `_${count}`)
    for (; taken.has(name); name = fit(base, `_${count}`)) count += 1
    counts.set(base, count)
    taken.add(name)
    return name
  }
}

/** What the `number`th nested chat of an agent is called, as a hand-off target and as a speaker (swarm 13). */
export function nestedChatName(
  agentName: string,
  number: number,
  transliterate: Transliterate = transliterateBasic,
): string {
  return `nested_chat_${toolNamePart(agentName, transliterate)}_${number}`
}

/** The code of a dialog that was given none: its name in capitals, as in `PROFILE`. */
export function dialogCode(name: string, transliterate: Transliterate = transliterateBasic): string {
  return ownName(name, transliterate).toUpperCase()
}

/** The tool name of a dialog that was given none: its name in small letters, as in `fill_profile`. */
export function dialogToolName(name: string, transliterate: Transliterate = transliterateBasic): string {
  return ownName(name, transliterate).toLowerCase()
}

/** A short stable mark of a text: 8 hexadecimal digits (FNV-1a over its UTF-16 units). */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}

function ownName(name: string, transliterate: Transliterate): string {
  return fit(toolNamePart(name, transliterate).replace(/^_+|_+$/g, ''), '')
}

/** A tool name within the limit of providers: one that is too long gives up its end for its own hash. */
export function fittedName(name: string): string {
  return fit(name, '')
}

/** A name with its ending, within the limit: a name that is too long gives up its end for its own hash. */
function fit(base: string, ending: string): string {
  if (base.length + ending.length <= MAX_LENGTH) return base + ending
  const hash = `_${shortHash(base)}`
  return base.slice(0, MAX_LENGTH - hash.length - ending.length) + hash + ending
}

/**
 * Names of a source's tools as models can be given them, each once: other characters than letters, digits, `_` and `-` become `_`,
 * repeats `_2`, `_3`. In the order of `names`.
 */
export function modelNames(names: readonly string[]): string[] {
  const seen = new Set<string>()
  const free = freeNames(new Set(names.filter(isToolName)))
  return names.map((name) => {
    if (isToolName(name) && !seen.has(name)) {
      seen.add(name)
      return name
    }
    const base = /[A-Za-z0-9]/.test(name) ? name.replace(/[^A-Za-z0-9_-]+/g, '_') : shortHash(name)
    return free(base)
  })
}
