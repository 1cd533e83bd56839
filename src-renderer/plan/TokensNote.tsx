/** The tokens of a plan against those of an agent that calls one tool at a time, with how that was reckoned. */
import { Popover, UnstyledButton } from '@mantine/core'
import { useMemo } from 'react'
import { reactFormula } from '../../src-shared/agents/plan/react-estimate'
import { tokensOf, type PlanTokens } from './plan-tokens'
import type { ThreadPlan } from './shown-steps'
import styles from './TokensNote.module.css'

export function TokensNote({ shown: { plan, turn } }: { shown: ThreadPlan }) {
  const tokens = useMemo(() => tokensOf(plan, turn), [plan, turn])
  if (tokens === null) return null
  const { react, steps } = tokens
  return (
    <Popover position="top-end" width={340} shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton className={styles.tokens} aria-label="Tokens against an agent">
          {totalWords(tokens)}
          {react !== null && <span> · ReAct about {count(react.total + steps)}</span>}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Reckoning tokens={tokens} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Reckoning({ tokens }: { tokens: PlanTokens }) {
  const { planner, steps, solver, isEstimated, base, react } = tokens
  return (
    <div className={styles.reckoning}>
      <h4>This plan took {totalWords(tokens)}</h4>
      <ul>
        <li>Planner, all attempts: {count(planner)}</li>
        {steps > 0 && <li>Steps that asked a model themselves: {count(steps)}</li>}
        <li>Answer: {count(solver)}</li>
      </ul>
      {react === null ? (
        <p>Once it is answered, the same for an agent that calls one tool at a time (ReAct) is estimated here.</p>
      ) : (
        <>
          <h4>A ReAct agent: about {count(react.total + steps)} tokens</h4>
          <ul>
            {reactFormula(react, base).map((line) => (
              <li key={line}>{line}</li>
            ))}
            {steps > 0 && <li>Steps that asked a model themselves, the same: {count(steps)}</li>}
          </ul>
          <p>
            An estimate: the first prompt is taken to be as long as the planner’s
            {!isEstimated && ', which the model server counted'}; calls (as the planner wrote them) and results are
            counted by their length. The agent calls the same tools, one at a time.
          </p>
        </>
      )}
    </div>
  )
}

function totalWords({ total, isEstimated }: PlanTokens): string {
  return `${isEstimated ? 'about ' : ''}${count(total)} tokens`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
