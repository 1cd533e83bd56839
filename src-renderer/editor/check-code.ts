/** Has the code of the open flow read by the core, a moment after it was written; each piece once. */
import { codeTexts, type CodeFault } from '../../src-shared/kinds/code-texts'
import type { Editor } from './editor-context'

/** Answers for each piece of code, in their order. */
export type ReadCode = (codes: string[]) => Promise<readonly (CodeFault | null)[]>

const AFTER_MS = 500
/** As many as one question may have. */
const MOST = 100

/** Reads code until it is stopped. */
export function checkCodeOf({ flows, problems }: Pick<Editor, 'flows' | 'problems'>, read: ReadCode): () => void {
  let known: ReadonlyMap<string, CodeFault | null> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  const ask = async (): Promise<void> => {
    const texts = new Set(codeTexts(flows.getState().flow).map(({ code }) => code))
    const asked = [...texts].filter((code) => !known.has(code)).slice(0, MOST)
    if (asked.length === 0) return
    const faults = await read(asked)
    if (isStopped) return
    const kept = [...known].filter(([code]) => texts.has(code))
    known = new Map([...kept, ...asked.map((code, index) => [code, faults[index] ?? null] as const)])
    problems.setCodeFaults(known)
  }
  const later = (): void => {
    clearTimeout(timer)
    // What cannot be asked now is asked after the next edit.
    timer = setTimeout(() => void ask().catch(() => undefined), AFTER_MS)
  }
  later()
  const unsubscribe = flows.subscribe((state, before) => {
    if (
      state.flow.nodes !== before.flow.nodes ||
      state.flow.edges !== before.flow.edges ||
      state.flow.settings !== before.flow.settings
    )
      later()
  })
  return () => {
    isStopped = true
    clearTimeout(timer)
    unsubscribe()
  }
}
