/** Exports a flow as a project for LangGraph's server. */
import { AppError, fromErrorRecord } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { blocksRunning, checkFlow, problemText } from '../../src-shared/flow/checks/check'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { atOnce } from '../../src-shared/slices'
import { freezingText, type FlowSource } from '../flows/freeze'
import { readEngineFiles } from './engine-files'
import { exportNeeds, type ExportNeeds } from './left-behind'
import { graphName, projectFiles } from './project-files'
import { writeProject, type WrittenProject } from './write-project'

export type ProjectExport = WrittenProject & ExportNeeds & { graph: string }

export type ProjectRequest = {
  flowText: string
  flowOf: FlowSource
  folder: string
  force: boolean
  engineFolder?: string
}

/** Flows that it names are written out in it. Throws what a run would throw before it begins, `unavailable` and `storage`. */
export function exportProject({ flowText, flowOf, folder, force, engineFolder }: ProjectRequest): ProjectExport {
  const flow = runnable(atOnce(freezingText(flowText, flowOf)))
  const needs = exportNeeds(flow)
  const files = projectFiles(flow, readEngineFiles(engineFolder), needs)
  return { ...needs, ...writeProject(folder, files, { force }), graph: graphName(flow) }
}

function runnable(text: string): Flow {
  const opened = openFlow(text)
  if (!opened.ok) throw fromErrorRecord(opened.error)
  const { flow } = opened
  const problems = checkFlow(flow)
  const [first] = problems.filter(({ severity }) => severity === 'error')
  if (!blocksRunning(problems) || first === undefined) return flow
  throw new AppError(
    'flow-has-problems',
    inEnglish(`The flow cannot run yet, so it is not exported: ${problemText(flow, first)}`),
  )
}
