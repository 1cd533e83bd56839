import { expect, test } from 'vitest'
import type { LibraryChange } from '../../src-shared/rpc/contract'
import type { StreamItem } from '../../src-shared/rpc/define'
import { createChanges } from './changes'
import type { Changes } from './changes'

type Item = StreamItem<LibraryChange>

/** Follows at once; resolves with `count` items. */
async function take(changes: Changes, count: number, after: string | null = null): Promise<Item[]> {
  const controller = new AbortController()
  const items: Item[] = []
  for await (const item of changes.follow({ after, signal: controller.signal })) {
    items.push(item)
    if (items.length === count) controller.abort()
  }
  return items
}

const change = (id: string | null): LibraryChange => ({ what: 'flow', id, flowId: null, revision: null })

test('a new listener hears what comes, not what was', async () => {
  const changes = createChanges()
  changes.publish({ what: 'flow', id: 'before' })
  const heard = take(changes, 2)
  changes.publish({ what: 'flow', id: 'a' })
  changes.publish({ what: 'flow', id: 'b' })
  expect((await heard).map(({ item }) => item)).toEqual([change('a'), change('b')])
})

test('a resumed listener gets what it missed, or is told to read all again', async () => {
  const changes = createChanges(3)
  const first = take(changes, 1)
  for (const id of ['a', 'b', 'c']) changes.publish({ what: 'flow', id })
  const last = (await first)[0]?.id ?? ''
  expect((await take(changes, 2, last)).map(({ item }) => item.id)).toEqual(['b', 'c'])
  changes.publish({ what: 'flow', id: 'd' })
  expect((await take(changes, 3, last)).map(({ item }) => item.id)).toEqual(['b', 'c', 'd'])
  changes.publish({ what: 'flow', id: 'e' })
  const [all] = await take(changes, 1, last)
  expect(all?.item).toEqual(change(null))
  const goesOn = take(changes, 1, all?.id)
  changes.publish({ what: 'flow', id: 'f' })
  expect((await goesOn).map(({ item }) => item.id)).toEqual(['f'])
})

test('the id of another process, or no id at all, means: read all again', async () => {
  const old = createChanges()
  const heard = take(old, 1)
  old.publish({ what: 'preferences' })
  const changes = createChanges()
  for (const after of [(await heard)[0]?.id ?? '', 'nonsense']) {
    expect((await take(changes, 1, after)).map(({ item }) => item)).toEqual([change(null)])
  }
})

test('an abort ends a listener that waits', async () => {
  const controller = new AbortController()
  const items = createChanges().follow({ after: null, signal: controller.signal })
  const ended = (async () => {
    for await (const _item of items) throw new Error('nothing was published')
  })()
  controller.abort()
  await ended
})
