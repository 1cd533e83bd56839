/** Random flows of participants, and models that answer anything, for properties that hold of every flow. */
import fc from 'fast-check'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from './model-reply'
import type { RecordedRequest } from './model-server'

const IDS = ['a', 'b', 'c', 'd'] as const
const KINDS = ['agent', 'agent', 'supervisor', 'dialog', 'nested', 'rewoo'] as const
type Kind = (typeof KINDS)[number]

export type DrawnFlow = {
  kinds: Kind[]
  links: { from: number; to: number; how: 'handoff' | 'after-work' | 'when-done' }[]
  clocks: boolean[]
  afterWork: string | null
  pattern: string
  isTight: boolean
}

/** A few participants of any kind and how they are joined. */
export const drawnFlow: fc.Arbitrary<DrawnFlow> = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: IDS.length }),
  links: fc.array(
    fc.record({
      from: fc.nat(IDS.length - 1),
      to: fc.nat(IDS.length - 1),
      how: fc.constantFrom('handoff' as const, 'handoff' as const, 'after-work' as const, 'when-done' as const),
    }),
    { maxLength: 6 },
  ),
  clocks: fc.array(fc.boolean(), { minLength: IDS.length, maxLength: IDS.length }),
  afterWork: fc.constantFrom(null, 'stay', 'revert-to-user', 'terminate'),
  pattern: fc.constantFrom('default', 'default', 'round-robin', 'manager'),
  isTight: fc.boolean(),
})

/** The participants as drawn; links that their kinds do not allow are left out. The first is an agent or a supervisor. */
export function buildDrawn({ kinds, links, clocks, afterWork, pattern, isTight }: DrawnFlow): FlowBuilder {
  const kindOf = (at: number): Kind | undefined => (at === 0 && kinds[0] !== 'supervisor' ? 'agent' : kinds[at])
  let builder = flow('Random')
    .start('a')
    .settings({
      swarm: { pattern, ...(pattern === 'manager' ? { managerModel: { model: 'm' } } : {}) },
      limits: { rounds: 6, hops: 6, modelCalls: 25 },
      model: isTight ? { contextTokens: 256 } : {},
    })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .agent('x', { prompt: 'You are x.' })
  kinds.forEach((_kind, at) => {
    const id = IDS[at] ?? 'a'
    const fields = { name: id, prompt: `You are ${id}. {dialogs} {tools}` }
    const kind = kindOf(at)
    if (kind === 'agent')
      builder = builder.agent(id, { name: id, prompt: `You are ${id}.`, afterWork, maxToolRounds: 2 })
    if (kind === 'supervisor') builder = builder.supervisor(id, fields)
    if (kind === 'dialog') builder = builder.dialog(id, { ...fields, toolName: `open_${id}` })
    if (kind === 'rewoo') builder = builder.node('rewoo', id, { name: id })
    if (kind === 'nested')
      builder = builder
        .node('nested-chat', id, { name: id, carryover: { summaryMethod: 'reflection_with_llm' } })
        .edge(
          'recipient',
          { from: id, to: 'x' },
          { message: 'Look', maxTurns: 2, summaryMethod: 'reflection_with_llm' },
        )
    if (clocks[at] === true && kind !== 'nested') builder = builder.use(id, 'clock')
  })
  const seen = new Set<string>()
  for (const { from, to, how } of links) {
    const [source, target] = [kindOf(from), kindOf(to)]
    const key = `${from}>${to}`
    if (source === undefined || target === undefined || from === to || seen.has(key)) continue
    seen.add(key)
    const [start = 'a', end = 'a'] = [IDS[from], IDS[to]]
    const isAgent = source === 'agent' && target !== 'supervisor'
    if (isAgent && how === 'after-work' && target === 'agent') builder = builder.afterWork(start, end)
    else if (isAgent) builder = builder.handoff(start, end, how === 'when-done' ? { returns: 'when-done' } : {})
    else if ((source === 'supervisor' || source === 'dialog') && target === 'dialog')
      builder = builder.delegate(start, end)
  }
  return builder
}

/** What a model may do: speak, call what is offered with or without words, call what is not there, say nothing. */
export function anyAnswer(request: RecordedRequest, dice: number): ServerReply {
  const called = request.toolNames[dice % Math.max(1, request.toolNames.length)] ?? 'functions.get time'
  const texts = ['', 'I say so.', 'Plan: x\n#E1 = LLM[y]', 'SELF', 'False', 'USER', 'b', 'long words '.repeat(40)]
  const text = texts[dice % texts.length] ?? ''
  const kind = dice % 5
  if (kind === 0) return { text, calls: [{ name: called, arguments: dice % 2 === 0 ? {} : '{"half' }] }
  if (kind === 1)
    return { calls: [{ name: called }, { name: 'get_time', id: `c${dice}` }, { name: 'nobody', id: null }] }
  return { text }
}
