/** What is written in the sheet becomes changes where it differs from what there was. */
import { expect, test } from 'vitest'
import type { ForkChoices } from '../../../src-shared/rpc/fork-choices'
import { draftKey, planStepLabel, readDrafts } from './fork-drafts'
import { ENGLISH } from '../../../src-shared/languages/translate'

const CHOICES: ForkChoices = {
  isOver: true,
  drawing: 'now',
  usual: 'now',
  difference: null,
  missing: [{ node: 'old', name: 'Old', candidates: [{ node: 'a', name: 'Front' }] }],
  holder: { node: 'a', name: 'Front' },
  holders: [{ node: 'a', name: 'Front' }],
  variables: [
    { name: 'tries', type: 'number', value: 2 },
    { name: 'cart', type: 'json', value: { a: 1 } },
  ],
  results: [
    { entry: 'e3', callId: 'c', tool: 'pay', arguments: '{}', who: 'Front', turn: 1, text: 'Paid.', isError: true },
  ],
  nodes: [
    {
      node: 'a',
      name: 'Front',
      prompts: [{ field: 'prompt', label: 'Instruction', text: 'Be kind.' }],
      model: { connection: '', model: '' },
    },
  ],
  connection: 'work',
  planSteps: [{ node: 'p', name: 'Planner', id: 'E1', tool: 'Search', input: 'tea' }],
}

test('only what is another is a change, and what cannot be read is an issue of its field', () => {
  const same = { [draftKey.variable('tries')]: '2', [draftKey.prompt('a', 'prompt')]: 'Be kind.' }
  expect(readDrafts(CHOICES, same, null)).toEqual({
    changes: { edits: [], drawing: null, substitutes: {} },
    issues: {},
  })
  const drafts = {
    [draftKey.variable('tries')]: 'many',
    [draftKey.variable('cart')]: '[1]',
    [draftKey.result('e3')]: '',
    [draftKey.prompt('a', 'prompt')]: 'Be strict.',
    [draftKey.model('a')]: 'large',
    [draftKey.step('p', 'E1')]: 'coffee',
    [draftKey.substitute('old')]: 'a',
    [draftKey.holder]: 'a',
    'variable gone': 'x',
  }
  const { changes, issues } = readDrafts(CHOICES, drafts, 'now')
  expect(Object.entries(issues).map(([key, issue]) => [key, ENGLISH.message(issue)])).toEqual([
    ['variable tries', 'The variable "tries" must be a number, and many is not.'],
  ])
  expect(changes).toEqual({
    edits: [
      { what: 'variable', name: 'cart', value: [1] },
      { what: 'result', entry: 'e3', text: '', isError: false },
      { what: 'plan-step', node: 'p', step: { id: 'E1', input: 'coffee' } },
      { what: 'prompt', node: 'a', field: 'prompt', text: 'Be strict.' },
      { what: 'model', node: 'a', connection: 'work', model: 'large' },
      { what: 'holder', node: 'a' },
    ],
    drawing: 'now',
    substitutes: { old: 'a' },
  })
})

test('what was chosen for another drawing is no change, and emptied fields of a model are those of the flow', () => {
  const gone = { [draftKey.substitute('old')]: 'b', [draftKey.holder]: 'b' }
  expect(readDrafts(CHOICES, gone, null).changes).toEqual({ edits: [], drawing: null, substitutes: {} })
  const [node] = CHOICES.nodes
  if (node === undefined) throw new Error('The choices have no node.')
  const own = { ...CHOICES, nodes: [{ ...node, model: { connection: 'home', model: 'small' } }] }
  const emptied = { [draftKey.connection('a')]: '', [draftKey.model('a')]: ' ' }
  expect(readDrafts(own, emptied, null).changes.edits).toEqual([
    { what: 'model', node: 'a', connection: 'work', model: '' },
  ])
})

test('a result is an error as it was, and what is written over it only where a person says so', () => {
  const editsOf = (drafts: { [key: string]: string }) => readDrafts(CHOICES, drafts, null).changes.edits
  const [text, isError] = [draftKey.result('e3'), draftKey.isError('e3')]
  expect(editsOf({ [text]: 'Paid.', [isError]: 'true' })).toEqual([])
  expect(editsOf({ [isError]: 'false' })).toEqual([{ what: 'result', entry: 'e3', text: 'Paid.', isError: false }])
  expect(editsOf({ [text]: 'No.', [isError]: 'true' })).toEqual([
    { what: 'result', entry: 'e3', text: 'No.', isError: true },
  ])
})

test('no two fields of plans have the same name', () => {
  const step = (node: string, name: string) => ({ node, name, id: 'E1', tool: 'Search', input: 'tea' })
  const labels = (...steps: ReturnType<typeof step>[]) => steps.map((one) => planStepLabel(steps, one))
  expect(labels(step('p', 'Planner'))).toEqual(['#E1 · Search'])
  expect(labels(step('p', 'Planner'), step('q', 'Other'))).toEqual(['Planner · #E1 · Search', 'Other · #E1 · Search'])
  expect(labels(step('p', 'Planner'), step('q', 'Planner'))).toEqual([
    'Planner (p) · #E1 · Search',
    'Planner (q) · #E1 · Search',
  ])
})
