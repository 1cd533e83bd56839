/** What a tried tool gave: its result with pictures and whole texts, what code wrote, what it would change, and the text that a model would read. */
import type { PlainText } from '../../src-shared/languages/translate'
import { Loader, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import type { JsonObject } from '../../src-shared/flow/records'
import type { ToolTrial } from '../../src-shared/rpc/tool-trials'
import { KeptAt } from '../results/KeptResults'
import { durationWords } from '../../src-shared/run/words/figures'
import { prettyJson } from '../run/store/words'
import { TrialQuestions } from './TrialQuestions'
import type { ToolTrialCalls } from './use-tool-trial'
import { sizeMessage } from '../ui/size-words'
import { cx } from '../ui/cx'
import { Rich, useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './TrialResult.module.css'

type TrialResultProps = Pick<ToolTrialCalls, 'state' | 'answer'> & { tool: string }

export function TrialResult({ state, tool, answer }: TrialResultProps) {
  const t = useT()
  return (
    <section
      className={styles.result}
      aria-label={t('Result')}
      // The cards of questions are not read out whole with every change of them.
      aria-live={state.is === 'asks' ? 'off' : 'polite'}
      data-part="result"
      // Whoever answered a question goes on here.
      tabIndex={-1}
    >
      {state.is === 'none' && (
        <p className={styles.empty}>{t('What it gives is shown here. Nothing of it is kept.')}</p>
      )}
      {state.is === 'running' && <Running since={state.since} />}
      {state.is === 'stopped' && (
        <p className={styles.empty}>{t('Stopped. What it had done outside of Baton stays done.')}</p>
      )}
      {state.is === 'declined' && <p className={styles.empty}>{t(state.words)}</p>}
      {state.is === 'failed' && (
        <p className={styles.failure} role="alert">
          <IconAlertTriangle size={14} aria-hidden />
          <span>{t.message(state.words)}</span>
        </p>
      )}
      {state.is === 'asks' && (
        <TrialQuestions asks={state.asks} given={state.given} isBusy={state.isBusy} onAnswer={answer} />
      )}
      {state.is === 'done' && <Done trial={state.trial} before={state.before} tool={tool} />}
    </section>
  )
}

function Running({ since }: { since: number }) {
  const t = useT()
  const [now, setNow] = useState(since)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const ms = now - since
  return (
    <div className={styles.head}>
      <Loader size={13} color="var(--bt-tools)" aria-label={t('Running')} />
      <span>{t('Running')}</span>
      {ms >= 1000 && <span className={styles.fact}>{durationWords(ms, t)}</span>}
    </div>
  )
}

const VIEWS = [
  { value: 'result', label: 'Result' },
  { value: 'model', label: 'As the model reads it' },
] as const

type DoneProps = { trial: ToolTrial; before: JsonObject; tool: string }

function Done({ trial, before, tool }: DoneProps) {
  const t = useT()
  const [view, setView] = useState('result')
  const { text, isError, ms, output, kept, modelCalls } = trial
  return (
    <>
      <div className={styles.head} data-error={isError || undefined}>
        {isError ? <IconAlertTriangle size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
        <span>{t(headOf(trial))}</span>
        <span className={styles.fact}>{durationWords(ms, t)}</span>
        <span className={styles.fact}>{t.message(sizeMessage(sizeOf(trial)))}</span>
        {modelCalls > 0 && (
          <span className={styles.fact}>
            {t('{count, plural, one {# model call} other {# model calls}}', { count: modelCalls })}
          </span>
        )}
      </div>
      <SegmentedControl
        size="xs"
        data={VIEWS.map(({ value, label }) => ({ value, label: t.known(label) }))}
        value={view}
        onChange={setView}
        aria-label={t('Result: shown as')}
      />
      <pre
        className={cx(textStyles.code, styles.text)}
        tabIndex={0}
        aria-label={view === 'model' ? t('What the model reads') : t('What it gave')}
      >
        {view === 'model' ? text : prettyJson(text)}
      </pre>
      <KeptAt kept={kept} tool={tool} threadId={trial.trial} />
      {output !== '' && (
        <Part title={t('Console')}>
          <pre className={cx(textStyles.code, styles.text)} tabIndex={0} aria-label={t('Console')}>
            {output}
          </pre>
        </Part>
      )}
      <Changes trial={trial} before={before} />
    </>
  )
}

function headOf({ isError, why }: ToolTrial): PlainText {
  if (!isError) return 'Done'
  if (why === 'unfit') return 'Not called: the arguments do not fit'
  return why === 'no-time' ? 'No time left' : 'Failed'
}

/** What it gave in bytes: whole, where a part of it is kept. */
function sizeOf({ text, kept }: ToolTrial): number {
  const whole = kept.reduce((sum, { size }) => sum + size, 0)
  return whole === 0 ? new TextEncoder().encode(text).length : whole
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </div>
  )
}

/** What it would change in a run. Here it changed nothing. */
function Changes({ trial: { variables, handOff, switches }, before }: Omit<DoneProps, 'tool'>) {
  const t = useT()
  const set = Object.entries(variables)
  const switched = Object.entries(switches)
  if (set.length + switched.length === 0 && handOff === null) return null
  return (
    <Part title={t('In a run it would also')}>
      <ul className={styles.changes}>
        {set.map(([name, value]) => (
          <li key={name}>
            <Rich
              text="set {name} to {value}"
              values={{ name: <code>{name}</code>, value: <code>{JSON.stringify(value)}</code> }}
            />
            {Object.hasOwn(before, name) && (
              <span className={styles.fact}>
                {' '}
                <Rich text="now {value}" values={{ value: <code>{JSON.stringify(before[name])}</code> }} />
              </span>
            )}
          </li>
        ))}
        {handOff !== null && (
          <li>
            <Rich text="hand over to {name}" values={{ name: <b>{handOff}</b> }} />
          </li>
        )}
        {switched.map(([name, isOn]) => (
          <li key={name}>
            <Rich text={isOn ? 'switch on {name}' : 'switch off {name}'} values={{ name: <code>{name}</code> }} />
          </li>
        ))}
      </ul>
    </Part>
  )
}
