/** `baton plan`: reads a planner's reply on standard input and prints the plan in it, or what is wrong with it, as a line of JSON. */
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { parsePlan } from '../../src-shared/agents/plan/parse'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { CommandStreams } from './options'

export type PlanCommand = { tools?: string[] }

/** Exit code 0 also for a faulty plan: the verdict is what was asked for. */
export async function planCommand({ tools }: PlanCommand, around: CommandStreams): Promise<number> {
  if (around.stdin.isTTY === true) around.note("Paste a planner's reply, then end it with Ctrl+D.")
  const { steps, error } = parsePlan(await readAll(around), { tools })
  around.out(`${JSON.stringify({ steps, error })}\n`)
  return 0
}

/** The names in a list such as `Search,Calc`, added to those given before. */
export function collectNames(list: string, earlier: string[] | undefined): string[] {
  const names = list.split(',').map((name) => name.trim())
  return [...(earlier ?? []), ...names.filter((name) => name !== '')]
}

async function readAll({ stdin, signal }: CommandStreams): Promise<string> {
  const done = new AbortController()
  const stopped = async (): Promise<never> => {
    if (!signal.aborted) await once(signal, 'abort', { signal: done.signal })
    throw new AppError('cancelled', inEnglish('It was stopped.'))
  }
  try {
    return await Promise.race([text(stdin), stopped()])
  } finally {
    done.abort()
  }
}
