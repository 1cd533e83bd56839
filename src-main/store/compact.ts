/** Texts in their short form: deflated with a dictionary of what events say all the time, or as they are where that is no shorter. */
import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'

/** A text as it lies in a column of type ANY. */
export type Compact = string | Buffer

/**
 * Part of the database's format: rows written with it cannot be read without it, so it is never edited. Deflate finds
 * best what stands at its end.
 */
const DICTIONARY = Buffer.from(
  [
    '"attempt":1,"waitMs":,"reason":"","changes":{"code":"","message":"","number":1,"state":"active","slots":{',
    '"interrupted""finished""decision":{"about":"switch","candidates":[{"name":"","note":""}],"prompt":null,',
    '"answer":null,"rule":"","choice":"none","tries":1},"usage":null,"error":{"code":"model-","message":"',
    '"reason":"limit","limit":null,"message":null,"modelCalls":1,"ms":{"node":"agent-","path":"main/dialog-:1",',
    '{"entry":{"id":"","turn":,"scope":"main/","author":"","at":"2026-","kind":"handoff","from":null,"to":"","edge":null,',
    '"by":"model","reason":"","fromScope":"main","carries":[],"kind":"result","callId":"call_","tool":"","text":"",',
    '"isError":false,"transit":false,"kind":"calls","calls":[{"id":"call_","name":"","arguments":"{}"}]',
    '{"node":"supervisor-","path":"main","span":"","purpose":"reply","callId":"call_","tool":"","toolNode":null,',
    '"arguments":"{\\"isError":false,"ms":0}{"node":"","path":"main","edge":null}"purpose":"reply","model":"rehearsal",',
    '"messages":2,"dropped":0},"usage":{"input":,"output":},"ms":',
    '{"entry":{"id":"","scope":"main","author":"","at":"2026-","kind":"text","text":"',
  ].join(''),
)
/** Small tables and pieces: the texts are short, and setting up large ones would cost more than it saves. */
const OPTIONS = { dictionary: DICTIONARY, memLevel: 4, windowBits: 12, chunkSize: 1024 }

/** The short form of a text. */
export function compact(text: string): Compact {
  const short = deflateRawSync(text, text.length > 4096 ? { dictionary: DICTIONARY } : OPTIONS)
  return short.length < Buffer.byteLength(text) ? short : text
}

const deflateLater = promisify<string, { dictionary: Buffer }, Buffer>(deflateRaw)

/** The same for a text of megabytes, beside whatever else goes on. */
export async function compactLater(text: string): Promise<Compact> {
  const short = await deflateLater(text, { dictionary: DICTIONARY })
  return short.length < Buffer.byteLength(text) ? short : text
}

/** The text of a short form. */
export function expand(stored: Compact): string {
  return typeof stored === 'string' ? stored : inflateRawSync(stored, { dictionary: DICTIONARY }).toString('utf8')
}
