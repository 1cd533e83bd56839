/** What differs in words, a line for each node, edge and setting; a chosen line shows its fields side by side. */
import type { PlainText } from '../../src-shared/languages/translate'
import { Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import {
  CHANGES,
  type ChangeWord,
  type DifferenceLine,
  type FieldLine,
} from '../../src-shared/flow/difference/difference-words'
import { EmptyState } from '../ui/EmptyState'
import { sideRows } from './side-rows'
import { keyOf } from './sides'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './DifferencePanel.module.css'

type DifferencePanelProps = {
  lines: readonly DifferenceLine[]
  titles: { before: string; after: string }
  /** The line whose fields are shown. */
  open: string | null
  onOpen: (line: DifferenceLine | null) => void
  moves: { count: number; shown: boolean; onShow: (shown: boolean) => void }
}

const MARKS = { added: '+', removed: '−', changed: '~', moved: '↔' } as const satisfies { [C in ChangeWord]: string }

const COUNTED = {
  added: '{count} added',
  removed: '{count} removed',
  changed: '{count} changed',
  moved: '{count} moved',
} as const satisfies { [C in ChangeWord]: string }

const TOPICS = {
  flow: 'Flow',
  setting: 'Flow',
  variable: 'Variables',
  node: 'Nodes',
  edge: 'Edges',
  order: 'Flow',
} as const satisfies { [About in DifferenceLine['about']]: PlainText }

export function DifferencePanel({ lines, titles, open, onOpen, moves }: DifferencePanelProps) {
  const t = useT()
  const [only, setOnly] = useState<ChangeWord | null>(null)
  const shown = only === null ? lines : lines.filter(({ change }) => change === only)
  const topics = [...new Set(shown.map(({ about }) => TOPICS[about]))]
  return (
    <div className={styles.panel}>
      <Counts lines={lines} only={only} onOnly={setOnly} />
      {moves.count > 0 && (
        <Checkbox
          className={styles.moves}
          size="xs"
          label={t('{count, plural, one {Show the node that was moved} other {Show # nodes that were moved}}', {
            count: moves.count,
          })}
          checked={moves.shown}
          onChange={(event) => moves.onShow(event.currentTarget.checked)}
        />
      )}
      <div className={styles.lines}>
        {lines.length === 0 && (
          <EmptyState title={t('No difference')}>{t('Both are the same, but for where nodes stand.')}</EmptyState>
        )}
        {topics.map((topic) => (
          <Topic
            key={topic}
            title={topic}
            lines={shown.filter(({ about }) => TOPICS[about] === topic)}
            titles={titles}
            open={open}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  )
}

type TopicProps = Pick<DifferencePanelProps, 'lines' | 'titles' | 'open' | 'onOpen'> & { title: PlainText }

/** So many lines are there at once; the rest comes on request. */
const MOST_LINES = 150

function Topic({ title, lines, titles, open, onOpen }: TopicProps) {
  const t = useT()
  const [isWhole, setWhole] = useState(false)
  const at = lines.findIndex((line) => keyOf(line) === open)
  const count = isWhole ? lines.length : Math.max(MOST_LINES, at + 1)
  return (
    <section aria-label={t(title)}>
      <h3 className={styles.topic}>{t(title)}</h3>
      <ul className={styles.rows}>
        {lines.slice(0, count).map((line) => (
          <Line
            key={keyOf(line)}
            line={line}
            titles={titles}
            isOpen={open === keyOf(line)}
            onToggle={() => onOpen(open === keyOf(line) ? null : line)}
          />
        ))}
      </ul>
      {lines.length > count && (
        <button type="button" className={textStyles.link} onClick={() => setWhole(true)}>
          {t('Show {count} more', { count: lines.length - count })}
        </button>
      )}
    </section>
  )
}

type CountsProps = {
  lines: readonly DifferenceLine[]
  only: ChangeWord | null
  onOnly: (only: ChangeWord | null) => void
}

function Counts({ lines, only, onOnly }: CountsProps) {
  const t = useT()
  return (
    <div className={styles.counts} role="group" aria-label={t('Show only')}>
      {CHANGES.map((change) => {
        const count = lines.filter((line) => line.change === change).length
        if (count === 0) return null
        return (
          <button
            key={change}
            type="button"
            className={styles.count}
            data-change={change}
            aria-pressed={only === change}
            onClick={() => onOnly(only === change ? null : change)}
          >
            <span className={styles.mark} aria-hidden>
              {MARKS[change]}
            </span>
            {t(COUNTED[change], { count })}
          </button>
        )
      })}
    </div>
  )
}

type LineProps = {
  line: DifferenceLine
  titles: { before: string; after: string }
  isOpen: boolean
  onToggle: () => void
}

function Line({ line, titles, isOpen, onToggle }: LineProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={element} className={styles.row} data-change={line.change}>
      <button type="button" className={styles.line} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.mark} aria-hidden>
          {MARKS[line.change]}
        </span>
        <span className={styles.text}>{line.text}</span>
      </button>
      {isOpen && line.fields.length > 0 && (
        <div className={styles.fields}>
          {line.fields.map((field) => (
            <FieldSides key={field.path.join('.')} field={field} titles={titles} />
          ))}
        </div>
      )}
    </li>
  )
}

function FieldSides({ field, titles }: { field: FieldLine; titles: { before: string; after: string } }) {
  const t = useT()
  const rows = sideRows(field.before, field.after)
  return (
    <table className={styles.sides}>
      <caption>{t.known(field.label)}</caption>
      <thead>
        <tr>
          <th scope="col">{titles.before}</th>
          <th scope="col">{titles.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          'left' in row ? (
            <tr key={index} className={styles.left}>
              <td colSpan={2}>
                {t('{count, plural, one {# line that is the same} other {# lines that are the same}}', {
                  count: row.left,
                })}
              </td>
            </tr>
          ) : (
            <tr key={index} data-same={row.isSame || undefined}>
              <Side of="before" text={row.before} isSame={row.isSame} />
              <Side of="after" text={row.after} isSame={row.isSame} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

function Side({ of, text, isSame }: { of: 'before' | 'after'; text: string | null; isSame: boolean }) {
  const t = useT()
  if (text === null)
    return (
      <td className={styles.side} data-empty>
        <span className={textStyles.hidden}>{t('nothing')}</span>
      </td>
    )
  return (
    <td className={styles.side} data-of={isSame ? undefined : of}>
      {text === '' ? '\u00a0' : text}
    </td>
  )
}
