/** Which model calls were sent what a step wrote: each leads to the step that came of it. */
import { Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { toAppError } from '../../src-shared/errors'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { useNameOf } from '../run/participants'
import { useRun, useRunStore } from '../run/store/run-context'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import { type Message } from '../../src-shared/languages/translate'
import textStyles from '../ui/text.module.css'
import styles from './ReadBy.module.css'

/** Who goes along the strip asks of the step at which they stay. */
const PAUSE_MS = 150

type ReadersState = { of: string; spans: readonly string[] | null; error: Message | null }

export function ReadBy({ record, step }: { record: ThreadRecord; step: number }) {
  const t = useT()
  const { index } = record
  const { spans, error } = useReaders(record.index.entriesOf(step))
  const steps = [...new Set(spans?.flatMap((span) => index.stepOfSpan(span) ?? []))].sort((one, other) => one - other)
  return (
    <section className={styles.readers} aria-label={t('Who read this')} tabIndex={0}>
      <h3 className={styles.title}>{t('Who read this')}</h3>
      {error !== null && <p role="alert">{t.message(error)}</p>}
      {spans === null && error === null && <Loader size={14} aria-label={t('Reading')} />}
      {spans !== null && steps.length === 0 && <p className={textStyles.faint}>{t('No model was sent this.')}</p>}
      <Readers key={step} steps={steps} record={record} />
    </section>
  )
}

/** So many are named; of more the first few, and the others when they are asked for. */
const MOST_NAMED = 4
const FIRST_NAMED = 3

function Readers({ steps, record: { index } }: { steps: readonly number[]; record: ThreadRecord }) {
  const t = useT()
  const run = useRunStore()
  const nameOf = useNameOf()
  const [areAll, setAll] = useState(false)
  const list = useRef<HTMLSpanElement>(null)
  const isMany = steps.length > MOST_NAMED
  const shown = isMany && !areAll ? steps.slice(0, FIRST_NAMED) : steps
  // Who asks for the others by a key goes on with the first of them.
  useEffect(() => {
    if (areAll) list.current?.querySelectorAll('button')[FIRST_NAMED]?.focus()
  }, [areAll])
  return (
    <span className={styles.list} ref={list}>
      {shown.map((reader) => (
        <button key={reader} type="button" className={textStyles.nodeLink} onClick={() => run.look(reader)}>
          {t('Step {step}, {name}', {
            step: reader + 1,
            name: nameOf(index.lanes[index.steps[reader]?.lane ?? 0] ?? ''),
          })}
        </button>
      ))}
      {isMany && (
        <button type="button" className={styles.more} aria-expanded={areAll} onClick={() => setAll(!areAll)}>
          {areAll ? t('Only the first') : t('{count, number} more', { count: steps.length - FIRST_NAMED })}
        </button>
      )}
    </span>
  )
}

/** The calls that were sent any of some entries. */
function useReaders(entries: readonly string[]): ReadersState {
  const { client } = useServices()
  const threadId = useRun((state) => state.threadId)
  const key = entries.join(' ')
  const [state, setState] = useState<ReadersState>({ of: key, spans: null, error: null })
  useEffect(() => {
    if (threadId === null) return
    const entriesOfStep = key === '' ? [] : key.split(' ')
    return askLater({
      pauseMs: PAUSE_MS,
      ask: (signal) => client.call('requests.readers', { threadId, entries: entriesOfStep }, { signal }),
      onAnswer: ({ spans }) => setState({ of: key, spans, error: null }),
      onError: (cause) => setState({ of: key, spans: null, error: toAppError(cause).said }),
    })
  }, [client, threadId, key])
  return state.of === key ? state : { of: key, spans: null, error: null }
}
