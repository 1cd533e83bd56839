/** Reads a Mermaid flowchart that `flowToMermaid` wrote back into a drawing: names, kinds, edges and what stands on them. Prompts are not in it. */
import { KIND_LIST, kindOf } from '../../kinds/index'
import type { EdgeKind } from '../../kinds/edge-kinds'
import { edgeDefinition } from '../../kinds/edge-facts'
import { AFTER_WORK, emptyFlow, type Flow, type JsonObject } from '../records'
import { addEdge, addNode } from './edits'

/** `guessed`: names of parts whose kind the text does not say. `lost`: how many edges could not be drawn. */
export type MermaidRead = { flow: Flow; guessed: string[]; lost: number }

const NODE = /^(n\d+)(?:\(\["([^"]*)"\]\)|>"([^"]*)"\]|\["([^"]*?)(?:<br\/><small>([^"]*)<\/small>)?"\])$/
const EDGE = /^(n\d+) (-->|==>|-\.->|-\.-)(?:\|"([^"]*)"\|)? (n\d+)$/
const MAX_LINES = 5000

type DrawnNode = { id: string; name: string; kind: string | null; isPaper: boolean }
type DrawnEdge = { from: string; to: string; arrow: string; label: string }

/** Null: no flowchart of Baton's. */
export function readMermaid(text: string): MermaidRead | null {
  const inner = /```mermaid\s*\n([\s\S]*?)```/.exec(text)?.[1] ?? text
  const lines = inner
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('%%'))
  if (lines[0] !== 'flowchart LR' || lines.length > MAX_LINES) return null
  const nodes = lines.flatMap((line) => nodeOf(line))
  const edges = lines.flatMap((line) => edgeOf(line))
  if (nodes.length === 0 || nodes.length + edges.length !== lines.length - 1) return null
  return drawn(nodes, edges)
}

function nodeOf(line: string): DrawnNode[] {
  const [, id, pill, paper, card, label] = NODE.exec(line) ?? []
  if (id === undefined) return []
  const kind = label === undefined ? null : (KIND_LIST.find((one) => one.label === plain(label))?.kind ?? null)
  return [{ id, name: plain(pill ?? paper ?? card ?? ''), kind, isPaper: paper !== undefined }]
}

function edgeOf(line: string): DrawnEdge[] {
  const [, from, arrow, label = '', to] = EDGE.exec(line) ?? []
  return from === undefined || arrow === undefined || to === undefined ? [] : [{ from, to, arrow, label: plain(label) }]
}

function plain(text: string): string {
  return text.replace(/#(\d{1,7});/g, (_whole, code: string) => {
    const point = Number(code)
    return point > 0x10ffff ? '' : String.fromCodePoint(point)
  })
}

function drawn(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): MermaidRead {
  const guessed: string[] = []
  const columns = columnsOf(nodes, edges)
  const rows = new Map<number, number>()
  let flow = emptyFlow('')
  for (const { id, name, kind, isPaper } of nodes) {
    const told = kind ?? (isPaper ? 'note' : partKind(id, edges))
    if (kind === null && told === 'http-tool') guessed.push(name)
    const column = columns.get(id) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    const data = isPaper ? { text: name } : {}
    flow = addNode(flow, {
      id,
      kind: told,
      name: isPaper ? 'Note' : name,
      data,
      position: { x: column * 288, y: row * 120 },
    })
  }
  let lost = 0
  edges.forEach((edge, index) => {
    const after = withEdge(flow, edge, `e${index + 1}`)
    if (after === flow) lost += 1
    flow = after
  })
  return { flow, guessed, lost }
}

/** Pills say their name only: what leads on is a start, what watches an observer, what nothing leaves an end, all else a tool. */
function partKind(id: string, edges: readonly DrawnEdge[]): string {
  const arrow = edges.find(({ to }) => to === id)?.arrow
  if (arrow === undefined) return 'start'
  if (arrow === '-.->') return 'observer'
  return arrow === '-.-' ? 'http-tool' : 'end'
}

/** How many edges away from where nothing leads to. */
function columnsOf(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Map<string, number> {
  const columns = new Map<string, number>()
  let front = nodes.filter(({ id }) => !edges.some(({ to, from }) => to === id && from !== id)).map(({ id }) => id)
  for (let column = 0; front.length > 0; column += 1) {
    for (const id of front) columns.set(id, column)
    const reached = edges.filter(({ from, to }) => front.includes(from) && !columns.has(to)).map(({ to }) => to)
    front = [...new Set(reached)]
  }
  return columns
}

/** The edge over the first port of its source that has this arrow and may end there. */
function withEdge(flow: Flow, { from, to, arrow, label }: DrawnEdge, id: string): Flow {
  const source = flow.nodes[from]
  const ports = source === undefined ? [] : (kindOf(source)?.ports(source.data) ?? [])
  for (const port of ports) {
    if (edgeDefinition(port.edge)?.mermaid.arrow !== arrow) continue
    if (port.isNamed === true && label !== '' && label !== port.label) continue
    const data = port.isNamed === true ? {} : dataOf(port.edge, label)
    const after = addEdge(flow, { id, from: { node: from, port: port.id }, to: { node: to, port: 'in' }, data })
    if (after !== flow) return after
  }
  return flow
}

function dataOf(kind: EdgeKind, label: string): JsonObject {
  return label === '' ? {} : LABELS[kind](label)
}

function nothing(): JsonObject {
  return {}
}

/** What the words on an edge say of its data. */
const LABELS = {
  next: nothing,
  delegate: nothing,
  observe: nothing,
  candidate: nothing,
  recipient: nothing,
  intent: (label) => ({ intent: label }),
  use: (label) => (label.startsWith('if ') ? { available: label.slice(3) } : {}),
  'after-work': (label) => {
    const option = AFTER_WORK.find((one) => one === label)
    return option === undefined ? { when: label } : { option }
  },
  handoff: (label) => {
    const [, condition = label, message] = /^(.*?)(?:, )?says: (.*)$/s.exec(label) ?? []
    return { ...(condition === '' ? {} : { condition }), ...(message === undefined ? {} : { message }) }
  },
} satisfies { readonly [K in EdgeKind]: (label: string) => JsonObject }
