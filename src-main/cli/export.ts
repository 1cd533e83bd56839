/** `baton export`: a flow as its canonical JSON or as a Mermaid drawing. */
import { writeFileSync } from 'node:fs'
import { AppError } from '../../src-shared/errors'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { readFlowFile, type GivenFlow, type CommandStreams } from './options'

const WRITERS: { readonly [format: string]: (given: GivenFlow) => string } = {
  json: ({ text }) => text,
  mermaid: ({ flow }) => flowToMermaid(flow),
}

export const EXPORT_FORMATS = Object.keys(WRITERS)

/** Exit code 0, or 2 for a format that does not exist. */
export async function exportCommand(
  { file, out, to }: { file: string; out: string | undefined; to: string },
  around: CommandStreams,
): Promise<number> {
  const writer = Object.hasOwn(WRITERS, to) ? WRITERS[to] : undefined
  if (writer === undefined) {
    around.note(`"${to}" is no format. Use --to ${EXPORT_FORMATS.join(' or --to ')}.`)
    return 2
  }
  const text = writer(readFlowFile(file))
  if (out === undefined || out === '-') around.out(text)
  else writeText(out, text)
  return 0
}

function writeText(out: string, text: string): void {
  try {
    writeFileSync(out, text)
  } catch (cause) {
    throw new AppError(
      'storage',
      `${out} could not be written: ${cause instanceof Error ? cause.message : String(cause)}`,
    )
  }
}
