/** What lies under a row of the trace: the exact prompt and answer of a decision, the cost of a call, a tool's data. */
import type { ReactNode } from 'react'
import type { ModelCall, TraceRow } from '../../../src-shared/run/fold/fold-view'
import { isChosen, type Decision } from '../../../src-shared/run/log/decisions'
import type { LogCall } from '../../../src-shared/run/log/log'
import { saidReason } from '../../../src-shared/run/log/reasons'
import { useFlow } from '../../editor/editor-context'
import { useRun } from '../store/run-context'
import { edgeLabel } from '../../kinds/edge-looks'
import { KeptResults } from '../../results/KeptResults'
import type { RowPart } from '../../../src-shared/run/trace/trace-words'
import { WhatItWasShown } from '../../requests/WhatItWasShown'
import { LimitLink } from '../LimitLink'
import { useNameOf } from '../participants'
import { StructuredOutput } from '../StructuredOutput'
import { fallbackWords, purposeWords } from '../../../src-shared/run/words/calls'
import { candidateWords, choiceWords, ruleWords } from '../../../src-shared/run/words/decisions'
import { overBudgetPlace } from '../../../src-shared/run/words/limit-place'
import { moverWords } from '../../../src-shared/run/words/moves'
import { warningWords } from '../../../src-shared/run/words/warnings'
import { dollarWords, durationWords } from '../../../src-shared/run/words/figures'
import { clockWords, prettyJson } from '../store/words'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './TraceDetails.module.css'

export function TraceDetails({ row, part }: { row: TraceRow; part: RowPart | null }) {
  const t = useT()
  return (
    <div className={styles.traceDetails} data-details>
      <StepDetails row={row} part={part} />
      <dl className={styles.facts}>
        <Fact name={t('At')}>{clockWords(row.at, t)}</Fact>
        <Fact name={t('Turn')}>{row.turn}</Fact>
        {row.path !== null && row.path !== 'main' && <Fact name={t('Conversation')}>{row.path}</Fact>}
        {row.usage !== null && (
          <Fact name={t('Tokens')}>
            {row.usage.estimated === true
              ? t(
                  '{input, number} in, {output, number} out (estimated: the model server did not say)',
                  tokensOf(row.usage),
                )
              : t('{input, number} in, {output, number} out', tokensOf(row.usage))}
          </Fact>
        )}
      </dl>
    </div>
  )
}

function StepDetails({ row, part }: { row: TraceRow; part: RowPart | null }) {
  const t = useT()
  const { step } = row
  switch (step.what) {
    case 'user':
    case 'system':
      return <Block title={t('Text')} text={step.text} />
    case 'model':
      return (
        <>
          <CallFacts call={step.call} />
          <Shown row={row} call={step.call} />
          <CallThoughts row={row} call={step.call} />
          {step.output === undefined && step.text !== '' && <Block title={SAID[part ?? 'wrote']} text={step.text} />}
          {step.output !== undefined && (
            <div className={styles.block}>
              <div className={styles.blockTitle}>{t('Structured output')}</div>
              <StructuredOutput value={step.output} />
            </div>
          )}
          {step.calls.map((call) => (
            <Called key={call.id} call={call} />
          ))}
        </>
      )
    case 'decision': {
      const { candidates, prompt, answer, tries, output } = step.decision
      const choice = choiceWords(step.decision.choice, t)
      return (
        <>
          {step.call !== null && <CallFacts call={step.call} />}
          {step.call !== null && <Shown row={row} call={step.call} />}
          {step.call !== null && <CallThoughts row={row} call={step.call} />}
          <dl className={styles.facts}>
            {choice !== '' && <Fact name={t('Choice')}>{choice}</Fact>}
            <Fact name={t('Rule')}>{ruleWords(step.decision.rule, t)}</Fact>
            {tries > 0 && <Fact name={t('Tries')}>{tries}</Fact>}
          </dl>
          {candidates.length > 0 && <Candidates decision={step.decision} />}
          {prompt !== null && <Block title={t('Prompt, word for word')} text={prompt} />}
          {answer !== null && <Block title={t('Answer, word for word')} text={answer} />}
          {output !== undefined && <Block title={t('Console')} text={output} />}
        </>
      )
    }
    case 'tool':
      return (
        <>
          {step.atOnce === true && (
            <dl className={styles.facts}>
              <Fact name={t('Ran')}>{t('at once with other calls of the reply')}</Fact>
            </dl>
          )}
          {step.takenFrom !== undefined && (
            <dl className={styles.facts}>
              <Fact name={t('Not called')}>
                {step.takenFrom === 'record' ? t('its recorded result was taken') : t('it was answered by hand')}
              </Fact>
            </dl>
          )}
          <Block title={t('Arguments')} text={prettyJson(step.arguments)} />
          <Block title={step.isError ? t('Error') : t('Result')} text={prettyJson(step.result ?? t('Not there'))} />
          <KeptResults kept={step.kept} tool={step.tool} />
          {step.output !== undefined && <Block title={t('Console')} text={step.output} />}
        </>
      )
    case 'handoff':
      return <MoveDetails step={step} />
    case 'session':
      return <Block title={t('Slots')} text={JSON.stringify(step.slots, null, 2)} />
    case 'variables':
      return <Block title={t('Changes')} text={JSON.stringify(step.changes, null, 2)} />
    case 'warning':
      return (
        <>
          <Block title={t('Warning')} text={warningWords(step.warning, t)} />
          {step.warning.code === 'over-budget' && (
            <LimitLink place={overBudgetPlace(step.warning.facts)} words="Show the budget" />
          )}
        </>
      )
    case 'run':
      return step.message === null ? null : (
        <>
          <Block title={t('Message')} text={t.message(step.message)} />
          <LimitLink place={step.place ?? null} words="Show the limit" />
        </>
      )
  }
}

