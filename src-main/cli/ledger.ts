/** `baton ledger`: whom Baton connected to, for what, by whose permission, and how many bytes went each way. */
import { ENGLISH } from '../../src-shared/languages/translate'
import type { OutboundEntry } from '../../src-shared/outbound/outbound'
import { permitWords, placeWords, STATE_WORDS, WHY_WORDS } from '../../src-shared/outbound/outbound-words'
import type { OutboundPage } from '../../src-shared/rpc/outbound'
import { sizeWords } from '../../src-shared/sizes'
import { withLibrary, type CommandStreams } from './options'

export type LedgerCommand = {
  data?: string
  host?: string
  last: number
  totals?: boolean
  clear?: boolean
  json?: boolean
}

export async function ledgerCommand(options: LedgerCommand, around: CommandStreams): Promise<number> {
  await withLibrary(options, around, async ({ services: { ledger } }) => {
    const page = ledger.read({ host: options.host ?? null, before: null, limit: options.last })
    const rows: readonly unknown[] = options.totals === true ? page.totals : page.entries
    const words = options.totals === true ? totalLines(page) : page.entries.map((entry) => entryLine(entry, page))
    const lines = options.json === true ? rows.map((row) => JSON.stringify(row)) : words
    for (const line of lines) around.out(`${line}\n`)
    if (options.clear === true) ledger.clear()
  })
  return 0
}

function totalLines({ totals }: OutboundPage): string[] {
  return totals.map((total) => {
    const { connections, refused, sent, received } = total
    const counted = `${connections} ${connections === 1 ? 'connection' : 'connections'}`
    const parts = [counted, ...(refused === 0 ? [] : [`${refused} refused`]), bytes({ sent, received })]
    return `${placeWords(total)}: ${parts.join(', ')}`
  })
}

function entryLine(entry: OutboundEntry, { flows }: OutboundPage): string {
  const uses = entry.uses.map(({ why, permit, flow, thread, requests }) => {
    const name = flow === null ? null : (flows[flow] ?? flow)
    const asked = requests > 1 ? ` (${requests} requests)` : ''
    const inFlow = name === null || permit.by === 'consent' ? '' : `, flow "${name}"`
    const inThread = thread === null ? '' : `, thread ${thread}`
    return `${WHY_WORDS[why]}${asked}: ${permitWords(permit, name, ENGLISH)}${inFlow}${inThread}`
  })
  return `${entry.at}  ${placeWords(entry)}  ${STATE_WORDS[entry.state]}, ${bytes(entry)}  ${uses.join('; ')}`
}

function bytes({ sent, received }: Pick<OutboundEntry, 'sent' | 'received'>): string {
  return `sent ${sizeWords(sent)}, received ${sizeWords(received)}`
}
