/** Baton as a contender: a whole core on a data folder of its own, and turns as the command line runs them. */
import path from 'node:path'
import type { Flow } from '../src-shared/flow/records'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { RunEvent } from '../src-shared/run/log/events'
import { flow } from '../src-shared/testing/flow-builder'
import { createCore, type Core } from '../src-main/core'
import { nodePlatform } from '../src-main/platform/node'
import { temporaryFolder } from './processes'

/** The system prompt; Baton's carries the two lists that every supervisor's must have. */
export const PROMPT =
  'You are the host of a small hotel. Answer in one short paragraph, and look at the clock when you are asked.'
const LISTS = 'Dialogs:\n{dialogs}\nTools:\n{tools}'
export const REMINDER = 'Answer what was asked last.'
export const CLOCK = {
  name: 'get_time',
  description: 'Tells the current date and time, in any time zone.',
  parameters: {
    type: 'object',
    properties: {
      timezone: { type: 'string', description: 'IANA time zone such as Europe/Paris; left out: local time' },
    },
  },
}

/** Takes one turn and says how many ms it took. */
export type TakeTurn = (text: string, thread?: string) => Promise<number>
export type Contender = { turn: TakeTurn; close: () => Promise<void> }

export type BatonContender = Contender & {
  core: Core
  /** The folder of both databases. */
  folder: string
  /** Closes the core; the files stay until `close`. */
  closeCore: () => Promise<void>
}

export type BatonOptions = {
  baseUrl: string
  /** Tokens of history that the model is sent; null: Baton's default. */
  contextTokens: number | null
  /** Another flow than one supervisor with a clock. */
  drawn?: Flow
}

/** A core with one supervisor and a clock, every step kept. */
export async function openBaton({
  baseUrl,
  contextTokens,
  drawn = withClock(contextTokens),
}: BatonOptions): Promise<BatonContender> {
  const { folder, remove } = temporaryFolder()
  const core = await createCore({
    dataDir: folder,
    platform: nodePlatform({ host: 'cli', dataDir: folder }),
    models: { baseUrl, apiKey: 'bench', model: 'bench' },
    allow: ['all'],
  })
  await core.handlers['preferences.change']({ keepStepsOfTurns: null }, { signal: new AbortController().signal })
  const flowText = saveFlow(drawn)
  const known = new Set<string>()
  let isOpen = true
  const closeCore = async () => {
    if (isOpen) await core.close()
    isOpen = false
  }
  return {
    core,
    folder,
    closeCore,
    async turn(text, thread = 'bench') {
      if (!known.has(thread)) core.services.threads.createThread({ flowId: drawn.id, id: thread })
      known.add(thread)
      const heard = { tokens: 0, characters: 0 }
      const listen = (event: RunEvent) => {
        if (event.type !== 'token') return
        heard.tokens += 1
        heard.characters += event.text.length
      }
      const begun = performance.now()
      const turn = { flowId: drawn.id, flowText, revision: null, threadId: thread, text, listen }
      const { done } = await core.services.runner.start(turn)
      const outcome = await done
      const ms = performance.now() - begun
      if (outcome.state !== 'finished' || outcome.limit !== null || heard.tokens === 0)
        throw new Error(`a turn of Baton ended ${JSON.stringify(outcome)} after ${heard.characters} characters`)
      return ms
    },
    async close() {
      await closeCore()
      remove()
    },
  }
}

function withClock(contextTokens: number | null): Flow {
  return flow('Bench')
    .start('host')
    .supervisor('host', { name: 'Host', prompt: `${PROMPT}\n${LISTS}`, reminder: REMINDER })
    .builtinTool('clock', { tool: 'clock', toolName: CLOCK.name, description: CLOCK.description })
    .use('host', 'clock')
    .settings({ model: { contextTokens } })
    .build()
}

/** The files of the two databases. */
export const databases = (folder: string) => ({
  checkpoints: path.join(folder, 'checkpoints.sqlite'),
  library: path.join(folder, 'library.sqlite'),
})
