/** The timeline as rows: turns, and under each the steps that were stored. */
import type { TimelineItem } from '../../src-shared/rpc/contract'

export type TimelineRow =
  | { kind: 'turn'; key: string; turn: number | null; at: string; steps: number }
  | { kind: 'step'; key: string; item: TimelineItem }

/** Newest first, as the items are; a heading before the steps of each turn. */
export function timelineRows(items: readonly TimelineItem[]): TimelineRow[] {
  const rows: TimelineRow[] = []
  let heading: Extract<TimelineRow, { kind: 'turn' }> | null = null
  for (const [index, item] of items.entries()) {
    if (isBeginning(item) && isBeginning(items[index + 1]) && items[index + 1]?.turn === item.turn) continue
    if (heading === null || heading.turn !== item.turn) {
      heading = {
        kind: 'turn',
        key: `turn ${item.turn ?? 0} ${item.checkpointId}`,
        turn: item.turn,
        at: item.at,
        steps: 0,
      }
      rows.push(heading)
    }
    heading.steps += 1
    rows.push({ kind: 'step', key: item.checkpointId, item })
  }
  return rows
}

/** A turn is begun by what was put in, which may take more than one store. */
function isBeginning(item: TimelineItem | undefined): boolean {
  return item !== undefined && item.nodes.length === 0
}

const VERBS: { readonly [verb: string]: string } = {
  think: 'replied',
  act: 'used tools',
  switch: 'checked for another topic',
  watch: 'watched',
  fill: 'filled in slots',
  route: 'looked for the intent',
  pick: 'picked a worker',
  respond: 'answered from context',
  plan: 'planned',
  approve: 'had its plan looked at',
  work: 'carried out its plan',
  solve: 'answered from what it found',
  need: 'checked whether to look it up',
  plain: 'answered without looking it up',
  manage: 'asked who speaks next',
  chats: 'went through its chats',
  talk: 'went on with a chat',
  speak: 'answered in a chat',
  summarise: 'summed up a chat',
  carry: 'summed up the conversation',
  reply: 'replied by code',
}

/** A step in words: `think.order` is `Order replied`. */
export function stepWords(step: string, nameOf: (id: string) => string): string {
  if (step.startsWith('branch.')) return 'A chat beside others went on'
  const match = /^([a-z]+)\.(.+)$/.exec(step)
  const verb = VERBS[match?.[1] ?? '']
  const id = match?.[2]
  if (id === undefined || verb === undefined) return step.startsWith('__') ? 'Turn began' : nameOf(step)
  return `${nameOf(id)} ${verb}`
}
