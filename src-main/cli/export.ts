/** `baton export`: a flow as its canonical JSON, a drawing, a chart, a page, or a project for LangGraph's server. A PNG is made by the app alone, which has a browser's fonts. */
import { DRAWING_THEMES, type DrawingTheme } from '../../src-shared/flow/export/drawing-look'
import { flowToMarkdown } from '../../src-shared/flow/export/flow-markdown'
import { flowToSvg } from '../../src-shared/flow/export/flow-svg'
import { flowToMermaid } from '../../src-shared/flow/editing/mermaid'
import { flowsBeside } from '../flows/flows-beside'
import type { FlowSource } from '../flows/freeze'
import { exportProject, type ProjectExport } from '../langgraph-export/export-project'
import { folderOf, readFlowFile, withLibrary, type GivenFlow, type CommandStreams } from './options'
import { writeOutput } from './output'

const WRITERS: { readonly [format: string]: (given: GivenFlow, theme: DrawingTheme) => string } = {
  json: ({ text }) => text,
  mermaid: ({ flow }) => flowToMermaid(flow),
  svg: ({ flow }, theme) => flowToSvg(flow, theme),
  markdown: ({ flow }) => flowToMarkdown(flow),
}

const PROJECT = 'langgraph'

export const EXPORT_FORMATS = [...Object.keys(WRITERS), PROJECT]

export type ExportOptions = { to: string; theme?: string; force?: boolean; data?: string }
type ExportRequest = ExportOptions & { file: string; out: string | undefined }

/** Exit code 0, or 2 for a format that does not exist. */
export async function exportCommand(request: ExportRequest, around: CommandStreams): Promise<number> {
  const { file, out, to, theme = 'light' } = request
  if (to === PROJECT) return projectCommand(request, around)
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

async function projectCommand(
  { file, out, force = false, data }: ExportRequest,
  around: CommandStreams,
): Promise<number> {
  if (out === undefined || out === '-') {
    around.note('Say into which folder the project goes: baton export FLOW FOLDER --to langgraph')
    return 2
  }
  const { text } = readFlowFile(file)
  const beside = flowsBeside(folderOf([file]) ?? '.')
  const write = (flowOf: FlowSource) => exportProject({ flowText: text, flowOf, folder: out, force })
  const options = data === undefined ? {} : { data }
  const done =
    (await withLibrary(options, around, ({ services: { library } }) =>
      Promise.resolve(write((id) => beside(id) ?? library.find(id))),
    )) ?? write(beside)
  around.out(`${out}: ${done.written.length} files written. The graph is called "${done.graph}".\n`)
  for (const line of projectNotes(done)) around.note(line)
  return 0
}

function projectNotes({ edited, foreign, removed, leftBehind }: ProjectExport): string[] {
  return [
    ...removed.map((one) => `${one} is not needed any more, and was removed.`),
    ...edited.map((one) => `${one} was changed since it was exported, and is kept. With --force it is written anew.`),
    ...foreign.map((one) => `${one} is not from an export, and is kept. Move it away and export again to get Baton's.`),
    ...leftBehind.map((one) => `Stays behind: ${one}`),
  ]
}
