import { expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { readSpeaker } from './pick-speaker'

const desk = flow('Desk').start('a').agent('a', { name: 'Front' }).agent('b', { name: 'Back office' }).build()

test('--to: an agent by its name, exactly or ignoring case, or by its id', () => {
  expect(readSpeaker(desk, undefined)).toEqual({ ok: true, id: null })
  expect(['Front', 'back OFFICE', 'b'].map((name) => readSpeaker(desk, name))).toEqual([
    { ok: true, id: 'a' },
    { ok: true, id: 'b' },
    { ok: true, id: 'b' },
  ])
})

test('--to: somebody who is not there is named, with those who are', () => {
  const issue = 'No agent is called "Boss". There are: Back office, Front.'
  expect(readSpeaker(desk, 'Boss')).toEqual({ ok: false, issue })
})
