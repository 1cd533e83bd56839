/** The names of consent items: a hash over all that a consent is bound to, and the words that `--allow` takes. */
import { createHash } from 'node:crypto'
import { consentItems, type ConsentItem } from '../../src-shared/consent/items'
import type { Flow } from '../../src-shared/flow/records'

/** `hash`: hex, changes with anything that the consent is bound to. `key`: such as `host:api.example.com`. */
export type KeyedItem = ConsentItem & { hash: string; key: string }

/** Of a hash that is part of a key. */
const SHORT = 16

/** Everything that a flow would use, with its names. */
export function keyedItems(flow: Flow): KeyedItem[] {
  return consentItems(flow).map((item) => {
    const { type, value, content } = item
    const hash = createHash('sha256')
      .update(JSON.stringify([type, value, content]))
      .digest('hex')
    // What the value does not say whole is told apart by the hash, so that an allowed item cannot change under its name.
    const key = value === content ? `${type}:${value}` : `${type}:${value}@${hash.slice(0, SHORT)}`
    return { ...item, hash, key }
  })
}
