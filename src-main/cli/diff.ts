/** `baton diff`: what differs between two flows, in words or as JSON. */
import { toAppError } from '../../src-shared/errors'
import {
  differenceOf,
  isNoChange,
  isOnlyLayout,
  type FlowDifference,
} from '../../src-shared/flow/difference/difference'
import { ENGLISH } from '../../src-shared/languages/translate'
import { differenceLines, type DifferenceLine, type FieldLine } from '../../src-shared/flow/difference/difference-words'
import { wholeValue } from '../../src-shared/flow/difference/field-labels'
import { lineChanges } from '../../src-shared/flow/difference/line-changes'
import { withFlows, type NamedFlow } from './named-flow'
import { UsageError, type CommandStreams } from './options'

export type DiffCommand = { version?: string[]; json?: true; moves?: true; data?: string }

/** Exit code 0: no difference; 1: there is one; 2: they could not be compared. What was only moved is no difference without `--moves`. */
export async function diffCommand(
  names: { first: string; second: string | undefined },
  options: DiffCommand,
  around: CommandStreams,
): Promise<number> {
  try {
    const [before, after] = await readPair(names, options, around)
    return tell(before.flow === after.flow ? null : differenceOf(before.flow, after.flow), [before, after], {
      options,
      around,
    })
  } catch (cause) {
    if (cause instanceof UsageError) throw cause
    const error = toAppError(cause)
    around.note(`${error.message} (${error.code})`)
    return 2
  }
}

function readPair(
  { first, second }: { first: string; second: string | undefined },
  options: DiffCommand,
  around: CommandStreams,
): Promise<[NamedFlow, NamedFlow]> {
  const versions = options.version ?? []
  if (second === undefined && versions.length === 0)
    throw new UsageError('Name two flows, or one flow and its version: baton diff FLOW --version NAME.')
  if (versions.length > 2 || (second !== undefined && versions.length > 1))
    throw new UsageError('There are more versions than flows to compare.')
  const [old, now] = versions
  return withFlows(options, around, async (read) => {
    return [await read(first, old), await read(second ?? first, second === undefined ? now : undefined)]
  })
}

type TellingContext = { options: DiffCommand; around: CommandStreams }

function tell(
  difference: FlowDifference | null,
  [before, after]: [NamedFlow, NamedFlow],
  { options, around }: TellingContext,
): number {
  const shown = difference === null || options.moves === true ? difference : withoutLayout(difference)
  const flows = { before: before.flow, after: after.flow }
  const lines = shown === null ? [] : differenceLines(shown, flows, { moves: true, t: ENGLISH })
  if (options.json === true) around.out(`${JSON.stringify({ same: lines.length === 0, lines, ...shown }, null, 2)}\n`)
  else for (const line of lines) around.out(`${lineText(line)}\n`)
  if (difference !== null && lines.length === 0 && !isNoChange(difference) && isOnlyLayout(difference))
    around.note(
      `The same, but for where ${difference.moved.length === 1 ? 'a node stands' : 'nodes stand'}. --moves says where.`,
    )
  return lines.length === 0 ? 0 : 1
}

function withoutLayout(difference: FlowDifference): FlowDifference {
  return { ...difference, moved: [], layout: [] }
}

const MARKS = { added: '+', removed: '-', changed: '~', moved: '>' } as const satisfies {
  readonly [Change in DifferenceLine['change']]: string
}

/** The line, and below it every text that is too long for it, line by line. */
function lineText({ change, text, fields }: DifferenceLine): string {
  const [only, ...others] = fields
  const sentences =
    change === 'changed' && only !== undefined && others.length > 0
      ? fields.map(({ sentence }) => `    ${sentence}`)
      : []
  const title = sentences.length > 0 ? text.split(': ', 1)[0] : text
  const shown = change === 'changed' && (sentences.length > 0 || only !== undefined) ? fields : []
  const rows = shown.flatMap((field, index) => [
    ...(sentences[index] === undefined ? [] : [sentences[index]]),
    ...textLines(field),
  ])
  return [`${MARKS[change]} ${title ?? text}`, ...rows].join('\n')
}

/** Only of values that the sentence does not say. */
function textLines({ sentence, before, after }: FieldLine): string[] {
  if (/ changed from .* to /s.test(sentence)) return []
  return lineChanges(wholeValue(before ?? undefined), wholeValue(after ?? undefined))
    .filter(({ of }) => of !== 'both')
    .map(({ of, text }) => `      ${of === 'before' ? '-' : '+'} ${text}`)
}
