/** The trace of a thread as lines for a terminal, in the words of the trace of the app. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { turnsOf, type ThreadView, type TurnView } from '../../src-shared/run/fold/fold-view'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { forkChangesWords } from '../../src-shared/run/words/fork-changes'
import { compareThreads } from '../../src-shared/run/moments/parting'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { comparisonRows, partingWords, type ComparisonRow } from '../../src-shared/run/trace/comparison-words'
import { traceWords, usageWords, type NameOf } from '../../src-shared/run/trace/trace-words'

/** A head for each turn, then a line for each of its steps: who, what, and what came of it. */
export function stepLines(view: ThreadView): string[] {
  return turnsOf(view).flatMap((turn) => [`Turn ${turn.turn}`, ...turnLines(turn, nameIn(turn, view))])
}

/** Where two threads part, then under each heading what the one and the other did from there on. */
export function comparisonLines(
  [one, other]: readonly [ThreadRecord, ThreadRecord],
  threads: readonly [ComparedThread, ComparedThread],
): string[] {
  const titles = [threads[0].title, threads[1].title] as const
  const comparison = compareThreads(one, other)
  const views = [one, other].map((record) => record.viewAt(record.events.length))
  const nameOf: NameOf = (id) => views.flatMap(({ known }) => known[id]?.name ?? [])[0] ?? id
  const rows = comparisonRows(comparison, nameOf, ENGLISH)
  const side = (title: string, { lines, more }: ComparisonRow['one']): string[] =>
    lines.length === 0
      ? []
      : [`  ${title}`, ...lines.map((line) => `    ${line}`), ...(more > 0 ? [`    and ${more} more`] : [])]
  return [
    partingWords(comparison, ENGLISH),
    ...changedLines(threads, nameOf),
    ...rows.flatMap((row) => [row.title, ...side(titles[0], row.one), ...side(titles[1], row.other)]),
  ]
}

type ComparedThread = Pick<ThreadSummary, 'title' | 'changes'>

/** What was changed where each of them left another thread. */
function changedLines(threads: readonly ComparedThread[], nameOf: NameOf): string[] {
  const sides = threads.flatMap(({ title, changes }) => {
    const lines = forkChangesWords(changes, nameOf, ENGLISH)
    return lines.length === 0 ? [] : [`  ${title}`, ...lines.map((line) => `    ${line}`)]
  })
  return sides.length === 0 ? [] : ['Changed at the fork', ...sides]
}

function turnLines(turn: TurnView, nameOf: NameOf): string[] {
  return turn.trace.map((row) => {
    const { what, text } = traceWords(row, nameOf, ENGLISH)
    const who = row.node === null ? '' : `${nameOf(row.node)}: `
    const tokens = usageWords(row, ENGLISH)
    return `  ${who}${what}${text === '' ? '' : ` · ${text}`}${tokens === '' ? '' : ` (${tokens} tokens)`}`
  })
}

/** As the turn called its nodes, else as any turn did. */
/** What nodes were called in a turn. */
export function nameIn({ drawn }: TurnView, { known }: ThreadView): NameOf {
  return (id) => {
    const node = Object.hasOwn(drawn, id) ? drawn[id] : Object.hasOwn(known, id) ? known[id] : undefined
    return node === undefined || node.name.trim() === '' ? id : node.name
  }
}
