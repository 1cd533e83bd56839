/** Consent on the command line: what `--allow` must name is asked for before anything happens, and shown by `baton check`. */
import { existsSync } from 'node:fs'
import { shellWord, visibleLine } from '../../src-shared/kinds/visible'
import type { Flow } from '../../src-shared/flow/records'
import { addressesOf } from '../connections/connections'
import { allowLine, commandLineGate, permit } from '../consent/gate'
import { itemsOfText, keyedItems, withHosts, type KeyedItem } from '../consent/keys'
import type { Core } from '../core'
import { neededToConnect } from '../tool-views/pool-view'
import { flowsBeside } from '../flows/flows-beside'
import { refuseUnready } from '../run/compiled-flows'
import { libraryPath } from '../store/database'
import {
  dataFolder,
  folderOf,
  openCore,
  overridesOf,
  type GivenFlow,
  type RunOptions,
  type CommandStreams,
} from './options'

/** The flows that a command is to run, and the files that they came from. */
export type ToRun = { flows: readonly GivenFlow[]; files: readonly string[] }

/**
 * Opens the core for flows that were allowed. Throws `consent-needed` naming each item that was not, of all flows together; where there is no
 * data folder yet, none is made for a refusal, nor for a flow that cannot run (`flow-has-problems`). Says which `--allow` no flow has use for.
 */
export async function openAllowed({ flows, files }: ToRun, options: RunOptions, around: CommandStreams): Promise<Core> {
  const { allow = [] } = options
  const isNew = !existsSync(libraryPath(dataFolder(options, around)))
  if (isNew) {
    // There are no flows but those in the files.
    const beside = folderOf(files)
    const flowOf = beside === undefined ? () => null : flowsBeside(beside)
    // Connections lead nowhere yet but to what the command line says itself.
    const addressOf = addressesOf({ list: () => [] }, overridesOf(options, around.env))
    const itemsOf = (text: string) => withHosts(itemsOfText(text, flowOf), addressOf)
    requireConsent(flows, itemsOf, { allow, note: around.note })
    for (const { text } of flows) refuseUnready(text, flowOf)
  }
  const core = await openCore(options, around, files)
  try {
    requireConsent(flows, core.services.consentItems, { allow, note: isNew ? () => undefined : around.note })
    return core
  } catch (cause) {
    await core.close()
    throw cause
  }
}

/** For commands that only connect the sources of some nodes: where there is no data folder yet, none is made for a refusal. */
export function permitToConnect(
  { flow, nodes }: { flow: Flow; nodes: readonly string[] },
  options: Pick<RunOptions, 'data' | 'allow'>,
  around: CommandStreams,
): void {
  if (existsSync(libraryPath(dataFolder(options, around)))) return
  for (const node of nodes) permit(commandLineGate(options.allow ?? []), flow.id, neededToConnect({ flow, node }))
}

type ConsentOptions = { allow: readonly string[]; note: CommandStreams['note'] }

function requireConsent(
  flows: readonly GivenFlow[],
  itemsOf: (flowText: string) => readonly KeyedItem[],
  { allow, note }: ConsentOptions,
): void {
  const items = new Map<string, KeyedItem>()
  for (const { text } of flows) for (const item of itemsOf(text)) items.set(item.hash, item)
  const keys = new Set([...items.values()].flatMap(({ key, connectionKey = key }) => [key, connectionKey]))
  for (const item of new Set(allow)) {
    if (item !== 'all' && !keys.has(item)) note(strayNote(item))
  }
  permit(commandLineGate(allow), '', [...items.values()])
}

function strayNote(item: string): string {
  const written = shellWord(visibleLine(item))
  const use = item.startsWith('host:') ? 'It counts only where a request is led there.' : 'It changes nothing.'
  return `Nothing in the flow is called ${written}, as --allow names it. ${use} "baton check" lists what a flow uses.`
}

/** What a flow would use, each as `--allow` takes it; null for nothing. */
export function usesNote(flow: Flow): string | null {
  const items = keyedItems(flow)
  return items.length === 0 ? null : `To run, the flow must be allowed:\n${items.map(allowLine).join('\n')}`
}
