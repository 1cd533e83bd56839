/** One turn of the conversation. It draws again only when the turn itself changed. */
import { memo, useMemo } from 'react'
import type { ChatItem, HandoffItem, ThinkingText, TurnView } from '../../src-shared/run/fold/fold-view'
import { isInner } from '../../src-shared/run/log/log'
import { ErrorCard, NoteLine, UnfinishedCard } from './Cards'
import { CostLine } from './CostLine'
import { ActivityLine, HandoffLine, SystemLine, VerdictLine } from './Lines'
import { PlanLine } from '../plan/PlanLine'
import { isAskedAbout } from '../plan/approval/asked-about'
import { withPlans } from './plan-rows'
import { AsItRan } from '../run/participants'
import { Message, StreamedMessage } from './MessageView'
import { NestedLine } from './NestedLine'
import { chatRows, type ChatRow } from './rows'
import { QuestionCard } from './QuestionCard'
import { ToolLine } from './ToolLine'
import { TurnContext } from './turn-context'
import styles from './TurnBlock.module.css'

export type TurnBlockProps = { turn: TurnView; isLatest: boolean; isBusy: boolean; showVerdicts: boolean }

export const TurnBlock = memo(function TurnBlock({ turn, isLatest, isBusy, showVerdicts }: TurnBlockProps) {
  const { items, streams, activity, plans, questions, thinking } = turn
  const said = useMemo(() => chatRows(items, streams, showVerdicts), [items, streams, showVerdicts])
  const rows = useMemo(() => withPlans(said, told(plans, questions)), [said, plans, questions])
  const facts = useMemo(() => ({ turn: turn.turn }), [turn.turn])
  const isWaiting = turn.state === 'running' && streams.length === 0 && activity !== null && activity.purpose !== 'tool'
  return (
    <AsItRan drawn={turn.drawn}>
      <TurnContext value={facts}>
        <div className={styles.turn} data-turn={turn.turn} data-state={turn.state}>
          {rows.map((row) =>
            row.kind === 'plan' ? (
              <PlanLine key={row.key} plan={row.plan} turn={turn} />
            ) : (
              <Row
                key={row.key}
                row={row}
                canRetry={isLatest && !isBusy && turn.state === 'failed'}
                isLive={turn.state === 'running'}
                thinking={thinking}
              />
            ),
          )}
          {isWaiting && !isBehind(said, activity.path) && (
            <ActivityLine
              activity={activity}
              thoughts={thinking.find(({ node }) => node === activity.node)?.text ?? ''}
            />
          )}
          {isLatest &&
            ASKING.has(turn.state) &&
            questions.map((asked) => <QuestionCard key={asked.id} turn={turn} asked={asked} isBusy={isBusy} />)}
          {turn.state !== 'running' && <CostLine turn={turn} />}
          {isLatest && turn.state === 'unfinished' && !isBusy && <UnfinishedCard />}
        </div>
      </TurnContext>
    </AsItRan>
  )
})

/** While a turn goes on with one answer, what else it asks can be answered. */
const ASKING: ReadonlySet<TurnView['state']> = new Set(['waiting', 'running'])

/** The plans without those that a person is asked about, which their cards show. */
function told(plans: TurnView['plans'], questions: TurnView['questions']): TurnView['plans'] {
  return plans.filter((plan) => !questions.some((asked) => isAskedAbout(plan, asked)))
}

/** Whether what goes on is told by the line of a nested chat. */
function isBehind(rows: readonly ChatRow[], path: string): boolean {
  return isInner(path) && rows.some((row) => row.kind === 'nested' && row.isRunning)
}

type RowProps = { row: ChatRow; canRetry: boolean; isLive: boolean; thinking: readonly ThinkingText[] }

function Row({ row, canRetry, isLive, thinking }: RowProps) {
  if (row.kind === 'nested')
    return (
      <TurnContext value={null}>
        <NestedLine row={row} isLive={isLive}>
          {(inner) => <Row key={inner.key} row={inner} canRetry={false} isLive={isLive} thinking={thinking} />}
        </NestedLine>
      </TurnContext>
    )
  if (row.kind === 'handoffs') return <HandoffLine moves={row.moves} />
  if (row.kind === 'stream') {
    const thoughts = thinking.find(({ span }) => span === row.stream.span)?.text
    return <StreamedMessage stream={row.stream} isContinued={row.isContinued} thoughts={thoughts} />
  }
  return <Item item={row.item} isContinued={row.isContinued} canRetry={canRetry} />
}

type ItemProps = { item: Exclude<ChatItem, HandoffItem>; isContinued: boolean; canRetry: boolean }

function Item({ item, isContinued, canRetry }: ItemProps) {
  switch (item.kind) {
    case 'message':
      return <Message item={item} isContinued={isContinued} />
    case 'tool':
      return <ToolLine item={item} />
    case 'verdict':
      return <VerdictLine item={item} />
    case 'system':
      return <SystemLine text={item.text} />
    case 'error':
      return <ErrorCard item={item} canRetry={canRetry} />
    case 'note':
      return <NoteLine item={item} />
  }
}
