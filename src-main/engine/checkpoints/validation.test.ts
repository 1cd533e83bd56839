/** The official conformance suite for LangGraph checkpointers, on real files. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type CheckpointSaverTestInitializer,
  deltaChannelHistoryTests,
  specTest,
} from '@langchain/langgraph-checkpoint-validation'
import * as vitest from 'vitest'
import { BatonSaver, type BatonSaverOptions } from './index'

// The suite is written for global test functions.
Object.assign(globalThis, {
  describe: vitest.describe,
  it: vitest.it,
  expect: vitest.expect,
  beforeAll: vitest.beforeAll,
  afterAll: vitest.afterAll,
  beforeEach: vitest.beforeEach,
  afterEach: vitest.afterEach,
})

function initializer(
  checkpointerName: string,
  options: Omit<BatonSaverOptions, 'file'>,
): CheckpointSaverTestInitializer<BatonSaver> {
  const folders = new Map<BatonSaver, string>()
  return {
    checkpointerName,
    createCheckpointer() {
      const folder = mkdtempSync(path.join(tmpdir(), 'baton-checkpoints-'))
      const saver = new BatonSaver({ file: path.join(folder, 'checkpoints.db'), ...options })
      folders.set(saver, folder)
      return saver
    },
    destroyCheckpointer(saver) {
      saver.close()
      rmSync(folders.get(saver) ?? '', { recursive: true })
    },
  }
}

// The whole suite asks `list` for the writes of checkpoints that have children, so Baton's own setting can only take the rest of it.
const WITHOUT_OLD_WRITES: Parameters<typeof specTest>[1] = ['put', 'putWrites', 'getTuple', 'deleteThread']

specTest(initializer('keeping all writes', { keepWrites: true }))
specTest(initializer('keeping all writes, without a cache', { keepWrites: true, cachedThreads: 0 }))
deltaChannelHistoryTests(initializer('keeping all writes', { keepWrites: true }))
specTest(initializer('as Baton runs it', {}), WITHOUT_OLD_WRITES)
