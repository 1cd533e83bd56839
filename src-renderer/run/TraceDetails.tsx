/** What lies under a row of the trace: the exact prompt and answer of a decision, the cost of a call, a tool's data. */
import type { ReactNode } from 'react'
import type { ModelCall, TraceRow } from '../../src-shared/run/fold-view'
import { clockWords, durationWords, prettyJson } from './words'

export function TraceDetails({ row }: { row: TraceRow }) {
  return (
    <div className="bt-trace-details">
      <StepDetails row={row} />
      <dl className="bt-facts">
        <Fact name="At">{clockWords(row.at)}</Fact>
        <Fact name="Turn">{row.turn}</Fact>
        {row.path !== null && row.path !== 'main' && <Fact name="Conversation">{row.path}</Fact>}
        {row.usage !== null && (
          <Fact name="Tokens">
            {row.usage.input} in, {row.usage.output} out
          </Fact>
        )}
      </dl>
    </div>
  )
}

function StepDetails({ row: { step } }: { row: TraceRow }) {
  switch (step.what) {
    case 'user':
    case 'system':
      return <Block title="Text" text={step.text} />
    case 'model':
      return (
        <>
          <CallFacts call={step.call} />
          {step.text !== '' && <Block title="Reply" text={step.text} />}
          {step.calls.map((call) => (
            <Block key={call.id} title={`Called ${call.name}`} text={prettyJson(call.arguments)} />
          ))}
        </>
      )
    case 'decision': {
      const { candidates, prompt, answer, rule, choice, tries } = step.decision
      return (
        <>
          {step.call !== null && <CallFacts call={step.call} />}
          <dl className="bt-facts">
            <Fact name="Choice">{choice}</Fact>
            <Fact name="Rule">{rule}</Fact>
            <Fact name="Tries">{tries}</Fact>
          </dl>
          {candidates.length > 0 && (
            <div className="bt-block">
              <div className="bt-block-title">Candidates</div>
              <ul className="bt-candidates">
                {candidates.map((candidate, index) => (
                  <li key={`${index} ${candidate.name}`}>
                    <b>{candidate.name}</b>
                    {candidate.note !== undefined && candidate.note !== '' && <span> {candidate.note}</span>}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {prompt !== null && <Block title="Prompt, word for word" text={prompt} />}
          {answer !== null && <Block title="Answer, word for word" text={answer} />}
        </>
      )
    }
    case 'tool':
      return (
        <>
          <Block title="Arguments" text={prettyJson(step.arguments)} />
          <Block title={step.isError ? 'Error' : 'Result'} text={prettyJson(step.result ?? 'Not there')} />
        </>
      )
    case 'handoff':
      return <Block title="Reason" text={step.reason === '' ? `None given (${step.by})` : step.reason} />
    case 'session':
      return <Block title="Slots" text={JSON.stringify(step.slots, null, 2)} />
    case 'variables':
      return <Block title="Changes" text={JSON.stringify(step.changes, null, 2)} />
    case 'warning':
      return <Block title="Warning" text={step.message} />
    case 'run':
      return step.message === null ? null : <Block title="Message" text={step.message} />
  }
}

function CallFacts({ call }: { call: ModelCall }) {
  if (call.model === '') return null
  return (
    <dl className="bt-facts">
      <Fact name="Model">{call.model}</Fact>
      <Fact name="Asked for">{call.purpose}</Fact>
      <Fact name="Messages shown">
        {call.messages}
        {call.dropped > 0 && ', older ones did not fit'}
      </Fact>
      {call.retries.map((retry) => (
        <Fact key={retry.attempt} name={`Try ${retry.attempt}`}>
          {retry.reason} (waited {durationWords(retry.waitMs)})
        </Fact>
      ))}
    </dl>
  )
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
    <div className="bt-block">
      <div className="bt-block-title">{title}</div>
      <pre className="bt-mono">{text}</pre>
    </div>
  )
}
