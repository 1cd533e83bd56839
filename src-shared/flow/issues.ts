/** What a schema finds wrong, as paths and plain words. */
import type { z } from 'zod'
import type { ValueIssue } from './json'

/** The issues of a schema as `nodes.a.data.maxToolRounds` and `expected number, received string`. */
export function issuesOf(error: z.ZodError, prefix: readonly string[]): ValueIssue[] {
  return error.issues.map((issue) => {
    const inner = issue.code === 'invalid_key' || issue.code === 'invalid_element' ? issue.issues[0] : undefined
    const message = (inner ?? issue).message
      .replace(/^Invalid input: /, '')
      .replace(/^Unrecognized key/, 'unknown field')
    return { path: [...prefix, ...issue.path.map(String)].join('.'), message }
  })
}
