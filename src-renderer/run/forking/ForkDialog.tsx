/** The sheet for leaving the open thread with changes: the drawing to go on with, what was said, and what the new thread is to have otherwise. */
import { Button, Loader, SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import { AppError, type AppError as Failure } from '../../../src-shared/errors'
import { differenceOfTexts } from '../../../src-shared/flow/difference/text-difference'
import type { ForkChoices } from '../../../src-shared/rpc/fork-choices'
import { FORK_DRAWINGS, type ForkDrawing } from '../../../src-shared/run/log/fork-changes'
import { useT } from '../../ui/language'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { useRun, useRunStore } from '../store/run-context'
import type { ForkQuestion } from '../store/run-state'
import { readDrafts, type Drafts } from './fork-drafts'
import { ForkFields, Section, Substitutes } from './ForkFields'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import styles from './ForkDialog.module.css'

/** Needs a `RunProvider` around it. */
export function ForkDialog() {
  const t = useT()
  const run = useRunStore()
  const forking = useRun((state) => state.forking)
  const [isAsking, setAsking] = useState(false)
  const title = forking?.message === null ? t('Go on from here with changes') : t('Run again with changes')
  return (
    <Dialog
      opened={forking !== null}
      onClose={() => {
        if (!isAsking) run.closeForking()
      }}
      closeOnClickOutside={false}
      title={title}
      size={720}
      classNames={{ content: styles.sheet, body: styles.body }}
    >
      {forking !== null && (
        <Sheet
          key={JSON.stringify([forking.threadId, forking.at])}
          forking={forking}
          isAsking={isAsking}
          onAsking={setAsking}
        />
      )}
    </Dialog>
  )
}

/** `choices`: the last that were read, null before; `of`: the drawing that was read last. `failure`: why that one cannot run; `unusual`: why the usual one could not. */
type Loaded = {
  of: ForkDrawing | null
  choices: ForkChoices | null
  failure: Failure | null
  unusual: Failure | null
}

type Choosing = { drawing: ForkDrawing | null; loaded: Loaded | null; onDrawing: (drawing: ForkDrawing | null) => void }

/** What there is to choose, read again for each drawing; what was shown stays until then. Where the usual drawing cannot run, that of then is tried. */
function useChoices(forking: ForkQuestion): Choosing {
  const run = useRunStore()
  const [drawing, setDrawing] = useState<ForkDrawing | null>(null)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const hasRead = useRef(false)
  useEffect(() => {
    let isWanted = true
    void run.forkChoices(forking, drawing).then((choices) => {
      if (!isWanted) return
      const isFirst = !hasRead.current
      hasRead.current = true
      if (!(choices instanceof AppError)) {
        setLoaded((before) => ({ of: drawing, choices, failure: null, unusual: before?.unusual ?? null }))
        return
      }
      const unusual = isFirst ? choices : null
      setLoaded((before) => ({
        of: drawing,
        choices: before?.choices ?? null,
        failure: choices,
        unusual: unusual ?? before?.unusual ?? null,
      }))
      if (isFirst) setDrawing('then')
    })
    return () => {
      isWanted = false
    }
  }, [run, forking, drawing])
  return { drawing, loaded, onDrawing: setDrawing }
}

/** `isAsking`: the core makes the thread, and the sheet stays open until it has. */
type SheetProps = { forking: ForkQuestion; isAsking: boolean; onAsking: (isAsking: boolean) => void }

function Sheet({ forking, ...asking }: SheetProps) {
  const t = useT()
  const { drawing, loaded, onDrawing } = useChoices(forking)
  if (loaded === null)
    return (
      <div className={styles.waiting} role="status" aria-label={t('Reading')}>
        <Loader size={18} color="gray" />
      </div>
    )
  return <Changes {...asking} forking={forking} loaded={loaded} drawing={drawing} onDrawing={onDrawing} />
}

/** Before any drawing could be read there is nothing to change. */
const NOTHING: ForkChoices = {
  isOver: false,
  drawing: 'then',
  usual: 'then',
  difference: null,
  missing: [],
  holder: null,
  holders: [],
  variables: [],
  results: [],
  nodes: [],
  connection: '',
  planSteps: [],
}

/** By the thread and the place in it. */
const FORK_FORM = formPlace<{ drafts: Drafts; message: string }>()

type ChangesProps = SheetProps & {
  loaded: Loaded
  drawing: ForkDrawing | null
  onDrawing: (drawing: ForkDrawing | null) => void
}

function Changes({ forking, isAsking, onAsking, loaded, drawing, onDrawing }: ChangesProps) {
  const t = useT()
  const run = useRunStore()
  const about = JSON.stringify([forking.threadId, forking.at, forking.message !== null])
  const form = useFormDraft(FORK_FORM, about, { drafts: {}, message: forking.message ?? '' })
  const { drafts, message } = form.value
  const onDraft = (key: string, text: string): void =>
    form.set((now) => ({ ...now, drafts: { ...now.drafts, [key]: text } }))
  const [problem, setProblem] = useState<Message | null>(null)
  const choices = loaded.choices ?? NOTHING
  const isReading = loaded.of !== drawing
  const { changes, issues } = readDrafts(choices, drafts, drawing)
  const isSaid = forking.message !== null && message.trim() !== forking.message.trim()
  const others = [isSaid, drawing !== null].filter(Boolean).length
  const count = changes.edits.length + Object.keys(changes.substitutes).length + others
  const lacks = choices.missing.some(({ node }) => changes.substitutes[node] === undefined)
  const isReady = loaded.choices !== null && loaded.failure === null && !isReading
  const canBegin = !isAsking && isReady && !lacks && Object.keys(issues).length === 0
  const begin = async (event: MouseEvent): Promise<void> => {
    if (!canBegin || event.detail > 1) return
    onAsking(true)
    const error = await run.forkWith(forking, changes, isSaid ? message.trim() : null)
    onAsking(false)
    if (error === null) form.leave(() => setProblem(null))
    else setProblem(error === 'cancelled' ? null : error.said)
  }
  const list = useRef<HTMLDivElement>(null)
  // The sheet opened while its choices were read.
  useEffect(() => {
    const first = ['textarea', 'input:checked'].map((one) => list.current?.querySelector<HTMLElement>(one) ?? null)
    first.find((one) => one !== null)?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <div ref={list} className={styles.list}>
        <DraftNote draft={form} />
        <DrawingChoice loaded={loaded} drawing={drawing} onDrawing={onDrawing} />
        <Substitutes choices={choices} drafts={drafts} onDraft={onDraft} />
        {forking.message !== null && (
          <Section title={t('What was said')}>
            <TextArea
              aria-label={t('Your message')}
              minRows={1}
              maxRows={6}
              value={message}
              onChange={({ currentTarget: { value } }) => form.set((now) => ({ ...now, message: value }))}
            />
          </Section>
        )}
        <ForkFields choices={choices} drafts={drafts} issues={issues} onDraft={onDraft} />
      </div>
      {problem !== null && (
        <p className={styles.problem} role="alert">
          {t.message(problem)}
        </p>
      )}
      <footer className={styles.foot}>
        <span className={styles.count} role="status">
          {count === 0 ? t('Nothing is changed.') : t('{count, plural, one {# change} other {# changes}}', { count })}
        </span>
        <Button variant="default" disabled={isAsking} onClick={() => form.leave(() => run.closeForking())}>
          {t('Cancel')}
        </Button>
        <Button variant="filled" aria-disabled={!canBegin} loading={isAsking} onClick={(event) => void begin(event)}>
          {forking.message === null ? t('Go on') : t('Run again')}
        </Button>
      </footer>
    </>
  )
}

type DrawingChoiceProps = Pick<ChangesProps, 'loaded' | 'drawing' | 'onDrawing'>

function DrawingChoice({ loaded: { of, choices, failure, unusual }, drawing, onDrawing }: DrawingChoiceProps) {
  const t = useT()
  const usual = choices?.usual ?? null
  // Why the usual one cannot run is said as long as another one stands in for it.
  const why = of !== drawing ? null : (failure ?? (drawing === 'then' ? unusual : null))
  const choose = (value: string): void => {
    const wanted = FORK_DRAWINGS.find((one) => one === value) ?? null
    onDrawing(wanted === usual ? null : wanted)
  }
  return (
    <Section title={t('Drawing used')}>
      <SegmentedControl
        size="xs"
        aria-label={t('Drawing used')}
        value={drawing ?? usual ?? ''}
        onChange={choose}
        data={[
          { value: 'then', label: t('As it was then') },
          { value: 'now', label: t('As it is now') },
          ...(usual === 'own' ? [{ value: 'own', label: t('This thread’s own') }] : []),
        ]}
      />
      {why !== null && (
        <p className={styles.fault} role="alert">
          {t.known(why.message)}
        </p>
      )}
      {choices !== null && failure === null && <Difference choices={choices} />}
    </Section>
  )
}

function Difference({ choices: { drawing, difference } }: { choices: ForkChoices }) {
  const t = useT()
  const lines = useMemo(() => (difference === null ? [] : differenceOfTexts(difference, t)), [difference, t])
  if (difference === null) return null
  const count = lines.length
  const isOwn = drawing === 'own'
  return (
    <div className={styles.difference}>
      {count === 0 ? (
        <p>{isOwn ? t('It is the same as the flow is now.') : t('The flow has not changed since.')}</p>
      ) : (
        <details open={count < 5}>
          <summary>
            {isOwn
              ? t(
                  '{count, plural, one {# difference from it to the flow as it is now} other {# differences from it to the flow as it is now}}',
                  { count },
                )
              : t('{count, plural, one {# change since then} other {# changes since then}}', { count })}
          </summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
