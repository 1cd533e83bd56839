/** The tokens of a plan against those of an agent that calls one tool at a time, with how that was reckoned. */
import type { Translate } from '../../src-shared/languages/translate'
import { Popover, UnstyledButton } from '@mantine/core'
import { useMemo, useState } from 'react'
import { reactFormula } from '../../src-shared/agents/plan/react-estimate'
import { tokensOf, type PlanTokens } from './plan-tokens'
import type { ThreadPlan } from './shown-steps'
import { PopoverPanel } from '../ui/layers/PopoverPanel'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './TokensNote.module.css'

export function TokensNote({ shown: { plan, turn } }: { shown: ThreadPlan }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const tokens = useMemo(() => tokensOf(plan, turn), [plan, turn])
  if (tokens === null) return null
  const { react, steps } = tokens
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      width={340}
      trapFocus
      returnFocus
      closeOnEscape={false}
      withinPortal
    >
      <Popover.Target>
        <UnstyledButton className={styles.tokens} onClick={() => setOpen(!isOpen)}>
          {totalWords(tokens, t)}
          {react !== null && <span> · {t('ReAct about {count, number}', { count: react.total + steps })}</span>}
          <span className={textStyles.hidden}>. {t('Tokens against an agent')}</span>
        </UnstyledButton>
      </Popover.Target>
      <PopoverPanel onEscape={() => setOpen(false)}>
        <Reckoning tokens={tokens} />
      </PopoverPanel>
    </Popover>
  )
}

function Reckoning({ tokens }: { tokens: PlanTokens }) {
  const t = useT()
  const { planner, steps, solver, isEstimated, base, react } = tokens
  return (
    <div className={styles.reckoning}>
      <h4>{t('This plan took {tokens}', { tokens: totalWords(tokens, t) })}</h4>
      <ul>
        <li>{t('Planner, all attempts: {count, number}', { count: planner })}</li>
        {steps > 0 && <li>{t('Steps that asked a model themselves: {count, number}', { count: steps })}</li>}
        <li>{t('Answer: {count, number}', { count: solver })}</li>
      </ul>
      {react === null ? (
        <p>
          {t('Once it is answered, the same for an agent that calls one tool at a time (ReAct) is estimated here.')}
        </p>
      ) : (
        <>
          <h4>
            {t('{count, plural, one {A ReAct agent: about # token} other {A ReAct agent: about # tokens}}', {
              count: react.total + steps,
            })}
          </h4>
          <ul>
            {reactFormula(react, base).map((line) => (
              <li key={line.text}>{t.message(line)}</li>
            ))}
            {steps > 0 && (
              <li>{t('Steps that asked a model themselves, the same: {count, number}', { count: steps })}</li>
            )}
          </ul>
          <p>
            {isEstimated
              ? t(
                  'An estimate: the first prompt is taken to be as long as the planner’s; calls (as the planner wrote them) and results are counted by their length. The agent calls the same tools, one at a time.',
                )
              : t(
                  'An estimate: the first prompt is taken to be as long as the planner’s, which the model server counted; calls (as the planner wrote them) and results are counted by their length. The agent calls the same tools, one at a time.',
                )}
          </p>
        </>
      )}
    </div>
  )
}

function totalWords({ total, isEstimated }: PlanTokens, t: Translate): string {
  return isEstimated
    ? t('about {count, plural, one {# token} other {# tokens}}', { count: total })
    : t('{count, plural, one {# token} other {# tokens}}', { count: total })
}
