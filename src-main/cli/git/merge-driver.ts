/** `baton textconv` and `baton merge-driver`: what git runs for files of flows. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { checkFlow, problemText } from '../../../src-shared/flow/checks/check'
import { conflictWords } from '../../../src-shared/flow/difference/conflict-words'
import { flowText } from '../../../src-shared/flow/difference/flow-text'
import { lineChanges } from '../../../src-shared/flow/difference/line-changes'
import { mergeFlows, type MergeSides } from '../../../src-shared/flow/difference/merge'
import { openFlow } from '../../../src-shared/flow/editing/open'
import { emptyFlow, type Flow } from '../../../src-shared/flow/records'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { UsageError, type CommandStreams } from '../options'

/** What a conflict leaves in the file: what ours says, so that the file still opens, or git's marks, so that it does not. */
export const ON_CONFLICT = ['ours', 'markers'] as const
export type OnConflict = (typeof ON_CONFLICT)[number]

export function onConflictOf(text: string): OnConflict {
  const known = ON_CONFLICT.find((one) => one === text)
  if (known === undefined) throw new UsageError(`--on-conflict is ${ON_CONFLICT.join(' or ')}, not "${text}".`)
  return known
}

/** Prints a flow for git to compare; a file that is no flow goes through as it is, since git asks for every commit's. */
export function textconvCommand(file: string, around: CommandStreams): number {
  const text = readFileSync(file, 'utf8')
  const opened = openFlow(text)
  around.out(opened.ok ? flowText(opened.flow) : text)
  return 0
}

type MergeFiles = { base: string; ours: string; theirs: string; path: string }

/**
 * `given`: what both sides were made of, ours (which gets the result), theirs, and the path in the repository. Exit code 0: merged; 1: there
 * are conflicts, each said on standard error. A file that is no flow is merged by git, line by line.
 */
export function mergeDriverCommand(given: readonly string[], onConflict: OnConflict, { note }: CommandStreams): number {
  const [baseFile, oursFile, theirsFile, path = oursFile] = given
  if (baseFile === undefined || oursFile === undefined || theirsFile === undefined || path === undefined)
    throw new UsageError('Name three files: what both sides were made of, ours and theirs.')
  const files = { base: baseFile, ours: oursFile, theirs: theirsFile, path }
  const [ours, theirs] = [readFlow(files.ours), readFlow(files.theirs)]
  // Git hands an empty file where both sides added one.
  const isNew = readFileSync(files.base, 'utf8').trim() === ''
  const base = isNew && ours !== null ? emptyFlow('', ours.id) : readFlow(files.base)
  if (base === null || ours === null || theirs === null) {
    note(`${files.path}: one of the sides is no flow that this Baton can open, so git merges its lines.`)
    return mergeLines(files)
  }
  const sides = { base, ours, theirs }
  const { flow, conflicts } = mergeFlows(sides)
  const text = saveFlow(flow)
  const isMarked = conflicts.length > 0 && onConflict === 'markers'
  writeFileSync(files.ours, isMarked ? withMarkers(text, saveFlow(mergeFlows(swapped(sides)).flow)) : text)
  for (const conflict of conflicts) note(`${files.path}: ${conflictWords(conflict, sides)}`)
  for (const line of newProblems(flow, sides)) note(`${files.path}: after the merge: ${line}`)
  return conflicts.length === 0 ? 0 : 1
}

function readFlow(file: string): Flow | null {
  const opened = openFlow(readFileSync(file, 'utf8'))
  return opened.ok ? opened.flow : null
}

function swapped({ base, ours, theirs }: MergeSides): MergeSides {
  return { base, ours: theirs, theirs: ours }
}

/** As git leaves a text: every conflict with both of its sides. */
function withMarkers(ours: string, theirs: string): string {
  const out: string[] = []
  let sides: { before: string[]; after: string[] } = { before: [], after: [] }
  const close = (): void => {
    if (sides.before.length + sides.after.length > 0)
      out.push('<<<<<<< ours', ...sides.before, '=======', ...sides.after, '>>>>>>> theirs')
    sides = { before: [], after: [] }
  }
  for (const { of, text } of lineChanges(ours, theirs)) {
    if (of !== 'both') {
      sides[of].push(text)
      continue
    }
    close()
    out.push(text)
  }
  close()
  return `${out.join('\n')}\n`
}

/** What neither side had wrong. */
function newProblems(merged: Flow, { ours, theirs }: MergeSides): string[] {
  const known = new Set([ours, theirs].flatMap((flow) => checkFlow(flow).map((problem) => problemText(flow, problem))))
  return checkFlow(merged)
    .map((problem) => problemText(merged, problem))
    .filter((line) => !known.has(line))
}

/** As git does without a driver. */
function mergeLines({ base, ours, theirs }: MergeFiles): number {
  const { status } = spawnSync('git', ['merge-file', '-L', 'ours', '-L', 'base', '-L', 'theirs', ours, base, theirs])
  return status === 0 ? 0 : 1
}
