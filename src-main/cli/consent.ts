/** Consent on the command line: what `--allow` must name is asked for before anything happens, and shown by `baton check`. */
import { shellWord, visibleLine } from '../../src-shared/consent/visible'
import type { Flow } from '../../src-shared/flow/records'
import { allowLine, commandLineGate, permit } from '../consent/gate'
import { keyedItems, type KeyedItem } from '../consent/keys'
import type { Core } from '../core'
import type { GivenFlow, RunOptions, Surroundings } from './options'

/**
 * Throws `consent-needed` naming each item that was not allowed, of all flows together. Says which `--allow` no flow has use for.
 */
export function requireConsent(
  { core, flows }: { core: Core; flows: readonly GivenFlow[] },
  { allow = [] }: RunOptions,
  { note }: Pick<Surroundings, 'note'>,
): void {
  const items = new Map<string, KeyedItem>()
  for (const { text } of flows) for (const item of core.services.consentItems(text)) items.set(item.hash, item)
  const keys = new Set([...items.values()].map(({ key }) => key))
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
