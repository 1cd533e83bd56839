/** `--break PLACE` and `--until PLACE`: where a turn pauses, each time or once, as it is typed. */
import { findByName } from '../../src-shared/match'
import type { Flow } from '../../src-shared/flow/records'
import type { Breakpoint, BreakpointPlace } from '../../src-shared/run/log/breakpoints'
import { expandFlow } from '../engine/expand/expand'

export type ReadBreaks = { ok: true; breakpoints: Breakpoint[] } | { ok: false; issue: string }

/** What stands before the colon; without one it is a node. */
const FORMS: { readonly [form: string]: (flow: Flow, what: string) => BreakpointPlace | null } = {
  before: (flow, what) => atNode(flow, what, 'before'),
  after: (flow, what) => atNode(flow, what, 'after'),
  edge: ({ edges }, edge) => (Object.hasOwn(edges, edge) ? { on: 'edge', edge } : null),
  tool: (_flow, tool) => (tool === '' ? null : { on: 'tool', tool }),
  set: (_flow, variable) => (variable === '' ? null : { on: 'variable', variable }),
}

export type GivenPlaces = { readonly break?: readonly string[]; readonly until?: string }

/** Each of them as a breakpoint without a condition; that of `--until` pauses once. */
export function readBreaks(drawn: Flow, { break: given = [], until }: GivenPlaces): ReadBreaks {
  if (given.length === 0 && until === undefined) return { ok: true, breakpoints: [] }
  const flow = expanded(drawn)
  const breakpoints: Breakpoint[] = []
  const typed = [
    ...given.map((text) => ({ option: '--break', text, once: {} })),
    ...(until === undefined ? [] : [{ option: '--until', text: until, once: { once: true } as const }]),
  ]
  for (const { option, text, once } of typed) {
    const [, form = 'before', what = text] = /^(before|after|edge|tool|set):(.*)$/su.exec(text) ?? []
    const place = FORMS[form]?.(flow, what) ?? null
    if (place === null) {
      const names = Object.values(flow.nodes).map(({ name }) => name)
      return { ok: false, issue: `${option}: nothing here is called "${what}". There are: ${names.join(', ')}.` }
    }
    breakpoints.push({ id: `break${breakpoints.length + 1}`, place, condition: '', from: 1, isOn: true, ...once })
  }
  return { ok: true, breakpoints }
}

/** With what is inside of sub-flows, where these can be read: else the run says what is wrong with them. */
function expanded(drawn: Flow): Flow {
  try {
    return expandFlow(drawn)
  } catch {
    return drawn
  }
}

function atNode({ nodes }: Flow, what: string, side: 'before' | 'after'): BreakpointPlace | null {
  const named = findByName(
    Object.values(nodes).map(({ name }) => name),
    what,
  )
  const node = Object.keys(nodes).find((id) => nodes[id]?.name === named) ?? (Object.hasOwn(nodes, what) ? what : null)
  return node === null ? null : { on: 'node', node, side }
}
