/** The current item in full: who, to whom, when, and every word. */
import { Fragment } from 'react'
import type { SequenceItem, SequenceLane } from '../../src-shared/run/sequence/sequence-parts'
import { arrowWords } from '../../src-shared/run/words/moves'
import { itemText, KIND_WORDS, laneName } from '../../src-shared/run/sequence/sequence-words'
import { useFlow } from '../editor/editor-context'
import { edgeLabel, lookOf } from '../kinds/edge-looks'
import { tintOf } from '../kinds/kind-icons'
import { useShowNode } from '../run/store/run-context'
import { clockWords, prettyJson } from '../run/store/words'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ItemDetails.module.css'

export function ItemDetails({ item, lanes }: { item: SequenceItem; lanes: readonly SequenceLane[] }) {
  const t = useT()
  const ends = item.from === item.to ? [item.from] : [item.from, item.to]
  return (
    <aside className={styles.details} aria-label={t('Current item')} aria-live="off">
      <div className={styles.detailsHead}>
        <span className={styles.kind}>{t(KIND_WORDS[item.kind])}</span>
        <span className={styles.when}>
          {t('Turn {number}', { number: item.turn })} · <time dateTime={item.at}>{clockWords(item.at, t)}</time>
        </span>
      </div>
      <div className={styles.ends}>
        {ends.map((lane, place) => (
          <Fragment key={lane}>
            {place > 0 && <span aria-label={t('to')}>→</span>}
            <LaneLink lane={lanes[lane]} />
          </Fragment>
        ))}
      </div>
      <Words item={item} />
    </aside>
  )
}

function LaneLink({ lane }: { lane: SequenceLane | undefined }) {
  const t = useT()
  const showNode = useShowNode()
  if (lane === undefined) return null
  const { node } = lane
  const dot = <span className={textStyles.dot} style={tintOf(lane.group)} aria-hidden />
  const name = laneName(lane, t)
  if (node === null)
    return (
      <span className={styles.end}>
        {dot}
        <span className={textStyles.ellipsis}>{name}</span>
      </span>
    )
  return (
    <button
      type="button"
      className={cx(textStyles.nodeLink, styles.end)}
      title={t('{name}: show on the canvas', { name })}
      onClick={() => showNode(node)}
    >
      {dot}
      <span className={textStyles.ellipsis}>{name}</span>
    </button>
  )
}

/** What is written on the drawn edge that the baton travelled. */
function EdgeWords({ edge: id }: { edge: string }) {
  const t = useT()
  const edge = useFlow((flow) => (Object.hasOwn(flow.edges, id) ? flow.edges[id] : undefined))
  const words = edge === undefined ? null : lookOf(edge).label(edge, t)
  if (edge === undefined || words === null) return null
  return (
    <p className={styles.edge}>
      <span>{t.known(edgeLabel(edge))}: </span>
      {words}
    </p>
  )
}

function Words({ item }: { item: SequenceItem }) {
  const t = useT()
  switch (item.kind) {
    case 'handoff':
      return (
        <>
          <p className={styles.text}>{arrowWords(item, t)}</p>
          {item.edge !== null && <EdgeWords edge={item.edge} />}
        </>
      )
    case 'call':
    case 'result':
      return (
        <>
          <div className={styles.tool}>
            {item.tool}
            {item.kind === 'result' && item.isError && <span className={styles.failed}>{t('failed')}</span>}
          </div>
          <pre className={cx(styles.text, textStyles.mono)}>{prettyJson(item.text)}</pre>
        </>
      )
    case 'message':
    case 'note':
      return <p className={styles.text}>{itemText(item, t)}</p>
  }
}
