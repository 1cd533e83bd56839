/** What a model was told by a request: the wire form read back, so that tests can say what is meant and in which order. */
import { builtInText } from '../../src-shared/agents/prompts'
import { LANGUAGES } from '../../src-shared/flow/records'
import type { WireBody, WireMessage } from './strict-chat'

type Messages = { readonly messages: readonly WireMessage[] }

/** `note`: words of the flow within a user's turn. */
export type HeardMessage = { role: 'system' | 'user' | 'assistant' | 'tool' | 'note'; content: string }

/** Each thing that a model was told, in order: a user's turn is parted into what was said and what the flow wants. */
export function heard(request: Messages | undefined): HeardMessage[] {
  return (request?.messages ?? []).flatMap(partsOf)
}

/** The same as pairs, for comparisons. */
export function heardAs(request: Messages | undefined): [HeardMessage['role'], string][] {
  return heard(request).map(({ role, content }) => [role, content])
}

const INSTRUCTION = /<system-instruction>\n([^]*?)\n<\/system-instruction>/

function partsOf({ role, content }: WireMessage): HeardMessage[] {
  const text = content ?? ''
  if (role !== 'user') return [{ role: role === 'assistant' || role === 'tool' ? role : 'system', content: text }]
  return text
    .split(INSTRUCTION)
    .map((part, at): HeardMessage => ({ role: at % 2 === 1 ? 'note' : 'user', content: part.trim() }))
    .filter((part) => part.role === 'note' || part.content !== '')
}

const GONE = new Set(LANGUAGES.map((language) => builtInText(language, 'toolGone')))

/** The names of the tools that may be called: not those that are declared only because the history has their calls. */
export function callable({ tools = [], tool_choice: choice }: WireBody): string[] {
  if (choice === 'none') return []
  return tools.flatMap(({ function: tool }) => (GONE.has(tool.description ?? '') ? [] : [tool.name]))
}

/** Who a model speaks for, in flows whose prompts begin with "You are NAME". */
export function speakerIn({ system }: { readonly system: string }, otherwise = '?'): string {
  return /You are (\w+)/.exec(system)?.[1] ?? otherwise
}
