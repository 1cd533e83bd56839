import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askLater } from './ask-later'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A core that answers when it is told to, and what was heard of it. */
function setUp() {
  const asked = new Map<string, { answer: () => void; fail: () => void; signal: AbortSignal }>()
  const heard: string[] = []
  const ask = (what: string): (() => void) =>
    askLater({
      pauseMs: 150,
      ask: (signal) =>
        new Promise<string>((resolve, reject) => {
          asked.set(what, { answer: () => resolve(what), fail: () => reject(new Error(what)), signal })
        }),
      onAnswer: (answer) => heard.push(answer),
      onError: () => heard.push(`no ${what}`),
    })
  return { asked, heard, ask }
}

test('of several questions in a row only the last one is asked', async () => {
  const { asked, heard, ask } = setUp()
  for (const step of ['1', '2', '3']) {
    const takeBack = ask(step)
    await vi.advanceTimersByTimeAsync(100)
    takeBack()
  }
  ask('4')
  await vi.advanceTimersByTimeAsync(149)
  expect([...asked.keys()]).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([...asked.keys()]).toEqual(['4'])
  asked.get('4')?.answer()
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual(['4'])
})

test('what an earlier question comes to, after a later one was asked, is not heard', async () => {
  const { asked, heard, ask } = setUp()
  const takeBack = [ask('tea'), ask('teak')]
  await vi.advanceTimersByTimeAsync(150)
  for (const back of takeBack) back()
  ask('teapot')
  await vi.advanceTimersByTimeAsync(150)
  asked.get('teapot')?.answer()
  asked.get('tea')?.answer()
  asked.get('teak')?.fail()
  await vi.advanceTimersByTimeAsync(0)
  expect([heard, asked.get('tea')?.signal.aborted]).toEqual([['teapot'], true])
  const failing = ask('cup')
  await vi.advanceTimersByTimeAsync(150)
  asked.get('cup')?.fail()
  await vi.advanceTimersByTimeAsync(0)
  failing()
  expect(heard).toEqual(['teapot', 'no cup'])
})
