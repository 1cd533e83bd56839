/** The end of a plan: the exact prompt of the solver and its answer. */
import type { PlanView } from '../../../src-shared/run/fold/fold-view'
import { LongText } from './LongText'
import { Part } from './Part'
import detailsStyles from '../details.module.css'

export function SolverDetails({ plan: { solved }, before }: { plan: PlanView; before: PlanView | null }) {
  if (solved === null)
    return (
      <p className={detailsStyles.none}>Once every step is through, the answer is written here from what they found.</p>
    )
  const { answer, prompt, withoutPlan, asksAgain } = solved
  return (
    <>
      {withoutPlan && (
        <p className={detailsStyles.flag}>Answered without a plan: none could be made, so nothing was looked up.</p>
      )}
      {asksAgain && <p className={detailsStyles.flag}>What was found was not enough. Another plan was made.</p>}
      <Part title={asksAgain ? 'What was missing' : 'Answer'}>
        {answer === '' ? <p className={detailsStyles.none}>Nothing</p> : <LongText text={answer} />}
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
