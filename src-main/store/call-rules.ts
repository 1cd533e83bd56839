/** Calls that run without asking, as a person once said: for one thread, or for its flow. Kept in the library, never in a flow's file. */
import type { CallRule } from '../../src-shared/rpc/call-rules'
import type { RuleScope } from '../../src-shared/run/log/questions'
import { isoOf, type Clock } from '../clock'
import { write, type LibraryDatabase } from './database'

/** `digest`: of the tool as it is drawn, without arguments. */
export type NewCallRule = {
  readonly threadId: string
  readonly scope: RuleScope
  readonly digest: string
  readonly node: string
  readonly tool: string
}

export type CallRules = {
  /** Belongs into the transaction of the decision that it comes with. One that there is already is not made twice. */
  readonly add: (rule: NewCallRule) => void
  /** Whether a call in a thread runs without asking. */
  readonly allows: (threadId: string, digest: string) => boolean
  /** The rules of a flow and of its threads, the newest first. */
  readonly ofFlow: (flowId: string) => CallRule[]
  /** Takes a rule of a flow back; the next call asks again. */
  readonly revoke: (flowId: string, id: number) => void
  /** Forgets a flow that is gone for good. */
  readonly forget: (flowId: string) => void
}

type RuleRow = Omit<CallRule, 'madeAt'> & { readonly madeAt: number }

export function createCallRules(db: LibraryDatabase, clock: Clock): CallRules {
  const add = db.prepare<{
    scope: RuleScope
    digest: string
    node: string
    tool: string
    at: number
    threadId: string
  }>(
    `INSERT INTO call_rules (flow, thread, digest, node, tool, made_at)
     SELECT flow, place, @digest, @node, @tool, @at
     FROM (SELECT flow, CASE @scope WHEN 'thread' THEN number END AS place FROM threads WHERE id = @threadId) AS said
     WHERE NOT EXISTS (
       SELECT 1 FROM call_rules AS known WHERE known.flow = said.flow AND known.digest = @digest AND known.thread IS said.place
     )`,
  )
  const allows = db
    .prepare<[string, string], number>(
      `SELECT 1 FROM call_rules JOIN threads ON threads.flow = call_rules.flow
       WHERE call_rules.digest = +? AND threads.id = +? AND (call_rules.thread IS NULL OR call_rules.thread = threads.number) LIMIT 1`,
    )
    .pluck()
  const ofFlow = db.prepare<[string], RuleRow>(
    `SELECT call_rules.number AS id, call_rules.node AS node, call_rules.tool AS tool, call_rules.made_at AS madeAt,
       threads.title AS threadTitle
     FROM call_rules LEFT JOIN threads ON threads.number = call_rules.thread
     WHERE call_rules.flow = +? ORDER BY call_rules.number DESC`,
  )
  const revoke = db.prepare<[string, number]>('DELETE FROM call_rules WHERE flow = ? AND number = ?')
  const forget = db.prepare<[string]>('DELETE FROM call_rules WHERE flow = ?')
  return {
    add({ threadId, scope, digest, node, tool }) {
      write(db, () => add.run({ scope, digest, node, tool, at: clock.now(), threadId }))
    },
    allows: (threadId, digest) => allows.get(digest, threadId) !== undefined,
    ofFlow: (flowId) => ofFlow.all(flowId).map((row) => ({ ...row, madeAt: isoOf(row.madeAt) })),
    revoke: (flowId, id) => void write(db, () => revoke.run(flowId, id)),
    forget: (flowId) => void write(db, () => forget.run(flowId)),
  }
}
