/** Rules of the rehearsal keep to the node that they are about. */
import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import type { Flow } from '../records'
import { setNodeName } from './edits'

const rules = [
  { when: { speaker: 'On call', user: '/slow/i' }, text: 'I look.' },
  { when: { speaker: 'ON CALL', nth: 2 }, text: 'Still looking.' },
  { when: { speaker: 'Scribe' }, text: 'Written.' },
  { when: { user: '/hello/' }, text: 'Hello.' },
]
const desk: Flow = {
  ...flow('Desk').start('a').agent('a', { name: 'On call' }).agent('b', { name: 'Scribe' }).build(),
  settings: { rehearsal: rules },
}

const speakers = ({ settings }: Flow) =>
  Array.isArray(settings['rehearsal'])
    ? settings['rehearsal'].map((rule) => (rule as { when: { speaker?: string } }).when.speaker)
    : null

test('who is renamed keeps its rules, and others keep theirs', () => {
  const renamed = setNodeName(desk, 'a', 'First responder')
  expect(speakers(renamed)).toEqual(['First responder', 'First responder', 'Scribe', undefined])
  expect(renamed.settings['rehearsal']).toMatchObject([{ text: 'I look.', when: { user: '/slow/i' } }, {}, {}, {}])
  expect(setNodeName(desk, 'a', 'On call')).toBe(desk)
})

test('letter by letter they follow to the end, over nothing and over the name of another', () => {
  const typed = ['', 'S', 'Scribe', 'Scribe 2'].reduce((now, name) => setNodeName(now, 'a', name, desk), desk)
  expect(speakers(typed)).toEqual(['Scribe 2', 'Scribe 2', 'Scribe', undefined])
  const back = setNodeName(typed, 'a', 'On call', desk)
  expect(speakers(back)).toEqual(['On call', 'ON CALL', 'Scribe', undefined])
})

test('a name that two nodes have had takes no rules along, and a flow without rules has none', () => {
  const twins = setNodeName(desk, 'b', 'on call')
  expect(speakers(setNodeName(twins, 'a', 'Other'))).toEqual(['On call', 'ON CALL', 'on call', undefined])
  const silent = { ...desk, settings: {} }
  expect(setNodeName(silent, 'a', 'Other').settings).toBe(silent.settings)
  const odd = { ...desk, settings: { rehearsal: ['no rule', { when: 7 }, { when: { speaker: 7 } }] } }
  expect(setNodeName(odd, 'a', 'Other').settings).toBe(odd.settings)
})
