/** The trace of a thread as lines for a terminal, in the words of the trace of the app. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { turnsOf, type ThreadView, type TurnView } from '../../src-shared/run/fold/fold-view'
import { traceWords, usageWords, type NameOf } from '../../src-shared/run/trace/trace-words'

/** A head for each turn, then a line for each of its steps: who, what, and what came of it. */
export function stepLines(view: ThreadView): string[] {
  return turnsOf(view).flatMap((turn) => [`Turn ${turn.turn}`, ...turnLines(turn, nameIn(turn, view))])
}

function turnLines(turn: TurnView, nameOf: NameOf): string[] {
  return turn.trace.map((row) => {
    const { what, text } = traceWords(row, nameOf, ENGLISH)
    const who = row.node === null ? '' : `${nameOf(row.node)}: `
    const tokens = usageWords(row)
    return `  ${who}${what}${text === '' ? '' : ` · ${text}`}${tokens === '' ? '' : ` (${tokens} tokens)`}`
  })
}

/** As the turn called its nodes, else as any turn did. */
function nameIn({ drawn }: TurnView, { known }: ThreadView): NameOf {
  return (id) => {
    const node = Object.hasOwn(drawn, id) ? drawn[id] : Object.hasOwn(known, id) ? known[id] : undefined
    return node === undefined || node.name.trim() === '' ? id : node.name
  }
}
