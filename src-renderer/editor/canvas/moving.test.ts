/** When the view of a drawing counts as being moved. */
import { expect, it } from 'vitest'
import { createSessionStore } from '../session-store'
import { createMoving } from './moving'

/** Time passes by hand; a page that is busy calls back late. */
function startMoving(nodes: number) {
  const session = createSessionStore()
  let now = 0
  let waiting: { at: number; run: () => void } | null = null
  const clock = {
    now: () => now,
    after(ms: number, run: () => void) {
      const own = { at: now + ms, run }
      waiting = own
      return () => {
        if (waiting === own) waiting = null
      }
    },
  }
  const noteMove = createMoving({ session, clock, countNodes: () => nodes })
  const pass = (ms: number): void => {
    now += ms
    if (waiting === null || waiting.at > now) return
    const { run } = waiting
    waiting = null
    run()
  }
  return { noteMove, pass, isMoving: () => session.getState().isMoving }
}

it('a large drawing moves until nothing moved it for a while', () => {
  const { noteMove, pass, isMoving } = startMoving(1000)
  expect(isMoving()).toBe(false)
  for (let times = 0; times < 10; times += 1) {
    noteMove()
    pass(200)
    expect(isMoving()).toBe(true)
  }
  pass(200)
  expect(isMoving()).toBe(false)
})

it('a page that was busy listens once more for what moves it on', () => {
  const { noteMove, pass, isMoving } = startMoving(1000)
  noteMove()
  pass(900)
  expect(isMoving()).toBe(true)
  noteMove()
  pass(399)
  expect(isMoving()).toBe(true)
  pass(1)
  expect(isMoving()).toBe(false)
})

it('a drawing of few nodes has its detail at once', () => {
  const { noteMove, isMoving } = startMoving(60)
  noteMove()
  expect(isMoving()).toBe(false)
})
