/** What the list of flows shows of an example. Worked out by `npm run docs`, which keeps all of them in `resources/example-cards.json`: whoever opens the app waits for none to be read. */
import { readSettings } from '../../src-shared/flow/records'
import type { Example } from '../../src-shared/rpc/contract'
import { opened } from './read-flow'
import { sketchOf } from './sketch'

/** An example that comes with Baton: the text of its file, whether it is a template for work that people have, and its card where that is known. */
export type ExampleFile = {
  readonly id: string
  readonly text: string
  readonly isTemplate: boolean
  readonly card?: Example | undefined
}

export function cardOf({ id, isTemplate, text }: ExampleFile): Example {
  const { flow } = opened(text)
  const { name, description } = flow
  return { id, name, description, isTemplate, sketch: sketchOf(flow), starters: readSettings(flow).starters }
}
