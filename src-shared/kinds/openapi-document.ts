/** A document of OpenAPI as a node holds it: looked at from outside, without being read. */
import { isJsonObject } from '../flow/json'
import type { JsonObject } from '../flow/records'
import { own } from './flow-description'

/** What a document says of itself at its top, without being read. */
export function documentHead(document: JsonObject): { title: string; version: string; paths: number } {
  const info = own(document, 'info')
  const text = (name: string) => {
    const value = isJsonObject(info) ? own(info, name) : undefined
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  }
  const paths = own(document, 'paths')
  return { title: text('title'), version: text('version'), paths: isJsonObject(paths) ? Object.keys(paths).length : 0 }
}
