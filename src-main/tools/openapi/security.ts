/** Where a document wants a key to be sent. */
import { isJsonObject } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { KeyPlace } from './document'
import { field, listField, objectField, textField, type References } from './references'

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/

/** The place of the first scheme that one key is enough for; null when the document says nothing or asks for none. */
export function readKeyPlace(root: JsonObject, operation: JsonObject, references: References): KeyPlace | null {
  const own = field(operation, 'security')
  const needs = Array.isArray(own) ? own : listField(root, 'security')
  const schemes = objectField(objectField(root, 'components'), 'securitySchemes')
  for (const need of needs) {
    const names = isJsonObject(need) ? Object.keys(need).filter((name) => name !== '__proto__') : []
    const [name] = names
    const scheme = name === undefined || names.length > 1 ? null : references.follow(field(schemes, name))
    const place = scheme === null ? null : placeOf(scheme)
    if (place !== null) return place
  }
  return null
}

function placeOf(scheme: JsonObject): KeyPlace | null {
  const type = textField(scheme, 'type')
  if (type === 'oauth2' || type === 'openIdConnect') return { in: 'bearer' }
  if (type === 'http') {
    const name = textField(scheme, 'scheme')?.toLowerCase()
    return name === 'bearer' || name === 'basic' ? { in: name } : null
  }
  const place = (['header', 'query', 'cookie'] as const).find((one) => one === textField(scheme, 'in'))
  const name = textField(scheme, 'name')
  if (type !== 'apiKey' || place === undefined || name === null || name === '') return null
  return place === 'query' || (HEADER_NAME.test(name) && name !== '__proto__') ? { in: place, name } : null
}
