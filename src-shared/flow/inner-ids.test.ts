import { expect, test } from 'vitest'
import { drawnNode, holderOf, innerId, isBeside, isInnerId, seenFrom } from './inner-ids'
import { idSchema } from './records'

const deep = innerId(innerId('desk', 'refunds'), 'clerk')

test('ids of inner nodes lead back to what is drawn, level by level', () => {
  expect([drawnNode(deep), holderOf(deep), holderOf('desk'), drawnNode('desk')]).toEqual([
    'desk',
    innerId('desk', 'refunds'),
    null,
    'desk',
  ])
  expect([isInnerId(deep), isInnerId('desk')]).toEqual([true, false])
})

test('no id of a file is an inner id', () => {
  expect(idSchema.safeParse(deep).success).toBe(false)
})

test('nodes are seen from beside as the sub-flow that holds them', () => {
  expect(isBeside('desk', 'triage')).toBe(true)
  expect(isBeside('desk', deep)).toBe(false)
  expect(isBeside(innerId('desk', 'a'), innerId('desk', 'b'))).toBe(true)
  expect(seenFrom('triage', deep)).toBe('desk')
  expect(seenFrom(innerId('desk', 'a'), deep)).toBe(innerId('desk', 'refunds'))
  expect(seenFrom(innerId('desk', 'a'), 'triage')).toBe('triage')
  expect(seenFrom('triage', 'desk')).toBe('desk')
})
