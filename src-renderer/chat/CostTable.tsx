/** Who took how much of a turn, with its sum and that of the thread, and the hand-off after which the context grew most. */
import type { ContextGrowth, SpendingView } from '../../src-shared/run/fold/fold-spending'
import type { Expense } from '../../src-shared/run/log/expense'
import { expenseCells, growthWords, spendersOf } from '../../src-shared/run/trace/cost-words'
import { GroupDot, useNameOf, useParticipant } from '../run/participants'
import { useRun } from '../run/store/run-context'
import { useT } from '../ui/language'
import styles from './CostTable.module.css'

export function CostTable({ spending }: { spending: SpendingView }) {
  const t = useT()
  const thread = useRun((state) => state.view.spending)
  const rows = spendersOf(spending)
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
  const { calls, tokens, money, time } = expenseCells(expense, isPriced, useT())
  return (
    <>
      <td>{calls}</td>
      <td>{tokens}</td>
      {isPriced && <td>{money}</td>}
      <td>{time}</td>
    </>
  )
}

function Growth({ growth }: { growth: ContextGrowth | null }) {
  const words = growthWords(growth, useNameOf(), useT())
  return words === null ? null : <p className={styles.growth}>{words}</p>
}
