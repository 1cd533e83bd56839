/** What a step of the library's schema is. */

/** One step: SQL that turns a library of the version before into `number`. Steps are files `NNN-words.ts` beside this one. */
export type SchemaStep = { readonly number: number; readonly sql: string }

/** The steps if they are numbered 1, 2, 3 and so on; a gap or a double is a defect and throws. */
export function inOrder(steps: readonly SchemaStep[]): readonly SchemaStep[] {
  for (const [index, step] of steps.entries()) {
    if (step.number !== index + 1) throw new Error(`Schema step ${step.number} stands where ${index + 1} belongs.`)
  }
  return steps
}
