/** Some rows of a turn. They are drawn again only when they changed. */
import { memo, useMemo } from 'react'
import type { ChatItem, HandoffItem, MessageItem, ThinkingText } from '../../src-shared/run/fold/fold-view'
import { isInner } from '../../src-shared/run/log/log'
import { ErrorCard, NoteLine, UnfinishedCard } from './Cards'
import { CostLine } from './CostLine'
import { ActivityLine, HandoffLine, SystemLine, VerdictLine } from './Lines'
import { PlanLine } from '../plan/PlanLine'
import { AsItRan } from '../run/participants'
import { Message } from './MessageView'
import { NestedLine } from './NestedLine'
import { looksAlike, type TurnPiece, type TurnRow } from './pieces'
import type { ChatRow } from './rows'
import { QuestionCard } from './QuestionCard'
import { ToolLine } from './ToolLine'
import { TurnContext } from './turn-context'
import styles from './TurnPiece.module.css'

export type TurnPieceProps = { piece: TurnPiece; isLatest: boolean; isBusy: boolean }

export const TurnPieceView = memo(function TurnPieceView({ piece, isLatest, isBusy }: TurnPieceProps) {
  const { turn, rows, isLast } = piece
  const facts = useMemo(() => ({ turn: turn.turn }), [turn.turn])
  return (
    <AsItRan drawn={turn.drawn}>
      <TurnContext value={facts}>
        <div className={styles.turn} data-turn={turn.turn} data-state={turn.state}>
          {rows.map((row) => (
            <RowOfTurn key={row.key} row={row} piece={piece} isLatest={isLatest} isBusy={isBusy} />
          ))}
          {isLast && <Now piece={piece} />}
          {isLast && turn.state !== 'running' && <CostLine turn={turn} />}
          {isLast && isLatest && turn.state === 'unfinished' && !isBusy && <UnfinishedCard />}
        </div>
      </TurnContext>
    </AsItRan>
  )
}, drawsTheSame)

function drawsTheSame(before: TurnPieceProps, after: TurnPieceProps): boolean {
  return before.isLatest === after.isLatest && before.isBusy === after.isBusy && looksAlike(before.piece, after.piece)
}

/** Who is at work while nothing streams, and no line of a nested chat tells it. */
function Now({ piece: { turn, isTold } }: { piece: TurnPiece }) {
  const { activity, streams, thinking } = turn
  if (turn.state !== 'running' || streams.length > 0 || activity === null || activity.purpose === 'tool') return null
  if (isTold && isInner(activity.path)) return null
  return <ActivityLine activity={activity} thoughts={thinking.find(({ node }) => node === activity.node)?.text ?? ''} />
}

function RowOfTurn({ row, piece: { turn }, isLatest, isBusy }: { row: TurnRow } & TurnPieceProps) {
  if (row.kind === 'plan') return <PlanLine plan={row.plan} turn={turn} />
  if (row.kind === 'question') return <QuestionCard turn={turn} asked={row.asked} isBusy={isBusy} />
  return (
    <Row
      row={row}
      canRetry={isLatest && !isBusy && turn.state === 'failed'}
      isLive={turn.state === 'running'}
      thinking={turn.thinking}
    />
  )
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
    return <Message said={row.stream} isContinued={row.isContinued} thoughts={thoughts} />
  }
  if (row.item.kind === 'message') return <Message said={row.item} isContinued={row.isContinued} />
  return <Item item={row.item} canRetry={canRetry} />
}

type ItemProps = { item: Exclude<ChatItem, HandoffItem | MessageItem>; canRetry: boolean }

function Item({ item, canRetry }: ItemProps) {
  switch (item.kind) {
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
