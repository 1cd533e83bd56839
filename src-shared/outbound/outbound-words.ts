/** What a person reads of connections to elsewhere, in the app and on the command line. */
import type { PlainText, Translate } from '../languages/translate'
import type { OutboundPermit, OutboundState, OutboundWhy } from './outbound'

export const WHY_WORDS = {
  model: 'Asked a model',
  'model-list': 'Read a list of models',
  'connection-test': 'Tested a connection',
  'local-servers': 'Looked for model servers on this computer',
  embedding: 'Turned texts into vectors',
  'web-search': 'Searched the web',
  'http-tool': 'Called an HTTP tool',
  'api-tool': 'Called an API',
  'api-document': 'Read the description of an API',
  'flow-link': 'Downloaded a flow from a link',
  picture: 'Got a picture in an answer',
  'new-versions': 'Looked for a newer version of Baton',
  code: "Request by a tool's code",
  mcp: 'Talked to an MCP server',
  unknown: 'Unknown',
} as const satisfies { readonly [Why in OutboundWhy]: PlainText }

export const STATE_WORDS = {
  open: 'Open when last seen',
  closed: 'Closed',
  failed: 'Could not be reached',
  offline: 'Refused: offline',
  'not-allowed': 'Refused: not allowed',
} as const satisfies { readonly [State in OutboundState]: PlainText }

const PERMIT_WORDS = {
  consent: 'Allowed for the flow',
  'command-line': 'A command-line option',
  environment: 'An environment variable',
  setting: 'A setting that you switched on',
  person: 'You pressed a button',
  nobody: 'Nobody',
} as const satisfies { readonly [By in Exclude<OutboundPermit['by'], 'connection'>]: PlainText }

/** Who allowed it. `flow`: the name of the flow, where it is known. */
export function permitWords(permit: OutboundPermit, flow: string | null, t: Translate): string {
  if (permit.by === 'connection') return t('Your connection “{name}”', { name: permit.connection })
  return permit.by === 'consent' && flow !== null
    ? t('Allowed for the flow “{flow}”', { flow })
    : t(PERMIT_WORDS[permit.by])
}

/** `example.com:443`, `[::1]:8080`. */
export function placeWords({ host, port }: { readonly host: string; readonly port: number | null }): string {
  const name = host.includes(':') ? `[${host}]` : host
  return port === null ? name : `${name}:${port}`
}
