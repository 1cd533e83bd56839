/** Who a node is in the words and colours of the chat and the trace: as it was called when the turn ran. */
import { createContext, useCallback, useContext, type ReactNode } from 'react'
import { drawnNode, isInnerId } from '../../src-shared/flow/inner-ids'
import type { FlowNode } from '../../src-shared/flow/records'
import type { Translate } from '../../src-shared/languages/translate'
import { kindOf } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import type { DrawnNodes } from '../../src-shared/run/fold/fold-view'
import { useFlow } from '../editor/editor-context'
import { tintOf } from '../kinds/kind-icons'
import { useT } from '../ui/language'
import { useRun } from './store/run-context'
import textStyles from '../ui/text.module.css'

export type Participant = { name: string; kind: Kind | null; isKnown: boolean }

type Nodes = { readonly [id: string]: FlowNode }
/** The nodes as they are drawn now, and what runs say of them: `ran` of the turn that is shown, `known` of the whole thread. */
type NodeSources = { nodes: Nodes; ran: DrawnNodes; known: DrawnNodes }

const NOBODY: DrawnNodes = {}

/** A participant by its node id: as the turn had it, else as it is drawn now, else as an earlier turn had it. */
export function participantOf({ nodes, ran, known }: NodeSources, id: string, t: Translate): Participant {
  if (id === 'flow') return { name: 'Baton', kind: null, isKnown: false }
  const drawn = at(nodes, drawnNode(id))
  const node = at(ran, id) ?? (isInnerId(id) ? (at(known, id) ?? drawn) : (drawn ?? at(known, id)))
  if (node === undefined) return { name: isInnerId(id) ? t('A removed sub-flow') : id, kind: null, isKnown: false }
  const kind = kindOf(node)
  const isNamed = node.name.trim() !== ''
  return { name: isNamed ? node.name : t.known(kind?.label ?? node.kind), kind, isKnown: drawn !== undefined }
}

function at<Node>(nodes: { readonly [id: string]: Node }, id: string): Node | undefined {
  return Object.hasOwn(nodes, id) ? nodes[id] : undefined
}

const RanContext = createContext<DrawnNodes>(NOBODY)

/** What is inside tells of a turn: its nodes have the names that they had then. */
export function AsItRan({ drawn, children }: { drawn: DrawnNodes | undefined; children: ReactNode }) {
  return <RanContext.Provider value={drawn ?? NOBODY}>{children}</RanContext.Provider>
}

export function useParticipant(id: string): Participant {
  const drawn = drawnNode(id)
  const node = useFlow((flow) => at(flow.nodes, drawn))
  const known = useRun((state) => state.view.known)
  const ran = useContext(RanContext)
  const t = useT()
  return participantOf({ nodes: node === undefined ? {} : { [drawn]: node }, ran, known }, id, t)
}

/** Names of nodes by id. */
export function useNameOf(): (id: string) => string {
  const nodes = useFlow((flow) => flow.nodes)
  const known = useRun((state) => state.view.known)
  const ran = useContext(RanContext)
  const t = useT()
  return useCallback((id) => participantOf({ nodes, ran, known }, id, t).name, [nodes, ran, known, t])
}

/** A dot in the colour of a participant's group. */
export function GroupDot({ participant }: { participant: Participant }) {
  return <span className={textStyles.dot} style={tintOf(participant.kind?.group ?? null)} aria-hidden />
}
