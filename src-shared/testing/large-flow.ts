/** Flows of as many nodes as are wanted, for what has to hold in large drawings. */
import { saveFlow } from '../flow/editing/save'
import { flow } from './flow-builder'

/** A drawing of so many nodes as a square: swarm agents that hand off to their neighbours, every second with a tool of its own, and notes. */
export function largeFlow(count: number): string {
  const builder = flow(`${count} nodes`).start('n1')
  const columns = Math.ceil(Math.sqrt(count))
  for (let nth = 1; nth < count; nth += 1) {
    const id = `n${nth}`
    if (nth % 4 === 2) builder.builtinTool(id, { tool: 'clock', toolName: `clock_${nth}` }).use(`n${nth - 1}`, id)
    else if (nth % 8 === 4) builder.note(id, { text: 'What this part of the drawing is for.' })
    else builder.agent(id, { name: `Agent ${nth}`, description: 'Knows one thing well.' })
  }
  const agents = Array.from({ length: count - 1 }, (_, index) => index + 1).filter(
    (nth) => nth % 4 !== 2 && nth % 8 !== 4,
  )
  for (const [index, nth] of agents.entries()) {
    const [next, below] = [agents[index + 1], agents[index + Math.floor(columns * 0.6)]]
    if (next !== undefined) builder.handoff(`n${nth}`, `n${next}`)
    if (below !== undefined && index % 2 === 0) builder.handoff(`n${nth}`, `n${below}`)
  }
  const built = builder.build()
  const ids = Object.keys(built.nodes)
  const places = ids.map((id, index) => {
    return [id, { x: (index % columns) * 264, y: Math.floor(index / columns) * 136 }] as const
  })
  return saveFlow({ ...built, layout: { nodes: Object.fromEntries(places) } })
}
