import { expect, test } from 'vitest'
import type { LibraryChange } from '../../../src-shared/rpc/app-schemas'
import { mayChangeQueue } from './use-queue'

test('the queue is read again for its own thread and where everything may have changed', () => {
  const changes: Pick<LibraryChange, 'what' | 'id'>[] = [
    { what: 'thread', id: 't1' },
    { what: 'thread', id: 't2' },
    { what: 'flow', id: null },
    { what: 'flow', id: 't1' },
    { what: 'preferences', id: null },
    { what: 'secrets', id: null },
    { what: 'breakpoints', id: 't1' },
  ]
  expect(changes.filter((change) => mayChangeQueue(change, 't1'))).toEqual([changes[0], changes[2]])
  expect(changes.filter((change) => mayChangeQueue(change, null))).toEqual([changes[2]])
})
