/** The sheet for leaving the open thread with changes: the drawing to go on with, what was said, and what the new thread is to have otherwise. */
import { Button, Loader, Modal, SegmentedControl } from '@mantine/core'
import { useEffect, useState, type MouseEvent } from 'react'
import { AppError, type AppError as Failure } from '../../../src-shared/errors'
import type { ForkChoices } from '../../../src-shared/rpc/fork-choices'
import type { ForkDrawing } from '../../../src-shared/run/log/fork-changes'
import { useConsent } from '../../consent/consent-context'
import { useT } from '../../ui/language'
import { TextArea } from '../../ui/TextArea'
import { useRun, useRunStore } from '../store/run-context'
import type { ForkQuestion } from '../store/run-state'
import { readDrafts, type Drafts } from './fork-drafts'
import { ForkFields, Section, Substitutes } from './ForkFields'
import styles from './ForkDialog.module.css'

/** Needs a `RunProvider` around it. */
export function ForkDialog() {
  const t = useT()
  const run = useRunStore()
  const forking = useRun((state) => state.forking)
  const [last, setLast] = useState(forking)
  const [isAsking, setAsking] = useState(false)
  // Escape closes the topmost dialog only.
  const isPermitting = useConsent((state) => state.asking !== null)
  const isRepeating = useRun((state) => state.repeating !== null)
  // What was written stays on the sheet while it fades.
  if (forking !== null && forking !== last) setLast(forking)
  const title = last?.message === null ? t('Go on from here with changes') : t('Run again with changes')
  return (
    <Modal
      opened={forking !== null}
      onClose={() => {
        if (!isAsking) run.closeForking()
      }}
      closeOnEscape={!isPermitting && !isRepeating}
      closeOnClickOutside={false}
      title={title}
      size={720}
      closeButtonProps={{ 'aria-label': t('Close') }}
      classNames={{ content: styles.sheet, body: styles.body }}
    >
      {last !== null && <Sheet key={JSON.stringify([last.threadId, last.at])} forking={last} isAsking={isAsking} onAsking={setAsking} />}
    </Modal>
  )
}

type Loaded = { of: ForkDrawing | null; choices: ForkChoices | Failure }

/** What there is to choose, read again for each drawing; what was shown stays until then. */
function useChoices(forking: ForkQuestion, drawing: ForkDrawing | null): Loaded | null {
  const run = useRunStore()
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isWanted = true
    void run.forkChoices(forking, drawing).then((choices) => {
      if (isWanted) setLoaded({ of: drawing, choices })
    })
    return () => {
      isWanted = false
    }
  }, [run, forking, drawing])
  return loaded
}

/** `isAsking`: the core makes the thread, and the sheet stays open until it has. */
type SheetProps = { forking: ForkQuestion; isAsking: boolean; onAsking: (isAsking: boolean) => void }

function Sheet({ forking, ...asking }: SheetProps) {
  const t = useT()
  const [drawing, setDrawing] = useState<ForkDrawing | null>(null)
  const loaded = useChoices(forking, drawing)
  if (loaded === null)
    return (
      <div className={styles.waiting} role="status" aria-label={t('Reading')}>
        <Loader size={18} color="gray" />
      </div>
    )
  if (loaded.choices instanceof AppError)
    return (
      <p className={styles.problem} role="alert">
        {t.known(loaded.choices.message)}
      </p>
    )
  return (
    <Changes
      {...asking}
      forking={forking}
      choices={loaded.choices}
      drawing={drawing}
      isReading={loaded.of !== drawing}
      onDrawing={setDrawing}
    />
  )
}

type ChangesProps = SheetProps & {
  choices: ForkChoices
  drawing: ForkDrawing | null
  isReading: boolean
  onDrawing: (drawing: ForkDrawing) => void
}

function Changes({ forking, isAsking, onAsking, choices, drawing, isReading, onDrawing }: ChangesProps) {
  const t = useT()
  const run = useRunStore()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [message, setMessage] = useState(forking.message ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const { changes, issues } = readDrafts(choices, drafts, drawing)
  const isSaid = forking.message !== null && message.trim() !== forking.message.trim()
  const count = changes.edits.length + Object.keys(changes.substitutes).length + (isSaid ? 1 : 0)
  const lacks = choices.missing.some(({ node }) => changes.substitutes[node] === undefined)
  const canBegin = !isAsking && !isReading && !lacks && Object.keys(issues).length === 0
  const begin = async (event: MouseEvent): Promise<void> => {
    if (!canBegin || event.detail > 1) return
    onAsking(true)
    const error = await run.forkWith(forking, changes, isSaid ? message.trim() : null)
    onAsking(false)
    setProblem(error === null || error === 'cancelled' ? null : t.known(error.message))
  }
  return (
    <>
      <div className={styles.list}>
        <DrawingChoice choices={choices} onDrawing={onDrawing} />
        <Substitutes
          choices={choices}
          drafts={drafts}
          onDraft={(key, text) => setDrafts((all) => ({ ...all, [key]: text }))}
        />
        {forking.message !== null && (
          <Section title={t('What was said')}>
            <TextArea
              aria-label={t('Your message')}
              minRows={1}
              maxRows={6}
              value={message}
              onChange={(event) => setMessage(event.currentTarget.value)}
            />
          </Section>
        )}
        <ForkFields
          choices={choices}
          drafts={drafts}
          issues={issues}
          onDraft={(key, text) => setDrafts((all) => ({ ...all, [key]: text }))}
        />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <footer className={styles.foot}>
        <span className={styles.count} role="status">
          {count === 0 ? t('Nothing is changed.') : t('{count, plural, one {# change} other {# changes}}', { count })}
        </span>
        <Button variant="default" disabled={isAsking} onClick={() => run.closeForking()}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" aria-disabled={!canBegin} loading={isAsking} onClick={(event) => void begin(event)}>
          {forking.message === null ? t('Go on') : t('Run again')}
        </Button>
      </footer>
    </>
  )
}

function DrawingChoice({ choices, onDrawing }: { choices: ForkChoices; onDrawing: (drawing: ForkDrawing) => void }) {
  const t = useT()
  const { drawing, difference } = choices
  return (
    <Section title={t('Drawing')}>
      <SegmentedControl
        size="xs"
        aria-label={t('Drawing')}
        value={drawing}
        onChange={(value) => onDrawing(value === 'then' ? 'then' : 'now')}
        data={[
          { value: 'then', label: t('As it was then') },
          { value: 'now', label: t('As it is now') },
        ]}
      />
      {difference !== null && (
        <div className={styles.difference}>
          {difference.length === 0 ? (
            <p>{t('The flow has not changed since.')}</p>
          ) : (
            <details open={difference.length < 5}>
              <summary>
                {t('{count, plural, one {# change since then} other {# changes since then}}', {
                  count: difference.length,
                })}
              </summary>
              <ul>
                {difference.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
      )}
    </Section>
  )
}
