/** What the rehearsal model reads out of a request: who asks, what the user said, what happened since. */
import type { ModelRequest } from './contract/model'
import type { PromptMessage } from './contract/prompt'

type ToolResult = { tool: string; text: string }

export type RehearsedPrompt = {
  speaker: string
  nth: number
  offered: ReadonlySet<string>
  /** What the user said last; null where nobody has spoken yet. */
  user: string | null
  /** The last thing that was said or that a tool gave; empty where there is none. */
  last: string
  /** The tools called since the user spoke. */
  called: ReadonlySet<string>
  /** The results since the user spoke, hand-offs left out. */
  results: readonly ToolResult[]
  /** Whether the baton was passed, or asked for, since the user spoke. */
  hasMoved: boolean
}

/** It reads what is meant, not what is sent: in a request the words of other participants are a user's too. */
export function readPrompt(request: ModelRequest): RehearsedPrompt {
  const { prompt, purpose } = request
  const { history } = prompt
  const tools = request.toolsClosed === true ? [] : request.tools
  const at = history.findLastIndex((one) => one.kind === 'said' && one.by === 'user')
  const calls = history.slice(at + 1).flatMap((one) => (one.kind === 'calls' ? one.calls : []))
  const moves = new Set(request.tools.filter((tool) => tool.moves === true).map((tool) => tool.name))
  const isMove = (name: string) => moves.has(name) || /^transfer_.+_to_/i.test(name)
  const results = calls.map(({ name, result }) => ({ tool: name, text: result }))
  return {
    speaker: request.speaker,
    nth: request.nth,
    offered: new Set(tools.map((tool) => tool.name)),
    user: ('message' in purpose ? purpose.message : undefined) ?? history[at]?.text ?? null,
    last: lastWords(history),
    called: new Set(calls.map(({ name }) => name)),
    results: results.filter((result) => !isMove(result.tool)),
    hasMoved: results.some((result) => isMove(result.tool)),
  }
}

function lastWords(history: readonly PromptMessage[]): string {
  const last = history.findLast(({ kind }) => kind !== 'note')
  return (last?.kind === 'calls' ? last.calls.at(-1)?.result : last?.text) ?? ''
}
