/** The end of a plan: the exact prompt of the solver and its answer. */
import type { PlanView } from '../../src-shared/run/fold-view'
import { LongText } from './LongText'
import { Part } from './Part'

export function SolverDetails({ plan: { solved }, before }: { plan: PlanView; before: PlanView | null }) {
  if (solved === null)
    return <p className="bt-plan-none">Once every step is through, the answer is written here from what they found.</p>
  const { answer, prompt, withoutPlan, asksAgain } = solved
  return (
    <>
      {withoutPlan && (
        <p className="bt-plan-flag">Answered without a plan: none could be made, so nothing was looked up.</p>
      )}
      {asksAgain && <p className="bt-plan-flag">What was found was not enough. Another plan was made.</p>}
      <Part title={asksAgain ? 'What was missing' : 'Answer'}>
        {answer === '' ? <p className="bt-plan-none">Nothing</p> : <LongText text={answer} />}
      </Part>
      {before !== null && before.solved !== null && (
        <Part title="Answer before">
          <LongText text={before.solved.answer} />
        </Part>
      )}
      <Part title="Prompt" note={`${prompt.length.toLocaleString('en')} characters, word for word`}>
        <LongText text={prompt} />
      </Part>
    </>
  )
}