/** What a text is to its nested chat. */
const SAID = {
  told: 'What it is told, with what is carried over',
  result: 'What came of it',
  wrote: 'Reply',
} as const satisfies { [P in RowPart]: string }

function Candidates({ decision: { candidates, choice } }: { decision: Decision }) {
  const t = useT()
  return (
    <div className={styles.block}>
      <div className={styles.blockTitle}>{t('Candidates')}</div>
      <ul className={styles.candidates}>
        {candidates.map((candidate, index) => {
          const { name, unavailable } = candidate
          const words = candidateWords(candidate, t)
          return (
            <li
              key={`${index} ${name}`}
              data-chosen={isChosen(candidate, choice) || undefined}
              data-off={unavailable !== undefined || undefined}
            >
              <b>{name}</b>
              {words !== '' && <span> {words}</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function MoveDetails({ step }: { step: Extract<TraceRow['step'], { what: 'handoff' }> }) {
  const t = useT()
  const edge = useFlow((flow) => (step.edge === null ? undefined : flow.edges[step.edge]))
  const moved = moverWords(step.by, t)
  return (
    <>
      <dl className={styles.facts}>
        {moved !== '' && <Fact name={t('Moved')}>{moved}</Fact>}
        <Fact name={t('Over')}>
          {step.edge === null
            ? t('no edge')
            : edge === undefined
              ? t('an edge that is no longer drawn')
              : t.known(edgeLabel(edge))}
        </Fact>
      </dl>
      {step.reason.trim() !== '' && <Block title={t('Reason')} text={step.reason} />}
      {step.message !== undefined && <Block title={t('Message to the next one')} text={t.message(step.message)} />}
    </>
  )
}

/** The way to what the model was shown; nothing where none was asked. */
function Shown({ row: { span, node }, call }: { row: TraceRow; call: ModelCall }) {
  const nameOf = useNameOf()
  if (span === null || call.model === '') return null
  return (
    <div className={styles.block}>
      <WhatItWasShown span={span} who={nameOf(node ?? 'flow')} isCut={call.dropped > 0} />
    </div>
  )
}

/** What the model thought aloud, also while it still does. */
function CallThoughts({ row, call }: { row: TraceRow; call: ModelCall }) {
  const t = useT()
  const now = useRun((run) => run.view.latest?.thinking.find(({ span }) => span === row.span)?.text)
  const thoughts = call.thoughts ?? now ?? ''
  return thoughts.trim() === '' ? null : <Block title={t('Thoughts')} text={thoughts.trim()} />
}

/** A call, and how the model wrote it where it had to be mended. */
function Called({ call: { name, arguments: args, asWritten } }: { call: LogCall }) {
  const t = useT()
  return (
    <>
      <Block title={t('Called {name}', { name })} text={prettyJson(args)} />
      {asWritten !== undefined && (
        <Block title={t('Written as {name}', { name: asWritten.name })} text={asWritten.arguments} />
      )}
    </>
  )
}

function CallFacts({ call }: { call: ModelCall }) {
  const t = useT()
  if (call.model === '') return null
  return (
    <dl className={styles.facts}>
      {call.connection !== undefined && <Fact name={t('Connection')}>{call.connection}</Fact>}
      <Model call={call} />
      <Fact name={t('Asked for')}>{purposeWords(call.purpose, t)}</Fact>
      <Fact name={t('Messages shown')}>
        {call.dropped > 0 ? t('{count}, older ones did not fit', { count: call.messages }) : call.messages}
      </Fact>
      {call.retries.map((retry, index) => (
        <Fact key={index} name={t('Try {attempt}', { attempt: retry.attempt })}>
          {t('{reason} (waited {time})', { reason: saidReason(retry), time: durationWords(retry.waitMs, t) })}
        </Fact>
      ))}
      {(call.fallbacks ?? []).map(({ from, to, why, ...told }) => (
        <Fact key={from} name={t('{to} asked instead', { to })}>
          {fallbackWords(from, why, t)}: {t.message(saidReason(told))}
        </Fact>
      ))}
      {call.answeredBy !== undefined && <Fact name={t('Answered by')}>{call.answeredBy}</Fact>}
      {call.cost !== undefined && (
        <Fact name={t('Cost')}>
          {t('{amount} by list price, without discounts', { amount: dollarWords(call.cost, t) })}
        </Fact>
      )}
    </dl>
  )
}

/** As the server calls it; before it has answered, as the flow does. */
function Model({ call: { connection, model, served } }: { call: ModelCall }) {
  const t = useT()
  const name = served ?? (connection === model ? '' : model)
  return name === '' ? null : <Fact name={t('Model')}>{name}</Fact>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Block({ title, text }: { title: string; text: string }) {
  return (
    <div className={styles.block}>
      <div className={styles.blockTitle}>{title}</div>
      <pre className={textStyles.mono}>{text}</pre>
    </div>
  )
}

function tokensOf({ input, output }: { input: number; output: number }): { input: number; output: number } {
  return { input, output }
}
