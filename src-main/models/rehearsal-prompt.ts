/** What the rehearsal model reads out of a request: who asks, what the user said, what happened since. */
import type { ModelMessage, ModelRequest } from './model'

type ToolResult = Extract<ModelMessage, { role: 'tool' }>

export type Prompt = {
  speaker: string
  nth: number
  offered: ReadonlySet<string>
  /** What the user said last; null where nobody has spoken yet. */
  user: string | null
  /** The last message that is not a system message; empty where there is none. */
  last: string
  /** The tools called since the user spoke. */
  called: ReadonlySet<string>
  /** The results since the user spoke, hand-offs left out. */
  results: readonly ToolResult[]
  /** Whether the baton was passed, or asked for, since the user spoke. */
  hasMoved: boolean
}

export function readPrompt(request: ModelRequest): Prompt {
  const { messages, purpose, tools } = request
  const at = messages.findLastIndex((message) => message.role === 'user')
  const since = messages.slice(at + 1)
  const moves = new Set(tools.filter((tool) => tool.moves === true).map((tool) => tool.name))
  const isMove = (name: string) => moves.has(name) || /^transfer_.+_to_/i.test(name)
  const results = since.filter((message) => message.role === 'tool')
  return {
    speaker: request.speaker,
    nth: request.nth,
    offered: new Set(tools.map((tool) => tool.name)),
    user: ('message' in purpose ? purpose.message : undefined) ?? messages[at]?.text ?? null,
    last: messages.findLast((message) => message.role !== 'system')?.text ?? '',
    called: new Set(
      since.flatMap((message) => (message.role === 'assistant' ? (message.calls ?? []) : [])).map((call) => call.name),
    ),
    results: results.filter((result) => !isMove(result.tool)),
    hasMoved: results.some((result) => isMove(result.tool)),
  }
}
