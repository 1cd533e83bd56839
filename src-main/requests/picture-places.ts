/** Pictures within a request: their bytes are in the store already, so a name stands in their place. */
import type { Picture } from '../../src-shared/run/log/pictures'

const BEGIN = '"url":"data:'
const MARK = '"url":"baton-picture:'

/** The body with a name in the place of each picture's bytes; null where the pictures are not those that stand there. */
export function withoutBytes(body: string, pictures: readonly Picture[]): string | null {
  if (pictures.length === 0) return body
  const parts: string[] = []
  let from = 0
  for (const { id, mimeType } of pictures) {
    const at = body.indexOf(`${BEGIN}${mimeType};base64,`, from)
    const end = at === -1 ? -1 : body.indexOf('"', at + BEGIN.length)
    if (end === -1) return null
    parts.push(body.slice(from, at), MARK, id)
    from = end
  }
  return [...parts, body.slice(from)].join('')
}

/** The body as it was sent. `bytesOf` null: a picture is gone, and its name stays. */
export function withBytes(
  body: string,
  pictures: readonly { readonly id: string; readonly mimeType: string }[],
  bytesOf: (id: string) => Uint8Array | null,
): string {
  const parts: string[] = []
  let from = 0
  for (const { id, mimeType } of pictures) {
    const at = body.indexOf(`${MARK}${id}"`, from)
    const bytes = at === -1 ? null : bytesOf(id)
    if (bytes === null) continue
    const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
    parts.push(body.slice(from, at), `${BEGIN}${mimeType};base64,${base64}`)
    from = at + MARK.length + id.length
  }
  return [...parts, body.slice(from)].join('')
}
