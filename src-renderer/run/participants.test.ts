import { expect, test } from 'vitest'
import type { FlowNode } from '../../src-shared/flow/records'
import { RU } from '../../src-shared/languages/ru/index'
import { createTranslate } from '../../src-shared/languages/translate'
import { participantOf } from './participants'

const russian = createTranslate('ru', RU)
const agent = (name: string): FlowNode => ({ kind: 'agent', name, data: {} })

test('who has no name of its own is called in the language of the person', () => {
  const sources = { nodes: { a: agent(''), b: agent('Clerk') }, ran: {}, known: {} }
  const names = ['a', 'b', 'gone~x'].map((id) => participantOf(sources, id, russian).name)
  expect(names).toEqual([RU.Agent, 'Clerk', RU['A removed sub-flow']])
})
