/** The timeline as rows: turns, and under each the steps that were stored. */
import type { Text, Translate } from '../../src-shared/languages/translate'
import type { TimelineItem, ToldStep } from '../../src-shared/rpc/timeline'
import type { StepDeed } from '../../src-shared/run/log/step-deeds'
import type { StepVerb } from '../../src-shared/run/log/step-verbs'

export type TimelineRow =
  | { kind: 'turn'; key: string; turn: number | null; at: string; steps: number }
  /**
   * `number`: the how manieth of its turn it is, from 1. `ms`: the time since the step before, a person's included; null: it begins its turn. `share`: of the
   * longest such time in its turn, 0 to 1.
   */
  | { kind: 'step'; key: string; item: TimelineItem; number: number; ms: number | null; share: number }

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
    rows.push({ kind: 'step', key: item.checkpointId, item, number: 0, ms: msOf(item, items[index + 1]), share: 0 })
  }
  const longest = longestOf(rows)
  let left = 0
  return rows.map((row) => {
    if (row.kind === 'turn') {
      left = row.steps
      return row
    }
    left -= 1
    const most = longest.get(row.item.turn) ?? 0
    return { ...row, number: left + 1, share: most === 0 ? 0 : (row.ms ?? 0) / most }
  })
}

function msOf(item: TimelineItem, before: TimelineItem | undefined): number | null {
  if (isBeginning(item) || before === undefined || before.turn !== item.turn) return null
  const ms = Date.parse(item.at) - Date.parse(before.at)
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/** By turn. */
function longestOf(rows: readonly TimelineRow[]): Map<number | null, number> {
  const longest = new Map<number | null, number>()
  for (const row of rows) {
    if (row.kind === 'turn') continue
    const { turn } = row.item
    longest.set(turn, Math.max(longest.get(turn) ?? 0, row.ms ?? 0))
  }
  return longest
}

/** A turn is begun by what was put in, which may take more than one store. */
function isBeginning(item: TimelineItem | undefined): boolean {
  return item !== undefined && item.nodes.length === 0
}

const STEPS = {
  think: '{name} replied',
  act: '{name} used tools',
  switch: '{name} checked for another topic',
  watch: '{name} watched',
  fill: '{name} filled in slots',
  route: '{name} looked for the intent',
  pick: '{name} picked a worker',
  respond: '{name} answered from context',
  plan: '{name} planned',
  approve: '{name} had its plan looked at',
  work: '{name} carried out its plan',
  solve: '{name} answered from what it found',
  need: '{name} checked whether to look it up',
  plain: '{name} answered without looking it up',
  manage: '{name} asked who speaks next',
  chats: '{name} went through its chats',
  talk: '{name} went on with a chat',
  speak: '{name} answered in a chat',
  summarise: '{name} summed up a chat',
  carry: '{name} summed up the conversation',
  reply: '{name} replied by code',
  oversee: '{name} watched',
  open: '{name} began',
  ask: '{name} asked others',
  answer: '{name} had an answer',
  decide: '{name} chose a branch',
  assign: '{name} set variables',
  after: '{name} was followed as code says',
  'after-all': '{name} was followed as code says',
  map: '{name} went through its list',
  item: '{name} was done with an item',
} as const satisfies { readonly [V in Exclude<StepVerb, 'branch'>]: Text }

type DeedWords<D extends StepDeed['did']> = (
  deed: Extract<StepDeed, { did: D }>,
  words: { name: string; nameOf: NameOf; t: Translate },
) => string
type NameOf = (id: string) => string

/** What a step did, in words; `name`: whose step it was. */
const DEEDS: { readonly [D in StepDeed['did']]: DeedWords<D> } = {
  replied: (_deed, { name, t }) => t('{name} replied', { name }),
  called: ({ tools }, { name, t }) => t('{name} asked for {tools}', { name, tools: tools.join(', ') }),
  waited: ({ tools }, { t }) => t('A call waits for a decision: {tools}', { tools: tools.join(', ') }),
  decided: ({ tools }, { t }) => t('The call was decided on: {tools}', { tools: tools.join(', ') }),
  asked: ({ tools }, { t }) => t('A tool asked something: {tools}', { tools: tools.join(', ') }),
  answered: ({ tools }, { t }) => t('{tools} answered', { tools: tools.join(', ') }),
  held: ({ tools }, { t }) => t('A result waits for you: {tools}', { tools: tools.join(', ') }),
  put: ({ tools }, { name, t }) => t('{name} put a question to {tools}', { name, tools: tools.join(', ') }),
  handed: ({ to }, { name, nameOf, t }) => t('{name} handed over to {to}', { name, to: nameOf(to) }),
  planned: ({ steps }, { name, t }) =>
    t('{name} planned {count, plural, one {# step} other {# steps}}', { name, count: steps }),
  misplanned: (_deed, { name, t }) => t('{name} wrote a plan that cannot be carried out', { name }),
  'plan-approved': ({ isEdited }, { t }) =>
    isEdited ? t('The plan was changed and approved') : t('The plan was approved'),
  'plan-refused': (_deed, { t }) => t('The plan was refused'),
  ran: ({ steps }, { t }) => t('Steps of the plan done: {steps}', { steps: planSteps(steps) }),
  failed: ({ steps }, { t }) => t('Steps of the plan failed: {steps}', { steps: planSteps(steps) }),
  replanned: (_deed, { name, t }) => t('{name} asked for another plan', { name }),
  stood: (_deed, { t }) => t('A chat beside others waited for its turn'),
}

/** `#E1 Search, #E2 Calc`, as plans are written. */
function planSteps(steps: readonly { id: string; tool: string }[]): string {
  return steps.map(({ id, tool }) => `#${id} ${tool}`).join(', ')
}

function deedWords<D extends StepDeed['did']>(
  deed: Extract<StepDeed, { did: D }>,
  words: Parameters<DeedWords<D>>[1],
): string {
  const did: D = deed.did
  return DEEDS[did](deed, words)
}

/**
 * A step in words: `think.order` is `Order replied`, or `Order asked for weather` where it is known what it did. Of a chat beside others it is the
 * step that ran in it.
 */
export function stepWords(stored: string, { nameOf, t, told }: StepWords): string {
  const { within: step = stored, deeds = [] } = told ?? {}
  const id = step.slice(step.indexOf('.') + 1)
  if (deeds.length > 0) return deeds.map((deed) => deedWords(deed, { name: nameOf(id), nameOf, t })).join(', ')
  if (step.startsWith('branch.')) return t('A chat beside others went on')
  const verb = /^([a-z-]+)\../.exec(step)?.[1] ?? ''
  if (!isVerb(verb)) return step.startsWith('__') ? t('Turn began') : nameOf(step)
  return t(STEPS[verb], { name: nameOf(id) })
}

/** `told`: what it did; absent: that is not known. Without deeds its name says it. */
type StepWords = { nameOf: NameOf; t: Translate; told?: Pick<ToldStep, 'within' | 'deeds'> | undefined }

function isVerb(verb: string): verb is keyof typeof STEPS {
  return Object.hasOwn(STEPS, verb)
}
