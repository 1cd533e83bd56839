/** Whether code of a flow can be read, without running it: by the parser that takes its types off before it runs. */
import nodeModule from 'node:module'
import type { CodeFault } from '../../../src-shared/kinds/code-texts'

/** The first mistake; null: it can be read. */
export function codeFault(code: string): CodeFault | null {
  try {
    // As a property: a Node without it still starts, and finds no mistakes.
    if ('stripTypeScriptTypes' in nodeModule) nodeModule.stripTypeScriptTypes(code)
    return null
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    // Node tells the place only as it prints it: `:3` above the line.
    const line = Number(/^.*?:(\d+)\n/.exec(cause.stack ?? '')?.[1] ?? 1)
    return { line, message: wordsOf(cause.message) }
  }
}

function wordsOf(message: string): string {
  const [first = ''] = message.split('\n')
  return first
    .replace(/token `<eof>`/, 'end of the code')
    .trim()
    .replace(/\.$/, '')
}
