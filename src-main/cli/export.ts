/** `baton export`: a flow as its canonical JSON, a drawing, a chart or a page. A PNG is made by the app alone, which has a browser's fonts. */
import { DRAWING_THEMES, type DrawingTheme } from '../../src-shared/flow/export/drawing-look'
import { flowToMarkdown } from '../../src-shared/flow/export/flow-markdown'
import { flowToSvg } from '../../src-shared/flow/export/flow-svg'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { readFlowFile, type GivenFlow, type CommandStreams } from './options'
import { writeOutput } from './output'

const WRITERS: { readonly [format: string]: (given: GivenFlow, theme: DrawingTheme) => string } = {
  json: ({ text }) => text,
  mermaid: ({ flow }) => flowToMermaid(flow),
  svg: ({ flow }, theme) => flowToSvg(flow, theme),
  markdown: ({ flow }) => flowToMarkdown(flow),
}

export const EXPORT_FORMATS = Object.keys(WRITERS)

/** Exit code 0, or 2 for a format that does not exist. */
export async function exportCommand(
  { file, out, to, theme = 'light' }: { file: string; out: string | undefined; to: string; theme?: string },
  around: CommandStreams,
): Promise<number> {
  const writer = Object.hasOwn(WRITERS, to) ? WRITERS[to] : undefined
  if (writer === undefined) {
    around.note(`"${to}" is no format. Use --to ${EXPORT_FORMATS.join(' or --to ')}.`)
    return 2
  }
  const look = DRAWING_THEMES.find((one) => one === theme)
  if (look === undefined) {
    around.note(`"${theme}" is no theme. Use --theme ${DRAWING_THEMES.join(' or --theme ')}.`)
    return 2
  }
  const text = writer(readFlowFile(file), look)
  writeOutput(out, text, around)
  return 0
}
