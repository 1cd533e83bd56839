/** The tests of the flow: chats that were kept, which the flow as it is drawn now has to answer in the same way. */
import { Button, Select } from '@mantine/core'
import {
  IconChecklist,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { drawnNode } from '../../src-shared/flow/inner-ids'
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import type { FlowTestSummary, PlayedBy } from '../../src-shared/rpc/flow-tests'
import type { Expense } from '../../src-shared/run/log/expense'
import { expenseCells } from '../../src-shared/run/trace/cost-words'
import { notDoneWords } from '../consent/consent-store'
import { useEditor } from '../editor/editor-context'
import { cx } from '../ui/cx'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'
import { NameDialog } from './NameDialog'
import { useFlowTests, type FlowTestList, type TestOutcome } from './use-flow-tests'
import textStyles from '../ui/text.module.css'
import styles from './TestsPanel.module.css'

export function TestsPanel() {
  const t = useT()
  const list = useFlowTests()
  const { tests, outcomes, isPlaying, play, by, choose, spent, expected } = list
  const [renamed, setRenamed] = useState<FlowTestSummary | null>(null)
  if (tests === null) return null
  const note = WAYS.find((way) => way.by === by)?.note ?? null
  const count = (is: TestOutcome['is']): number => tests.filter(({ id }) => outcomes.get(id)?.is === is).length
  return (
    <section className={styles.panel} aria-label={t('Tests')}>
      {tests.length === 0 ? (
        <EmptyState icon={<IconChecklist size={20} stroke={1.5} aria-hidden />} title={t('No tests yet')}>
          {t(
            'A chat that went well can be kept as a test: open the menu of threads in the chat and choose “Keep as a test…”. Later you see here whether the flow still takes the same way, without a model or a tool being called.',
          )}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <span className={cx(styles.sum, textStyles.ellipsis)} role="status" aria-label={t('Result')}>
              {t('{passed, number} of {count, plural, one {# test passed} other {# tests passed}}', {
                passed: count('passed'),
                count: tests.length,
              })}
              {spent.calls > 0 && ` · ${spentWords(spent, t)}`}
            </span>
            <Select
              aria-label={t('Replies')}
              size="xs"
              className={styles.picker}
              data={WAYS.map(({ by: value, label }) => ({ value, label: t(label) }))}
              value={by}
              allowDeselect={false}
              disabled={isPlaying}
              comboboxProps={{ width: 240, position: 'top-end' }}
              onChange={(next) => {
                const way = WAYS.find(({ by: value }) => value === next)
                if (way !== undefined) choose(way.by)
              }}
            />
            {isPlaying ? (
              <Button size="compact-xs" variant="default" onClick={list.stop}>
                {t('Stop')}
              </Button>
            ) : (
              <Button size="compact-xs" onClick={() => play(tests.map(({ id }) => id))}>
                {t('Run all')}
              </Button>
            )}
            <Button variant="default" size="compact-xs" onClick={list.exportAll}>
              {t('Export')}
            </Button>
          </div>
          {note !== null && <p className={styles.note}>{t(note)}</p>}
          {by === 'own' && (
            <p className={styles.note} role="status" aria-label={t('Price')}>
              {expected !== null && expectedWords(expected, t)}
            </p>
          )}
          <ul className={styles.list} aria-label={t('Tests')}>
            {tests.map((test) => (
              <TestRow key={test.id} test={test} list={list} onRename={() => setRenamed(test)} />
            ))}
          </ul>
        </>
      )}
      {renamed !== null && (
        <NameDialog
          title={t('Rename the test')}
          action={t('Rename')}
          name={renamed.name}
          onClose={() => setRenamed(null)}
          onName={(name) => list.rename(renamed.id, name)}
        />
      )}
    </section>
  )
}

/** `note`: what to know of it before. */
const WAYS = [
  { by: 'recorded', label: 'Replies as they were kept', note: null },
  {
    by: 'rehearsal',
    label: 'Replies of the rehearsal',
    note: 'The rehearsal replies: it costs nothing and stays on this computer. Its words are its own, so only who has the conversation, which tools are called and what is asked count.',
  },
  {
    by: 'own',
    label: 'Replies of the flow’s own models',
    note: 'The flow’s own models are asked, which may cost money. No tool is called: what it gave when the test was kept is given again. What is said, and arguments, may differ.',
  },
] as const satisfies readonly { by: PlayedBy; label: PlainText; note: PlainText | null }[]

/** What models took. */
function spentWords(spent: Expense, t: Translate): string {
  const { calls, tokens, money } = expenseCells(spent, true, t)
  return t('{calls} calls of models, {tokens} tokens, cost: {money}', { calls, tokens, money })
}

/** What models will take, as far as what was kept says it. */
function expectedWords(expected: Expense, t: Translate): string {
  const { calls, tokens, money } = expenseCells(expected, true, t)
  return t('To run all: about {calls} calls of models, {tokens} tokens, cost when the tests were kept: {money}', {
    calls,
    tokens,
    money,
  })
}

type TestRowProps = { test: FlowTestSummary; list: FlowTestList; onRename: () => void }

function TestRow({ test, list, onRename }: TestRowProps) {
  const t = useT()
  const { id, name, turns } = test
  const outcome = list.outcomes.get(id)
  return (
    <li className={styles.test} data-outcome={outcome?.is ?? 'none'} aria-label={name}>
      <OutcomeMark outcome={outcome} />
      <span className={cx(styles.name, textStyles.ellipsis)}>{name}</span>
      <span className={styles.turns}>{t('{count, plural, one {# turn} other {# turns}}', { count: turns })}</span>
      <Button variant="default" size="compact-xs" disabled={list.isPlaying} onClick={() => list.play([id])}>
        {t('Run')}
      </Button>
      <IconButton label={t('Rename')} size={24} onClick={onRename}>
        <IconPencil size={14} aria-hidden />
      </IconButton>
      <IconButton label={t('Delete')} size={24} onClick={() => list.remove(test)}>
        <IconTrash size={14} aria-hidden />
      </IconButton>
      {outcome !== undefined && <Why outcome={outcome} onShow={list.showDifference} />}
    </li>
  )
}

function OutcomeMark({ outcome }: { outcome: TestOutcome | undefined }) {
  const t = useT()
  switch (outcome?.is) {
    case undefined:
      return <IconCircleDashed size={16} className={styles.mark} aria-label={t('not run')} />
    case 'running':
      return <IconCircleDashed size={16} className={styles.mark} aria-label={t('running')} />
    case 'passed':
      return <IconCircleCheck size={16} className={styles.mark} aria-label={t('passed')} />
    case 'failed':
    case 'broken':
      return <IconCircleX size={16} className={styles.mark} aria-label={t('failed')} />
  }
}

/** The first difference, and the way to it. */
function Why({ outcome, onShow }: { outcome: TestOutcome; onShow: (node: string) => void }) {
  const t = useT()
  const { flows } = useEditor()
  if (outcome.is === 'broken') return <p className={styles.why}>{t.message(notDoneWords(outcome.error))}</p>
  if (outcome.is !== 'failed') return null
  const { turn, node, name, said } = outcome.difference
  const drawn = node === null ? null : drawnNode(node)
  const isDrawn = drawn !== null && Object.hasOwn(flows.getState().flow.nodes, drawn)
  return (
    <p className={styles.why}>
      {node === null
        ? t('Turn {turn}: {question}', { turn, question: t.message(said) })
        : t('Turn {turn}, {name}: {what}', { turn, name, what: t.message(said) })}{' '}
      {node !== null && isDrawn && (
        <button type="button" className={textStyles.link} onClick={() => onShow(node)}>
          {t('Show on the canvas')}
        </button>
      )}
    </p>
  )
}
