/** The flow store: history, autosave, conflicts and following other windows, against a backend with revisions. */
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src-shared/errors'
import { asWritten } from '../../src-shared/languages/translate'
import { addNode, moveNodes, renameFlow, setNodeName } from '../../src-shared/flow/editing/edits'
import { openFlow } from '../../src-shared/flow/editing/open'
import { emptyFlow, type Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { StoredFlow } from '../../src-shared/rpc/contract'
import { createFlowStore } from './flow-store'
import { AUTOSAVE_AFTER_MS, AUTOSAVE_WITHIN_MS, type Clock, type FlowBackend } from './saver'

function manualClock(): Clock & { advance(ms: number): Promise<void> } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    async advance(ms) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.run()
      await settle()
    },
  }
}

/** Lets every promise that can go on go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

function memoryBackend(flow: Flow) {
  let stored: StoredFlow = { id: flow.id, revision: 1, text: saveFlow(flow) }
  const log: string[] = []
  let failure: AppError | null = null
  const backend: FlowBackend = {
    async save({ baseRevision, text }) {
      if (failure !== null) throw failure
      log.push(`save on ${baseRevision}`)
      if (baseRevision !== stored.revision) throw new AppError('conflict', asWritten('Somebody else saved.'))
      stored = { ...stored, revision: stored.revision + 1, text }
      return { revision: stored.revision }
    },
    async read() {
      return stored
    },
    async saveCopy(text, name) {
      log.push(`copy ${name}`)
      return `copy of ${text.length > 0 ? 'mine' : 'nothing'}`
    },
    async keepVersion(_id, label) {
      log.push(`keep ${label}`)
    },
  }
  return {
    backend,
    log,
    stored: () => stored,
    fail: (error: AppError | null) => void (failure = error),
    /** Another window saves. */
    change(edit: (flow: Flow) => Flow) {
      const before = openFlow(stored.text)
      if (before.ok) stored = { ...stored, revision: stored.revision + 1, text: saveFlow(edit(before.flow)) }
    },
  }
}

function setUp() {
  const flow = addNode(emptyFlow('Shop', 'shop'), { id: 'a', kind: 'agent', position: { x: 0, y: 0 }, name: 'Ann' })
  const clock = manualClock()
  const memory = memoryBackend(flow)
  const store = createFlowStore({ stored: memory.stored(), backend: memory.backend, clock })
  const rename = (name: string, merge?: string): void =>
    store.edit('Rename', (present) => setNodeName(present, 'a', name), merge === undefined ? {} : { merge })
  return { flow, clock, memory, store, rename, nameOf: () => store.getState().flow.nodes['a']?.name }
}

describe('history', () => {
  it('undoes to the same bytes and redoes', () => {
    const { flow, store, rename } = setUp()
    rename('Bea')
    store.edit('Move', (present) => moveNodes(present, { a: { x: 80, y: 40 } }))
    const changed = saveFlow(store.getState().flow)
    expect([store.undo(), store.undo(), store.undo()]).toEqual(['Move', 'Rename', null])
    expect(saveFlow(store.getState().flow)).toBe(saveFlow(flow))
    expect([store.redo(), store.redo(), store.redo()]).toEqual(['Rename', 'Move', null])
    expect(saveFlow(store.getState().flow)).toBe(changed)
  })

  it('merges typing in one field within a second, and no further', async () => {
    const { store, rename, clock, nameOf } = setUp()
    rename('B', 'a name')
    await clock.advance(400)
    rename('Be', 'a name')
    await clock.advance(400)
    rename('Bea', 'a name')
    expect(store.getState().history.past.length).toBe(1)
    await clock.advance(1100)
    rename('Beat', 'a name')
    expect(store.getState().history.past.length).toBe(2)
    store.undo()
    expect(nameOf()).toBe('Bea')
    store.undo()
    expect(nameOf()).toBe('Ann')
  })

  it('takes a gesture for one step, however slow it is', async () => {
    const { store, clock } = setUp()
    const pull = (x: number, merge: string): void =>
      store.edit('Pull', (present) => moveNodes(present, { a: { x, y: 0 } }), { merge, isGesture: true })
    pull(8, 'first pull')
    await clock.advance(5000)
    pull(16, 'first pull')
    pull(24, 'second pull')
    expect(store.getState().history.past.length).toBe(2)
  })

  it('does not take an edit that changes nothing for a step', () => {
    const { store } = setUp()
    store.edit('Nothing', (flow) => flow)
    expect(store.getState().history.past).toEqual([])
    expect(store.getState().save.kind).toBe('saved')
  })

  it('takes an edit that changes nothing for no step: moved to where it was', () => {
    const { store } = setUp()
    store.edit('Move', (present) => moveNodes(present, { a: { x: 80, y: 40 } }))
    store.undo()
    const { x, y } = store.getState().flow.layout.nodes['a'] ?? { x: 0, y: 0 }
    store.edit('Move', (present) => moveNodes(present, { a: { x, y } }))
    expect(store.getState().history).toMatchObject({ past: [], future: [{ label: 'Move' }] })
  })

  it('survives a save', async () => {
    const { store, rename, nameOf } = setUp()
    rename('Bea')
    await store.flush()
    store.undo()
    expect(nameOf()).toBe('Ann')
    expect(store.getState().save.kind).toBe('unsaved')
  })
})

