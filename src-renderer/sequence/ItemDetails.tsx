/** The current item in full: who, to whom, when, and every word. */
import { Fragment } from 'react'
import type { SequenceItem, SequenceLane } from '../../src-shared/run/sequence-parts'
import { KIND_WORDS, moveWords } from '../../src-shared/run/sequence-words'
import { useFlow } from '../editor/editor-context'
import { edgeLabel, lookOf } from '../kinds/edge-looks'
import { tintOf } from '../kinds/kind-icons'
import { useShowNode } from '../run/run-context'
import { clockWords, prettyJson } from '../run/words'

export function ItemDetails({ item, lanes }: { item: SequenceItem; lanes: readonly SequenceLane[] }) {
  const ends = item.from === item.to ? [item.from] : [item.from, item.to]
  return (
    <aside className="bt-seq-details" aria-label="Current item" aria-live="off">
      <div className="bt-seq-details-head">
        <span className="bt-seq-kind">{KIND_WORDS[item.kind]}</span>
        <span className="bt-seq-when">
          Turn {item.turn} · <time dateTime={item.at}>{clockWords(item.at)}</time>
        </span>
      </div>
      <div className="bt-seq-ends">
        {ends.map((lane, place) => (
          <Fragment key={lane}>
            {place > 0 && <span aria-label="to">→</span>}
            <LaneLink lane={lanes[lane]} />
          </Fragment>
        ))}
      </div>
      <Words item={item} />
    </aside>
  )
}

function LaneLink({ lane }: { lane: SequenceLane | undefined }) {
  const showNode = useShowNode()
  if (lane === undefined) return null
  const { node } = lane
  const dot = <span className="bt-dot" style={tintOf(lane.group)} aria-hidden />
  if (node === null)
    return (
      <span className="bt-seq-end">
        {dot}
        <span className="bt-ellipsis">{lane.name}</span>
      </span>
    )
  return (
    <button
      type="button"
      className="bt-node-link bt-seq-end"
      title={`${lane.name}: show on the canvas`}
      onClick={() => showNode(node)}
    >
      {dot}
      <span className="bt-ellipsis">{lane.name}</span>
    </button>
  )
}

/** What is written on the drawn edge that the baton travelled. */
function EdgeWords({ edge: id }: { edge: string }) {
  const edge = useFlow((flow) => (Object.hasOwn(flow.edges, id) ? flow.edges[id] : undefined))
  const words = edge === undefined ? null : lookOf(edge).label(edge)
  if (edge === undefined || words === null) return null
  return (
    <p className="bt-seq-edge">
      <span>{edgeLabel(edge)}: </span>
      {words}
    </p>
  )
}

function Words({ item }: { item: SequenceItem }) {
  switch (item.kind) {
    case 'handoff':
      return (
        <>
          <p className="bt-seq-text">{moveWords(item)}</p>
          {item.edge !== null && <EdgeWords edge={item.edge} />}
        </>
      )
    case 'call':
    case 'result':
      return (
        <>
          <div className="bt-seq-tool">
            {item.tool}
            {item.kind === 'result' && item.isError && <span className="bt-seq-failed">failed</span>}
          </div>
          <pre className="bt-seq-text bt-mono">{prettyJson(item.text)}</pre>
        </>
      )
    case 'message':
    case 'note':
      return <p className="bt-seq-text">{item.text}</p>
  }
}
