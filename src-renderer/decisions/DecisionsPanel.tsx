/** Why this route: what was decided in all threads of the flow, filtered, counted, each with the way to its case. */
import { Button, Loader } from '@mantine/core'
import { IconGitBranch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { FlowDecision } from '../../src-shared/run/log/flow-decisions'
import { ALL_DECISIONS, countChoices, fitsFilter, type DecisionFilter } from '../../src-shared/run/trace/decision-table'
import { useEditor } from '../editor/editor-context'
import { useNameOf } from '../run/participants'
import { useThreadSearch } from '../run/use-thread-search'
import { EmptyState } from '../ui/EmptyState'
import { useT } from '../ui/language'
import { ChoiceCounts } from './ChoiceCounts'
import { DecisionFilters } from './DecisionFilters'
import { DecisionTable } from './DecisionTable'
import { ReplayDialog } from './ReplayDialog'
import { useDecisions } from './use-decisions'
import { saidOf } from '../../src-shared/errors'
import styles from './DecisionsPanel.module.css'

/** Needs a `RunProvider` around it. */
export function DecisionsPanel() {
  const t = useT()
  const { flowId } = useEditor()
  const { read, error, isReading, readMore, retry } = useDecisions(flowId)
  return (
    <section className={styles.decisions} aria-label={t('Decisions')}>
      {error !== null && read === null ? (
        <EmptyState
          title={t('The decisions could not be read')}
          actions={<Button onClick={retry}>{t('Try again')}</Button>}
        >
          {t.message(saidOf(error))}
        </EmptyState>
      ) : read === null ? (
        <div role="status" aria-label={t('Reading the decisions')}>
          <Loader size={18} color="gray" />
        </div>
      ) : read.decisions.length === 0 ? (
        <EmptyState icon={<IconGitBranch size={20} stroke={1.5} aria-hidden />} title={t('No decisions yet')}>
          {t(
            'Each time a route is chosen in any thread of this flow, it is listed here: between what, by which rule, and what was taken.',
          )}
        </EmptyState>
      ) : (
        <Decisions
          flowId={flowId}
          decisions={read.decisions}
          more={read.isMore ? { isReading, onRead: readMore } : null}
        />
      )}
    </section>
  )
}

type DecisionsProps = {
  flowId: string
  decisions: readonly FlowDecision[]
  /** Null: these are all. */
  more: { isReading: boolean; onRead: () => void } | null
}

function Decisions({ flowId, decisions, more }: DecisionsProps) {
  const t = useT()
  const [filter, setFilter] = useState<DecisionFilter>(ALL_DECISIONS)
  const [text, setText] = useState('')
  const found = useThreadSearch(flowId, text)?.threads ?? null
  const threads = useMemo(() => (found === null ? null : new Set(found.map(({ thread }) => thread.id))), [found])
  const shown = useMemo(
    () => decisions.filter((one) => fitsFilter(one, { ...filter, threads })),
    [decisions, filter, threads],
  )
  // What could be chosen instead of the node and choice that are shown stays to be seen.
  const counted = useMemo(
    () => countChoices(decisions.filter((one) => fitsFilter(one, { ...filter, node: null, choice: null, threads }))),
    [decisions, filter, threads],
  )
  const nameOf = useDeciderName(decisions)
  const isAll = shown.length === decisions.length
  const askable = useMemo(() => shown.filter(({ canReplay }) => canReplay), [shown])
  /** What is asked again stays what was shown when that was opened. */
  const [asked, setAsked] = useState<readonly FlowDecision[] | null>(null)
  return (
    <>
      <div className={styles.bar}>
        <DecisionFilters {...{ decisions, filter, text, nameOf }} onFilter={setFilter} onText={setText} />
        <span className={styles.space} />
        <span className={styles.sum} role="status">
          {isAll
            ? t('{count, plural, one {# decision} other {# decisions}}', { count: decisions.length })
            : t('{count, number} of {total, number}', { count: shown.length, total: decisions.length })}
        </span>
        <Button
          variant="default"
          size="compact-xs"
          disabled={askable.length === 0}
          title={
            askable.length === 0
              ? t('No model was asked for any of these decisions.')
              : t('Ask the decisions that are shown here again, with another model or prompt')
          }
          onClick={() => setAsked(askable)}
        >
          {t('Ask again…')}
        </Button>
        {more !== null && (
          <Button variant="subtle" size="compact-xs" loading={more.isReading} onClick={more.onRead}>
            {t('Load older')}
          </Button>
        )}
      </div>
      <div className={styles.body}>
        <ChoiceCounts counts={counted} filter={filter} nameOf={nameOf} onFilter={setFilter} />
        {shown.length === 0 ? (
          <EmptyState
            title={t('No matching decisions')}
            actions={
              <Button
                onClick={() => {
                  setFilter(ALL_DECISIONS)
                  setText('')
                }}
              >
                {t('Show all')}
              </Button>
            }
          >
            {t('No decision matches all of these filters.')}
          </EmptyState>
        ) : (
          <DecisionTable decisions={shown} nameOf={nameOf} />
        )}
      </div>
      {asked !== null && <ReplayDialog {...{ flowId, nameOf }} decisions={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** Names of nodes, as they are drawn now; of those that are gone and of those within sub-flows as they were called. */
function useDeciderName(decisions: readonly FlowDecision[]): (node: string) => string {
  const nameNow = useNameOf()
  return useMemo(() => {
    const then = new Map(decisions.map(({ node, who }) => [node, who?.name ?? '']))
    return (node) => {
      const now = nameNow(node)
      const before = then.get(node) ?? ''
      return now === node && before !== '' ? before : now
    }
  }, [decisions, nameNow])
}
