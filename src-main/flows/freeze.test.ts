import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Json } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from '../cli/testing/terminal'
import { flowsBeside } from './flows-beside'
import { freezeText } from './freeze'

const leaf = flow('Leaf').start('a').agent('a', { prompt: 'Hi' })
const holding = (name: string, inner: Json) =>
  flow(name)
    .start('s')
    .node('subflow', 's', { name: `${name} sub`, flow: inner })
/** A drawing as it is written once it was opened: with every port. */
const opening = (builder: FlowBuilder): Json => z.json().parse(JSON.parse(saveFlow(builder.build())))
const textOf = (name: string, inner: Json) => saveFlow(holding(name, inner).build())

test('named flows are written out, those that they name too', () => {
  const texts = new Map([
    ['middle', textOf('Middle', 'leaf')],
    ['leaf', saveFlow(leaf.build())],
  ])
  const source = (id: string) => texts.get(id) ?? null
  const opened = opening(leaf)
  expect(freezeText(textOf('Top', 'middle'), source)).toBe(textOf('Top', opening(holding('Middle', opened))))
  expect(freezeText(textOf('Top', holding('Inline', 'leaf').file()), source)).toBe(
    textOf('Top', opening(holding('Inline', opened))),
  )
})

test('a flow that names none stays as it is, byte for byte', () => {
  const text = ` ${textOf('Top', leaf.file())}`
  expect(freezeText(text, () => null)).toBe(text)
})

test('what is missing or runs inside itself is refused with the drawn node and the way to it', () => {
  const texts = new Map([
    ['middle', textOf('Middle', 'nowhere')],
    ['round', textOf('Round', 'top')],
    ['broken', '{"format":"baton/flow"}'],
  ])
  const refusal = (id: string) => {
    try {
      return freezeText(textOf('Top', id), (wanted) => texts.get(wanted) ?? null)
    } catch (cause) {
      return cause
    }
  }
  const words = (message: string) => ({ code: 'flow-has-problems', details: { node: 's' }, message })
  expect(refusal('middle')).toMatchObject(
    words(
      'The flow cannot run yet: “Top sub”: In “Middle”: “Middle sub”: The flow “nowhere” was not found. Choose a flow of the library, or put its file beside this one.',
    ),
  )
  expect(refusal('round')).toMatchObject(
    words(
      'The flow cannot run yet: “Top sub”: In “Round”: “Round sub”: The flow “top” would run inside itself. Choose another flow.',
    ),
  )
  expect(refusal('broken')).toMatchObject({
    message: expect.stringContaining('The flow “broken” cannot be read.') as string,
  })
})

test('flows that name each other many times over are refused before they fill the memory', () => {
  const twice = (inner: string) =>
    saveFlow(
      [...'abcdefghij']
        .reduce((drawing, id) => drawing.node('subflow', id, { flow: inner }), flow('Many', 'many').start('a'))
        .build(),
    )
  const source = (id: string) => twice(`${id}x`).replace('"id": "many"', `"id": "${id}"`)
  expect(() => freezeText(twice('x'), source)).toThrow(/More than 500 flows|nested more than/)
})

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

test('on the command line a flow may name another one beside its file', async () => {
  const file = terminal.file(holding('Top', 'leaf').build(), 'top.flow.json')
  expect(await terminal.baton(['check', file])).toMatchObject({
    code: 0,
    out: 'warning: “Top sub”: The flow “leaf” is not beside this file. It must be in the library when the flow runs. [flow-elsewhere]\n',
  })
  const missing = await terminal.baton(['run', file, '-m', 'Hello'])
  expect([missing.code, missing.notes.join(' ')]).toEqual([1, expect.stringContaining('“leaf” was not found')])

  terminal.file(leaf.build(), 'other.flow.json')
  expect(await terminal.baton(['check', file])).toMatchObject({ code: 0, notes: ['No problems.'] })
  const ran = await terminal.baton(['run', file, '-m', 'Hello'])
  expect([ran.code, ran.notes]).toEqual([0, []])
  expect(ran.out).toContain('a')

  terminal.file(holding('Leaf', 'top').build(), 'other.flow.json')
  const round = await terminal.baton(['check', file])
  expect([round.code, round.out]).toEqual([1, expect.stringContaining('would run inside itself')])
})

test('files beside that are no flows are passed over', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-beside-'))
  try {
    writeFileSync(path.join(folder, 'a.flow.json'), 'no json')
    writeFileSync(path.join(folder, 'b.flow.json'), '[]')
    writeFileSync(path.join(folder, 'c.flow.json'), saveFlow(leaf.build()))
    expect(flowsBeside(folder)('leaf')).toBe(saveFlow(leaf.build()))
    expect([flowsBeside(folder)('other'), flowsBeside(path.join(folder, 'none'))('leaf')]).toEqual([null, null])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
