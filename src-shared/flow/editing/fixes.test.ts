/** One click on a problem: every prompt of every kind gets its slots back, as one edit. */
import { expect, it } from 'vitest'
import { KIND_LIST } from '../../kinds/index'
import { promptsOf } from '../../kinds/node-prompts'
import { flow } from '../../testing/flow-builder'
import { checkFlow } from '../checks/check'
import { fixFor } from './fixes'
import { readSettings, type JsonObject } from '../records'

/** Every prompt of a kind, filled with bare words. */
function bareData(kind: (typeof KIND_LIST)[number]): JsonObject {
  const data: JsonObject = {}
  for (const { path } of promptsOf(kind, { data: {} })) {
    const [field = '', part] = path
    const before = data[field]
    if (part === undefined) data[field] = 'Bare words.'
    else
      data[field] = { ...(typeof before === 'object' && !Array.isArray(before) ? before : {}), [part]: 'Bare words.' }
  }
  return data
}

const WITH_PROMPTS = KIND_LIST.filter((kind) => promptsOf(kind, { data: {} }).length > 0)

it.each(WITH_PROMPTS.map((kind) => [kind.kind, kind] as const))(
  'a %s whose prompts lost all slots is mended problem by problem',
  (name, kind) => {
    let drawn = flow('F').node(name, 'n', bareData(kind)).build()
    const lost = () => checkFlow(drawn).filter(({ code }) => code === 'lost-slot')
    for (const problem of lost()) {
      const before = lost().length
      drawn = fixFor(drawn, problem)?.apply?.(drawn) ?? drawn
      expect(lost()).toHaveLength(before - 1)
    }
    expect(lost()).toEqual([])
  },
)

it('the kinds with prompts are those that talk to models', () => {
  expect(WITH_PROMPTS.length).toBeGreaterThan(8)
})

it("the manager's instruction is mended in the settings", () => {
  const swarm = { managerPrompt: 'Who is next?', seed: 4 }
  const drawn = flow('F').settings({ swarm }).start('a').agent('a').build()
  const [problem, ...others] = checkFlow(drawn)
  expect([problem?.code, problem?.severity, others]).toEqual(['lost-slot', 'error', []])
  const mended = problem === undefined ? drawn : (fixFor(drawn, problem)?.apply?.(drawn) ?? drawn)
  expect(checkFlow(mended)).toEqual([])
  const { swarm: kept } = readSettings(mended)
  expect([kept.seed, kept.managerPrompt.includes('{agentlist}')]).toEqual([4, true])
})

it('a problem whose node is gone, or that offers no fix, changes nothing', () => {
  const drawn = flow('F').start('s').supervisor('s', { prompt: 'Bare.' }).build()
  const [problem] = checkFlow(drawn)
  const gone = flow('F').build()
  expect(problem?.lost?.slots).toEqual(['dialogs', 'tools'])
  if (problem === undefined) return
  expect(fixFor(gone, problem)).toBeNull()
  const { lost: _lost, ...without } = problem
  expect(fixFor(drawn, without)).toBeNull()
})