describe('saving', () => {
  it('saves once, a moment after the last edit', async () => {
    const { store, memory, rename, clock } = setUp()
    rename('Bea')
    await clock.advance(AUTOSAVE_AFTER_MS - 100)
    rename('Cem')
    await clock.advance(AUTOSAVE_AFTER_MS - 100)
    expect(memory.log).toEqual([])
    await clock.advance(100)
    expect(memory.log).toEqual(['save on 1'])
    expect(memory.stored().text).toBe(saveFlow(store.getState().flow))
    expect(store.getState().save).toEqual({ kind: 'saved', at: clock.now() })
  })

  it('saves in the middle of steady editing too', async () => {
    const { memory, rename, clock } = setUp()
    const step = AUTOSAVE_AFTER_MS / 2
    for (let waited = 0; waited < 2.5 * AUTOSAVE_WITHIN_MS; waited += step) {
      rename(`Name ${waited}`)
      await clock.advance(step)
    }
    expect(memory.log).toEqual(['save on 1', 'save on 2'])
  })

  it('flushes what was edited while a save was under way', async () => {
    const { store, memory, rename } = setUp()
    rename('Bea')
    const first = store.flush()
    rename('Cem')
    await first
    await store.flush()
    expect(memory.log).toEqual(['save on 1', 'save on 2'])
    expect(memory.stored().text).toBe(saveFlow(store.getState().flow))
  })

  it('says why it could not save, keeps the edits and tries again when asked', async () => {
    const { store, memory, rename } = setUp()
    memory.fail(new AppError('storage', asWritten('The disk is full.')))
    rename('Bea')
    await expect(store.flush()).rejects.toThrow('The disk is full.')
    expect(store.getState().save.kind).toBe('failed')
    memory.fail(null)
    await store.flush()
    expect(store.getState().save.kind).toBe('saved')
  })

  it('waits for a lost connection and saves by itself when it is back', async () => {
    const { store, memory, rename, clock } = setUp()
    memory.fail(new AppError('disconnected', asWritten('The link is down.')))
    rename('Bea')
    await clock.advance(AUTOSAVE_AFTER_MS)
    expect(store.getState().save.kind).toBe('unsaved')
    memory.fail(null)
    await clock.advance(10_000)
    expect(memory.stored().text).toBe(saveFlow(store.getState().flow))
  })

  it('knows its own save again when only the answer was lost', async () => {
    const { store, memory, rename } = setUp()
    rename('Bea')
    memory.change((flow) => setNodeName(flow, 'a', 'Bea'))
    await store.flush()
    expect(store.getState()).toMatchObject({ revision: 2, save: { kind: 'saved' } })
  })
})

describe('two windows', () => {
  it('follows the other one while nothing is edited here, as a step that can be undone', async () => {
    const { store, memory, nameOf } = setUp()
    memory.change((flow) => setNodeName(flow, 'a', 'Theirs'))
    await store.follow(2)
    expect([nameOf(), store.getState().revision, store.getState().save.kind]).toEqual(['Theirs', 2, 'saved'])
    store.undo()
    expect(nameOf()).toBe('Ann')
  })

  async function inConflict() {
    const set = setUp()
    set.rename('Mine')
    set.memory.change((flow) => setNodeName(renameFlow(flow, 'Their shop'), 'a', 'Theirs'))
    await expect(set.store.flush()).rejects.toThrow('Somebody else saved.')
    expect(set.store.getState().save.kind).toBe('conflict')
    return set
  }

  it('overwrites nothing: it stops saving and leaves both as they are', async () => {
    const { memory, nameOf, rename, clock } = await inConflict()
    rename('Mine too')
    await clock.advance(60_000)
    expect([nameOf(), memory.log]).toEqual(['Mine too', ['save on 1']])
  })

  it('keeps mine, and theirs as a version', async () => {
    const { store, memory, nameOf } = await inConflict()
    await store.resolve('mine')
    expect([nameOf(), store.getState().save.kind]).toEqual(['Mine', 'saved'])
    expect(memory.stored().text).toBe(saveFlow(store.getState().flow))
    expect(memory.log).toEqual(['save on 1', 'keep Replaced by another window', 'save on 2'])
  })

  it('takes theirs, and mine comes back with undo', async () => {
    const { store, nameOf } = await inConflict()
    await store.resolve('theirs')
    expect([nameOf(), store.getState().flow.name, store.getState().save.kind]).toEqual([
      'Theirs',
      'Their shop',
      'saved',
    ])
    store.undo()
    expect(nameOf()).toBe('Mine')
  })

  it('keeps both: theirs here, mine as a copy', async () => {
    const { store, memory, nameOf } = await inConflict()
    expect(await store.keepBoth('Shop (my copy)')).toBe('copy of mine')
    expect(nameOf()).toBe('Theirs')
    expect(memory.log).toEqual(['save on 1', 'copy Shop (my copy)'])
  })
})
