/** `baton tools try`: calls one tool of a flow by itself, and prints what a model would read of it, as one line of JSON. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { foldCase } from '../../src-shared/match'
import { AppError } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import type { Flow, JsonObject } from '../../src-shared/flow/records'
import { commandLineGate, permit } from '../consent/gate'
import { flowsBeside } from '../flows/flows-beside'
import { freezeFlow } from '../flows/freeze'
import { libraryPath } from '../store/database'
import { neededToTry } from '../tool-trials/tool-trials'
import { dataFolder, openCore, readFlowFile, UsageError, type CommandStreams } from './options'

export type TryToolCommand = { data?: string; allow?: string[]; tool?: string; args?: string }

/**
 * Exit code 0 where the tool succeeded, 1 where its result is an error. Throws `not-found` for a node that is no tool, `consent-needed` naming what was
 * not allowed.
 */
export async function tryToolCommand(
  { file, node: name }: { file: string; node: string },
  options: TryToolCommand,
  around: CommandStreams,
): Promise<number> {
  const { flow } = freezeFlow(readFlowFile(file).flow, flowsBeside(path.dirname(path.resolve(file))))
  const node = nodeNamed(flow, name)
  const args = argumentsFrom(options.args ?? '{}')
  // Where there is no data folder yet, none is made for a refusal.
  if (!existsSync(libraryPath(dataFolder(options, around))))
    permit(commandLineGate(options.allow ?? []), flow.id, neededToTry({ flow, node }))
  const core = await openCore(options, around, [file])
  try {
    const asked = { flowId: flow.id, flow, node, tool: options.tool ?? null, signal: around.signal }
    const {
      is: _is,
      trial: _trial,
      ...told
    } = await core.services.toolTrials.tryAlone({ ...asked, arguments: args, variables: {} })
    around.out(`${JSON.stringify(told)}\n`)
    return told.isError ? 1 : 0
  } finally {
    await core.close()
  }
}

function nodeNamed({ nodes }: Flow, name: string): string {
  const ids = Object.keys(nodes)
  const found =
    ids.find((id) => id === name) ?? ids.find((id) => foldCase(nodes[id]?.name ?? '') === foldCase(name.trim()))
  if (found === undefined)
    throw new AppError(
      'not-found',
      inEnglish(`Nothing in the flow is called "${name}". Give the name of a tool, or of a source of tools.`),
    )
  return found
}

const argumentsSchema = z.record(z.string(), z.json())

function argumentsFrom(text: string): JsonObject {
  try {
    return argumentsSchema.parse(JSON.parse(text))
  } catch {
    throw new UsageError(`--args has to be a JSON object, such as '{"city": "Rome"}'.`)
  }
}
