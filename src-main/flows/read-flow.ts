/** A flow's text from outside as it is to be stored. Pure, so that the reading thread can do it for large ones. */
import { fromErrorRecord } from '../../src-shared/errors'
import { checkFlow } from '../../src-shared/flow/checks/check'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Problem } from '../../src-shared/kinds/kind'
import type { FlowContent, FlowNaming, FlowText, ReadFlow } from '../reading/jobs'
import { sketchOf } from './sketch'

/** Throws the codes of `openFlow`. */
export function readFlow({ text, naming, id }: FlowText): ReadFlow {
  const { flow, warnings } = opened(text)
  const name = naming === undefined ? flow.name : nameOf(flow, naming)
  return { content: contentOf({ ...flow, name, id: id ?? flow.id }), warnings }
}

/** The name that a flow gets. */
export function nameOf({ name }: Flow, naming: FlowNaming): string {
  switch (naming.by) {
    case 'file':
      return name.trim() === '' ? nameOfFile(naming.fileName) : name
    case 'person':
      return naming.name
    case 'copy':
      return `${name.slice(0, 195)} copy`
  }
}

/** The flow of a text. Throws the codes of `openFlow`. */
export function opened(text: string): { flow: Flow; warnings: readonly Problem[] } {
  const result = openFlow(text)
  if (!result.ok) throw fromErrorRecord(result.error)
  return result
}

export function contentOf(flow: Flow): FlowContent {
  const { id, name, description } = flow
  const problems = checkFlow(flow).filter(({ severity }) => severity === 'error').length
  const sketch = JSON.stringify(sketchOf(flow))
  return { id, name, description, nodes: Object.keys(flow.nodes).length, problems, sketch, text: saveFlow(flow) }
}

function nameOfFile(fileName: string | null): string {
  const name = (fileName ?? '').replace(/^.*[\\/]/, '').replace(/(\.flow)?\.json$/i, '')
  return name.trim().slice(0, 200) || 'Imported flow'
}
