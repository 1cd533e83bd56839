/** Bodies of forms: url-encoded ones as text, multipart ones as bytes. */
import { createHash } from 'node:crypto'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import type { BodyField, ParameterStyle } from './document'
import { plainText, queryPairs } from './styles'

/** A form's field with its value. */
export type FilledField = { field: BodyField; value: Json }

const USUAL: ParameterStyle = { style: 'form', explode: true, allowReserved: false, isJson: false }

/** Lists are repeated, objects are JSON, unless the document says how they are written. */
export function urlEncoded(values: readonly FilledField[]): string {
  return values
    .flatMap(({ field: { name, writing }, value }) => {
      if (value === null) return []
      return queryPairs(name, value, writing ?? { ...USUAL, isJson: isJsonObject(value) })
    })
    .join('&')
    .replaceAll('%20', '+')
}

export type Multipart = { contentType: string; body: Uint8Array<ArrayBuffer> }

/** One part for each value, for each item of a list. The same values make the same bytes. */
export function multipart(values: readonly FilledField[]): Multipart {
  const parts = values.flatMap(({ field, value }) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => (item === null ? [] : [partOf(field, item)])),
  )
  const hash = createHash('sha256')
  for (const { head, content } of parts) hash.update(head).update(content)
  // A content cannot hold the hash of itself, so no part can end another.
  const boundary = `baton-${hash.digest('hex').slice(0, 40)}`
  const pieces = parts.flatMap(({ head, content }) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n'])
  const body = Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
  return { contentType: `multipart/form-data; boundary=${boundary}`, body: new Uint8Array(body) }
}

type Part = { head: string; content: string | Uint8Array }

function partOf({ name, isFile, contentType }: BodyField, value: Json): Part {
  const text = plainText(value)
  const file = isFile ? fileOf(text) : null
  const type = contentType ?? file?.type ?? null
  const disposition = `Content-Disposition: form-data; name="${quotedName(name)}"`
  const head = [
    file === null ? disposition : `${disposition}; filename="${quotedName(name)}"`,
    ...(type === null ? [] : [`Content-Type: ${type}`]),
  ].join('\r\n')
  return { head, content: file?.bytes ?? text }
}

/** As browsers write names of parts. */
function quotedName(name: string): string {
  return name.toWellFormed().replace(/["\r\n]/g, (character) => encodeURIComponent(character))
}

/** The bytes that a text stands for: those of a data: URL, or the text itself. */
export function fileOf(text: string): { type: string; bytes: Uint8Array<ArrayBuffer> } {
  const head = /^data:([\w.+-]+\/[\w.+-]+)?((?:;[\w-]+=[\w.-]+)*)(;base64)?,/.exec(text.slice(0, 300))
  if (head === null) return { type: 'text/plain; charset=utf-8', bytes: new Uint8Array(Buffer.from(text)) }
  const content = text.slice(head[0].length)
  const bytes = head[3] === undefined ? Buffer.from(percentDecoded(content)) : Buffer.from(content, 'base64')
  return { type: head[1] ?? 'text/plain', bytes: new Uint8Array(bytes) }
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
