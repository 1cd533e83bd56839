/** Who took how much of a turn, with its sum and that of the thread, and the hand-off after which the context grew most. */
import type { ContextGrowth, SpendingView } from '../../src-shared/run/fold/fold-spending'
import { grownBy } from '../../src-shared/run/fold/fold-spending'
import { usageOfExpense, type Expense } from '../../src-shared/run/log/expense'
import type { Usage } from '../../src-shared/run/log/usage'
import type { Translate } from '../../src-shared/languages/translate'
import { GroupDot, useNameOf, useParticipant } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { durationWords, tokenWords } from '../../src-shared/run/words/figures'
import { moneyWords } from '../run/store/words'
import { useT } from '../ui/language'
import styles from './CostTable.module.css'

export function CostTable({ spending }: { spending: SpendingView }) {
  const t = useT()
  const thread = useRun((state) => state.view.spending)
  const rows = Object.entries(spending.by).toSorted(([, one], [, other]) => tokensOf(other) - tokensOf(one))
  const isPriced = thread.priced > 0
  return (
    <>
      <table className={styles.costs} aria-label={t('Cost by participant')}>
        <thead>
          <tr>
            <th scope="col">{t('Participant')}</th>
            <th scope="col">{t('Calls')}</th>
            <th scope="col">{t('Tokens')}</th>
            {isPriced && <th scope="col">{t('Cost')}</th>}
            <th scope="col" title={t('Of its model calls and tools')}>
              {t('Time')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([node, expense]) => (
            <tr key={node} data-node={node}>
              <th scope="row">
                <Name node={node} />
              </th>
              <Figures expense={expense} isPriced={isPriced} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('This turn')}</th>
            <Figures expense={spending.total} isPriced={isPriced} />
          </tr>
          <tr>
            <th scope="row">{t('Whole thread')}</th>
            <Figures expense={thread.total} isPriced={isPriced} />
          </tr>
        </tfoot>
      </table>
      <Growth growth={spending.growth} />
    </>
  )
}

function tokensOf({ input, output }: Expense): number {
  return input + output
}

function Name({ node }: { node: string }) {
  const participant = useParticipant(node)
  return (
    <span className={styles.name} title={participant.name}>
      <GroupDot participant={participant} />
      <span>{participant.name}</span>
    </span>
  )
}

function Figures({ expense, isPriced }: { expense: Expense; isPriced: boolean }) {
  const t = useT()
  const { calls, dollars, unpriced, ms } = expense
  const usage = usageOfExpense(expense)
  const isUnknown = calls > 0 && unpriced === calls
  return (
    <>
      <td>{t.number(calls)}</td>
      <td>{calls === 0 ? '–' : countWords(usage, t)}</td>
      {isPriced && <td>{isUnknown ? t('not known') : moneyWords({ dollars, isPart: unpriced > 0 }, usage, t)}</td>}
      <td>{durationWords(ms, t)}</td>
    </>
  )
}

/** The unit stands on top. */
function countWords({ input, output, estimated }: Usage, t: Translate): string {
  const amount = t.number(input + output)
  return estimated === true ? t('about {amount}', { amount }) : amount
}

function Growth({ growth }: { growth: ContextGrowth | null }) {
  const t = useT()
  const nameOf = useNameOf()
  if (growth === null) return null
  const { from, to, after, estimated } = growth
  const tokens = (input: number) => tokenWords({ input, output: 0, ...(estimated ? { estimated } : {}) }, t)
  const values = { from: nameOf(from), to: nameOf(to), more: tokens(grownBy(growth)), all: tokens(after) }
  return (
    <p className={styles.growth}>
      {t('The context grew most at the hand-off from {from} to {to}: by {more}, to {all}.', values)}
    </p>
  )
}
