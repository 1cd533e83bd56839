/** What names a node by its name, and not by its id, follows when that is given another one: the rules of the rehearsal. */
import { isJsonObject } from '../json'
import { foldCase } from '../../match'
import type { Flow, Json } from '../records'

/**
 * The flow with each rehearsal rule that was about the node in `since` naming it as it is called now. `since` is the flow before the name was begun to be
 * typed: on the way it may be empty for a while, or be that of another node. Nothing follows a name that several nodes had.
 */
export function withRulesFollowing(flow: Flow, id: string, since: Flow): Flow {
  const [before, now] = [since.nodes[id]?.name, flow.nodes[id]?.name]
  const [rules, first] = [flow.settings['rehearsal'], since.settings['rehearsal']]
  if (before === undefined || now === undefined || now.trim() === '') return flow
  if (!Array.isArray(rules) || !Array.isArray(first) || isShared(since, before)) return flow
  const next = rules.map((rule, at) => {
    const speaker = speakerOf(first[at])
    if (speaker === null || !isLike(speaker, before)) return rule
    return withSpeaker(rule, now === before ? speaker : now)
  })
  const isChanged = next.some((rule, at) => rule !== rules[at])
  return isChanged ? { ...flow, settings: { ...flow.settings, rehearsal: next } } : flow
}

function isShared({ nodes }: Flow, name: string): boolean {
  return Object.values(nodes).filter((node) => isLike(node.name, name)).length > 1
}

function speakerOf(rule: Json | undefined): string | null {
  if (!isJsonObject(rule) || !isJsonObject(rule['when'])) return null
  const { speaker } = rule['when']
  return typeof speaker === 'string' ? speaker : null
}

function withSpeaker(rule: Json, speaker: string): Json {
  if (!isJsonObject(rule) || !isJsonObject(rule['when']) || rule['when']['speaker'] === speaker) return rule
  return { ...rule, when: { ...rule['when'], speaker } }
}

/** As rules are matched with names. */
function isLike(one: string, other: string): boolean {
  return foldCase(one) === foldCase(other)
}
