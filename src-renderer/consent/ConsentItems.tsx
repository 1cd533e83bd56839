/** What a flow would use, in groups: each with what it means, what it is in full, and which nodes use it. */
import {
  IconCode,
  IconFileText,
  IconHome,
  IconKey,
  IconTerminal2,
  IconWorld,
  IconWorldShare,
  type TablerIcon,
} from '@tabler/icons-react'
import { Fragment } from 'react'
import type { ConsentView } from '../../src-shared/rpc/contract'
import { programAdvice } from '../../src-shared/kinds/program-advice'
import { visibleLine } from '../../src-shared/kinds/visible'
import { newsWord, noteOf, shownItem, type ConsentGroup, type ConsentGroupKey } from './consent-words'
import { cx } from '../ui/cx'
import { Rich, useT } from '../ui/language'
import squareStyles from '../ui/Square.module.css'
import textStyles from '../ui/text.module.css'
import styles from './ConsentItems.module.css'

export const GROUP_ICONS = {
  command: IconTerminal2,
  code: IconCode,
  'any-host': IconWorldShare,
  'private-host': IconHome,
  host: IconWorld,
  file: IconFileText,
  secret: IconKey,
} as const satisfies { [K in ConsentGroupKey]: TablerIcon }

/** Null: there is no drawing to show it on. */
type ShowNode = ((nodeId: string) => void) | null

/** From so many blocks of code on each is kept low. */
const MANY_BLOCKS = 4

/** `areNews`: others were allowed before, so these are marked. */
export function ConsentGroups(props: { groups: readonly ConsentGroup[]; areNews: boolean; onShowNode: ShowNode }) {
  const t = useT()
  const { groups, areNews, onShowNode } = props
  return groups.map(({ key, sentence, items }) => {
    const Icon = GROUP_ICONS[key]
    return (
      <section key={key} className={styles.group} aria-label={t(sentence)} data-group={key}>
        <h3 className={styles.sentence}>
          <span className={cx(squareStyles.kindSquare, styles.square)}>
            <Icon size={15} stroke={1.75} aria-hidden />
          </span>
          {t(sentence)}
        </h3>
        <ul className={styles.card} data-many={items.length > MANY_BLOCKS || undefined}>
          {items.map((item) => (
            <Item key={item.hash} item={item} isNews={areNews} onShowNode={onShowNode} />
          ))}
        </ul>
      </section>
    )
  })
}

function Item({ item, isNews, onShowNode }: { item: ConsentView; isNews: boolean; onShowNode: ShowNode }) {
  const t = useT()
  const { name, whole } = shownItem(item, t)
  return (
    <li className={styles.item} data-type={item.type}>
      <span className={cx(styles.value, textStyles.mono)} data-part="value">
        {item.type === 'command' ? <Words text={name} /> : name}
      </span>
      <span className={styles.about}>
        {isNews && (
          <span className={styles.news} data-part="news">
            {t(newsWord(item))}
          </span>
        )}
        <UsedBy nodes={item.nodes} note={noteOf(item, t)} onShowNode={onShowNode} />
      </span>
      {item.program !== undefined && <ProgramLine {...item.program} />}
      {whole !== null && (
        <pre className={cx(textStyles.code, styles.content)} tabIndex={0} aria-label={t('Code of {name}', { name })}>
          {whole}
        </pre>
      )}
    </li>
  )
}

/** Where a command's program is on this machine, or what to do where it is missing. */
function ProgramLine({ name, file }: NonNullable<ConsentView['program']>) {
  const t = useT()
  const program = visibleLine(name)
  return (
    <span className={styles.program} data-part="program" data-missing={file === null || undefined}>
      {file === null
        ? `${t('{program} is not on this machine.', { program })} ${t.known(programAdvice(name))}`
        : t('It is at {file}', { file: visibleLine(file) })}
    </span>
  )
}

/** A command line that breaks between its words, not at the hyphens within them. */
function Words({ text }: { text: string }) {
  return text.split(/( +)/).map((part, index) =>
    index % 2 === 1 ? (
      part
    ) : (
      <span key={index} className={styles.word}>
        {part}
      </span>
    ),
  )
}

const MOST_NODES = 4

type UsedByProps = { nodes: ConsentView['nodes']; note?: string; onShowNode: ShowNode }

/** The nodes that use something; a click shows one. */
export function UsedBy({ nodes, note = '', onShowNode }: UsedByProps) {
  const t = useT()
  const shown = nodes.slice(0, MOST_NODES)
  const rest = nodes.length - shown.length
  return (
    <span className={styles.nodes} data-part="nodes">
      {note !== '' && `${note}, `}
      <Rich
        text={rest === 0 ? 'for {nodes}' : 'for {nodes} and {rest} more'}
        values={{
          rest,
          nodes: shown.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              {onShowNode === null ? (
                visibleLine(name.trim() === '' ? id : name)
              ) : (
                <button type="button" className={textStyles.link} title={t('Show node')} onClick={() => onShowNode(id)}>
                  {visibleLine(name.trim() === '' ? id : name)}
                </button>
              )}
            </Fragment>
          )),
        }}
      />
    </span>
  )
}
