/** The end of a plan: the exact prompt of the solver and its answer. */
import type { PlanView } from '../../../src-shared/run/fold/fold-view'
import { LongText } from './LongText'
import { Part } from './Part'
import { useT } from '../../ui/language'
import detailsStyles from '../details.module.css'

export function SolverDetails({ plan: { solved }, before }: { plan: PlanView; before: PlanView | null }) {
  const t = useT()
  if (solved === null)
    return (
      <p className={detailsStyles.none}>
        {t('Once every step is through, the answer is written here from what they found.')}
      </p>
    )
  const { answer, prompt, withoutPlan, asksAgain } = solved
  return (
    <>
      {withoutPlan && (
        <p className={detailsStyles.flag}>
          {t('Answered without a plan: none could be made, so nothing was looked up.')}
        </p>
      )}
      {asksAgain && <p className={detailsStyles.flag}>{t('What was found was not enough. Another plan was made.')}</p>}
      <Part title={asksAgain ? t('What was missing') : t('Answer')}>
        {answer === '' ? <p className={detailsStyles.none}>{t('Nothing')}</p> : <LongText text={answer} />}
      </Part>
      {before !== null && before.solved !== null && (
        <Part title={t('Answer before')}>
          <LongText text={before.solved.answer} />
        </Part>
      )}
      <Part
        title={t('Prompt')}
        note={t('{count, plural, one {# character, word for word} other {# characters, word for word}}', {
          count: prompt.length,
        })}
      >
        <LongText text={prompt} />
      </Part>
    </>
  )
}
