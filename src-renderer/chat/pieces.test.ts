import { expect, test } from 'vitest'
import type { AskedQuestion, ChatItem, HandoffItem, TurnView } from '../../src-shared/run/fold/fold-view'
import { NOTHING_SPENT } from '../../src-shared/run/fold/fold-spending'
import { looksAlike, turnPieces, type TurnPiece } from './pieces'
import { chatRows } from './rows'

const at = '2026-03-01T10:00:00.000Z'

function said(nth: number): ChatItem {
  return {
    ...{
      kind: 'message',
      key: `${nth}`,
      at,
      author: nth === 0 ? 'user' : `agent ${nth}`,
      path: 'main',
      text: `${nth}`,
    },
    ...{ entryId: `${nth}`, span: null, usage: null, ms: null },
  }
}

const drawn = {}

function turnOf(items: readonly ChatItem[], more: Partial<TurnView> = {}): TurnView {
  return {
    ...{ turn: 3, runId: 'r', seq: 1, resumedAt: 0, pastRuns: [], revision: null, drawn, startedAt: at, input: 'Hi' },
    ...{ items, streams: [], thinking: [], trace: [], plans: [], questions: [], asked: [], answered: [] },
    ...{ state: 'running', activity: null, usage: { input: 0, output: 0 }, modelCalls: 0, spending: NOTHING_SPENT },
    ...{ ms: null, error: null },
    ...more,
  }
}

const items = Array.from({ length: 1000 }, (_none, nth) => said(nth))
const cut = (turn: TurnView): TurnPiece[] => turnPieces(turn, { showVerdicts: false, isLatest: true })
const keys = (pieces: readonly TurnPiece[]): string[] => pieces.flatMap(({ rows }) => rows.map(({ key }) => key))

test('a long turn is cut into pieces of a few rows, in order and without loss; a short one, or an empty one, is one piece', () => {
  const pieces = cut(turnOf(items))
  expect(keys(pieces)).toEqual(items.map(({ key }) => key))
  expect(Math.max(...pieces.map(({ rows }) => rows.length))).toBeLessThanOrEqual(8)
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length)
  expect(pieces.filter(({ isLast }) => isLast)).toEqual([pieces.at(-1)])
  expect(cut(turnOf(items.slice(0, 3)))).toHaveLength(1)
  expect(cut(turnOf([]))).toMatchObject([{ rows: [], isLast: true }])
})

test('a turn that grows, or an item of which changes, changes the pieces that show it and no others', () => {
  const changed = (after: TurnView): number[] => {
    const [was, is] = [cut(turnOf(items)), cut(after)]
    return is.flatMap((piece, place) => (was[place] !== undefined && looksAlike(was[place], piece) ? [] : [place]))
  }
  const last = cut(turnOf(items)).length - 1
  expect(changed(turnOf([...items, said(1000)]))).toEqual([last])
  const stream = { entryId: 'e', span: 's', author: 'a', path: 'main', at, text: 'Wo' }
  expect(changed(turnOf(items, { streams: [stream] }))).toEqual([last])
  expect(changed(turnOf(items.with(10, { ...said(10) })))).toEqual([1, last])
  expect(changed(turnOf(items, { state: 'done' }))).toHaveLength(last + 1)
})

test('what is asked stands at the end of the newest turn, as long as it can be answered', () => {
  const question = { kind: 'other', text: 'Go?', was: 'vote', problem: null } as const
  const questions: AskedQuestion[] = [{ id: 'q', node: 'a', path: 'main', question, given: null }]
  const turn = turnOf(items.slice(0, 2), { state: 'waiting', questions })
  expect(keys(cut(turn))).toEqual(['0', '1', 'question-q'])
  expect(keys(turnPieces(turn, { showVerdicts: false, isLatest: false }))).toEqual(['0', '1'])
  expect(keys(cut({ ...turn, state: 'stopped' }))).toEqual(['0', '1'])
})

test('a baton that goes round a thousand times is told in dividers of some moves each', () => {
  const moves = Array.from({ length: 1000 }, (_none, nth): HandoffItem => {
    const [from, to] = [`a${nth % 5}`, `a${(nth + 1) % 5}`]
    return {
      kind: 'handoff',
      key: `${nth}`,
      at,
      entryId: `${nth}`,
      path: 'main',
      from,
      to,
      edge: null,
      by: 'model',
      reason: '',
    }
  })
  const rows = chatRows(moves, [], false)
  expect(rows.flatMap((row) => (row.kind === 'handoffs' ? row.moves : []))).toEqual(moves)
  expect(Math.max(...rows.map((row) => (row.kind === 'handoffs' ? row.moves.length : 0)))).toBeLessThanOrEqual(12)
})
