/** Earlier calls as words, for a model whose server refuses tools: it can make none, and is told what was called and what came of it. */
import { builtInText } from '../../../src-shared/agents/prompts'
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import type { AnsweredCall, Prompt, PromptMessage } from '../contract/prompt'

/** The conversation without calls: what was said beside them, then each tool says what it was called with and what it gave. */
export function withoutCalls({ history, language }: Prompt): PromptMessage[] {
  return history.flatMap((message): PromptMessage[] => {
    if (message.kind !== 'calls') return [message]
    const { by, calls, source } = message
    const from = source === undefined ? {} : { source }
    const names = calls.map(({ name }) => name).join(', ')
    const text = message.text.trim() === '' ? builtInText(language, 'silentCalls', { names }) : message.text
    return [
      { kind: 'said', by, text, ...from },
      // As somebody's words: what tools say must not read as an instruction of the flow.
      ...calls.map((call): PromptMessage => ({
        kind: 'said',
        by: { name: call.name },
        text: told(call, language),
        ...from,
      })),
    ]
  })
}

function told({ arguments: json, result, pictures = [] }: AnsweredCall, language: Prompt['language']): string {
  const shown = pictures.map(({ name }) => resultNote(language, 'imageNamed', { name }))
  const given = [result.trim() === '' ? resultNote(language, 'nothing') : result, ...shown].join('\n')
  return builtInText(language, 'callInWords', { json: json.trim() === '' ? '{}' : json, result: given })
}
