/** `baton run`: one turn for each message; what the flow says goes to standard output, message by message. */
import { createInterface } from 'node:readline'
import type { RunEvent } from '../../src-shared/run/events'
import type { RunOutcome } from '../run/runner'
import { openCore, readFlowFile, type RunOptions, type Surroundings } from './options'
import { readSpeaker } from './pick-speaker'
import { readSets } from './set-variables'
import { hasUnfinished, openThread, resumeTurn, setRest, speaksFirst, spokenText, takeTurn, type Talk } from './talk'

export type RunCommand = RunOptions & {
  message?: string[]
  open?: boolean
  thread?: string
  set?: string[]
  to?: string
  json?: boolean
}

/** Exit code 0 done, 1 the flow or its run failed, 2 there was nothing to do or a value cannot be set. */
export async function runCommand(file: string, options: RunCommand, around: Surroundings): Promise<number> {
  const given = readFlowFile(file)
  const set = readSets(given.flow, options.set)
  const to = readSpeaker(given.flow, options.to)
  if (!set.ok || !to.ok) {
    around.note(set.ok ? (to.ok ? '' : to.issue) : set.issue)
    return 2
  }
  const core = await openCore(options, around, [file])
  try {
    const onEvent = options.json === true ? jsonPrinter(around) : textPrinter(around)
    const threadId = openThread({ core, given }, options.thread)
    const talk: Talk = { core, given, threadId, set: set.values, to: to.id, onEvent, signal: around.signal }
    return await takeTurns(talk, options, around)
  } finally {
    await core.close()
  }
}

async function takeTurns(talk: Talk, options: RunCommand, around: Surroundings): Promise<number> {
  let turns = 0
  for await (const turn of turnsOf(talk, options, around)) {
    turns += 1
    const code = report(await turn(), around)
    if (code !== 0) return code
  }
  const isSet = await setRest(talk)
  if (turns > 0 || isSet) return 0
  around.note(
    'Nothing to do: no message was given and the thread has no unfinished turn. Use -m TEXT, standard input or --open.',
  )
  return 2
}

/** The turns in their order: an unfinished one, the flow's own beginning, then a turn for each message. */
async function* turnsOf(
  talk: Talk,
  options: RunCommand,
  around: Surroundings,
): AsyncGenerator<() => Promise<RunOutcome>> {
  if (hasUnfinished(talk)) yield () => resumeTurn(talk)
  if (options.open === true || speaksFirst(talk)) yield () => takeTurn(talk, null)
  if (options.message !== undefined) for (const text of options.message) yield () => takeTurn(talk, text)
  else for await (const line of linesOf(around)) yield () => takeTurn(talk, line)
}

/** The lines of standard input; none from a terminal, where nobody was asked to type. */
async function* linesOf({ stdin, signal }: Surroundings): AsyncGenerator<string> {
  if (stdin.isTTY === true) return
  for await (const line of createInterface({ input: stdin, crlfDelay: Infinity, signal })) {
    if (line.trim() !== '') yield line
  }
}

/** Says on standard error how a turn ended when that is worth saying; the exit code. */
export function report(outcome: RunOutcome, { note }: Pick<Surroundings, 'note'>): number {
  if (outcome.state === 'finished') {
    if (outcome.limit !== null) note(outcome.limit)
    if (outcome.question !== undefined)
      note('The turn waits: its plan is to be approved, which can be done in the app. A new message begins anew.')
    return 0
  }
  if (outcome.state === 'failed') note(`${outcome.error.message} (${outcome.error.code})`)
  else note('The turn was left unfinished. Run the thread again to go on with it.')
  return 1
}

function jsonPrinter({ out }: Surroundings): (event: RunEvent) => void {
  return (event) => out(`${JSON.stringify(event)}\n`)
}

function textPrinter({ out, note }: Surroundings): (event: RunEvent) => void {
  return (event) => {
    const text = spokenText(event)
    if (text !== null) out(`${text}\n`)
    if (event.type === 'warning') note(event.message)
  }
}
